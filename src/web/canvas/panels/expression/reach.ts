/**
 * The nodes that an expression of a node can read: those that ran before it, except those inside a loop that it is
 * outside of. Pure.
 */
import type { WorkflowDocument } from '#graph/document.ts'
import { type PlanNode, planDocument, type Scope } from '#graph/plan.ts'

export interface Reach {
  /** Ids, the nearest first. */
  nodes: readonly string[]
  /** Whether `$item` and `$index` exist. */
  item: boolean
}

const NOTHING: Reach = { nodes: [], item: false }

function holds(outer: Scope, inner: Scope): boolean {
  for (let scope: Scope | null = inner; scope; scope = scope.parent) if (scope === outer) return true
  return false
}

function before(reader: PlanNode): PlanNode[] {
  const found = new Set<PlanNode>()
  let edge: PlanNode[] = [reader]
  while (edge.length > 0) {
    const next: PlanNode[] = []
    for (const node of edge)
      for (const { from } of node.inbound)
        if (!found.has(from)) {
          found.add(from)
          next.push(from)
        }
    edge = next
  }
  return [...found]
}

/** Nothing while the document has a cycle: then nothing runs. */
export function reachOf(document: WorkflowDocument, id: string): Reach {
  try {
    const reader = planDocument(document).byId.get(id)
    if (!reader) return NOTHING
    const nodes = before(reader).filter(({ scope }) => holds(scope, reader.scope))
    return { nodes: nodes.map((node) => node.id), item: reader.scope.owner !== null }
  } catch {
    return NOTHING
  }
}
