/** Problems of what expressions read: nodes that do not exist, that run later or elsewhere, items outside of a map. */

import { ExpressionError } from './expressions/expression-error.ts'
import { compileExpression, templatesIn } from './expressions/expressions.ts'
import { splitTemplate } from './expressions/template.ts'
import type { NodeTypes } from './node-types.ts'
import { type GraphProblem, problem } from './parse-document.ts'
import type { Plan, PlanNode, Scope } from './plan.ts'
import { rawFields } from './values/raw-fields.ts'

/** Null is a place to stop at. */
export function* referenceProblems(planned: Plan, types: NodeTypes): Generator<GraphProblem | null> {
  const upstream = ancestors(planned)
  for (const node of planned.nodes) {
    const type = types.get(node.node.type)
    if (!type || node.disabled) continue
    const raw = rawFields(type.config)
    for (const { field, text } of templatesIn(node.node.config, { raw })) {
      for (const expression of readable(text)) {
        for (const id of expression.references) {
          const wrong = referenceProblem(planned, node, id, upstream)
          if (wrong) yield problem(...wrong, node.id, field)
        }
        if (expression.readsItem && node.scope.owner === null) {
          yield problem('item_outside_map', '$item and $index exist only behind “item” of a “For each”', node.id, field)
        }
      }
      yield null
    }
  }
}

/** The expressions of a text; none when one of them cannot be read, which is told elsewhere. */
function readable(text: string) {
  try {
    return splitTemplate(text).flatMap((part) => (part.type === 'expression' ? [compileExpression(part.source)] : []))
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

function referenceProblem(
  planned: Plan,
  reader: PlanNode,
  id: string,
  upstream: readonly Uint32Array[],
): [string, string] | null {
  const read = planned.byId.get(id)
  if (!read) return ['unknown_reference', `There is no node “${id}”`]
  const before = upstream[reader.index]
  if (!before || !has(before, read.index)) return ['not_upstream', `“${id}” does not run before this node`]
  if (!holds(read.scope, reader.scope)) {
    return ['not_readable', `“${id}” runs once per item; after all items read the “For each” instead`]
  }
  return null
}

/** Whether one scope is the other or around it. */
function holds(outer: Scope, inner: Scope): boolean {
  for (let scope: Scope | null = inner; scope; scope = scope.parent) if (scope === outer) return true
  return false
}

const has = (bits: Uint32Array, index: number) => (((bits[index >> 5] ?? 0) >>> (index & 31)) & 1) === 1

/** For each node, by index, a bit per node that runs before it: 1,000 nodes take 125 kB. */
function ancestors({ nodes }: Plan): Uint32Array[] {
  const words = Math.ceil(nodes.length / 32)
  const all = nodes.map(() => new Uint32Array(words))
  for (const node of nodes) {
    const own = all[node.index] as Uint32Array
    for (const { from } of node.inbound) {
      const before = all[from.index] as Uint32Array
      for (let word = 0; word < words; word++) own[word] = (own[word] ?? 0) | (before[word] ?? 0)
      own[from.index >> 5] = (own[from.index >> 5] ?? 0) | (1 << (from.index & 31))
    }
  }
  return all
}
