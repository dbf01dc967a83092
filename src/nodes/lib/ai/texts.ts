/** Lists of texts, as people give them: texts, numbers, objects that hold one. */

import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

/** @throws NodeError `not_a_text` with the place */
export function requireText(item: Json, field: string): string {
  if (typeof item === 'string') return item
  if (typeof item === 'number') return String(item)
  const inner = isObject(item) ? item.text : undefined
  if (typeof inner === 'string') return inner
  throw new NodeError('not_a_text', `Expected a text, got ${kindOf(item)}`, { field })
}

/** One text is a list of one. @throws NodeError `not_a_text` */
export function textsFrom(given: Json | undefined, input: Json, field = 'texts'): string[] {
  const found = given === undefined ? input : given
  if (found === null) return []
  if (Array.isArray(found)) return found.map((item, index) => requireText(item, `${field}.${index}`))
  return [requireText(found, field)]
}
