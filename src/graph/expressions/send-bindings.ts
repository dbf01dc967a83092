/** Picks what expressions read, so that nothing else has to be copied to another thread. */
import type { Json } from '#contract/core/primitives.ts'
import type { SentBindings } from './evaluator.ts'
import type { Bindings } from './fast-types.ts'

export function sendBindings(
  bindings: Bindings,
  references: readonly string[],
  mentions: ReadonlySet<string>,
): SentBindings {
  const nodes: Record<string, Json> = {}
  for (const id of references) {
    const value = bindings.node?.(id)
    if (value !== undefined) nodes[id] = value
  }
  const sent: SentBindings = { input: bindings.input, nodes }
  if (bindings.trigger !== undefined && mentions.has('trigger')) sent.trigger = bindings.trigger
  if (bindings.vars !== undefined && mentions.has('vars')) sent.vars = bindings.vars
  if (bindings.item !== undefined && mentions.has('item')) sent.item = bindings.item
  if (bindings.index !== undefined && mentions.has('index')) sent.index = bindings.index
  return sent
}
