/** What things are called on the other side of a rebase: they may have been renamed there, or an id of mine taken by another. */
import type { Json } from '#contract/core/primitives.ts'
import type { Operation } from '#graph/operations.ts'
import { renameReference } from '#graph/rename-reference.ts'

/** From the id here to the id there; what is not named is called the same. */
export interface Names {
  nodes: Map<string, string>
  edges: Map<string, string>
  notes: Map<string, string>
  groups: Map<string, string>
}

export const noNames = (): Names => ({ nodes: new Map(), edges: new Map(), notes: new Map(), groups: new Map() })

/** What their operations renamed. */
export function renamesOf(operations: readonly Operation[]): Names {
  const names = noNames()
  for (const operation of operations)
    for (const step of operation.type === 'batch' ? operation.operations : [operation]) {
      if (step.type !== 'rename') continue
      const first = [...names.nodes].find(([, now]) => now === step.node_id)?.[0] ?? step.node_id
      names.nodes.set(first, step.new_id)
    }
  return names
}

export const named = (names: ReadonlyMap<string, string>, id: string): string => names.get(id) ?? id

/** Settings with every `$nodes.<id>` as it is called there. */
export function withNames<T extends Json>(config: T, nodes: ReadonlyMap<string, string>): T {
  const changed = [...nodes].filter(([from, to]) => from !== to)
  if (changed.length === 0) return config
  // Over names that nobody has: two nodes may have exchanged theirs.
  let result = config
  changed.forEach(([from], index) => {
    result = renameReference(result, from, `rebase_name_${index}_of_nobody`)
  })
  changed.forEach(([, to], index) => {
    result = renameReference(result, `rebase_name_${index}_of_nobody`, to)
  })
  return result
}
