/** Texts, objects and names of fields as settings of data nodes take them. */

import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { NodeError } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

/** Characters a text node reads at most: 10 million. */
export const LONGEST_TEXT = 10_000_000

/** A text from a setting or, when it is left out, from the input; numbers and booleans are written out. @throws NodeError `not_a_text`, `text_too_long` */
export function textFrom(given: Json | undefined, input: Json, field = 'value'): string {
  const found = given === undefined ? input : given
  if (typeof found === 'number' || typeof found === 'boolean') return String(found)
  if (typeof found !== 'string') throw new NodeError('not_a_text', `Expected a text, got ${kindOf(found)}`, { field })
  if (found.length > LONGEST_TEXT) {
    throw new NodeError('text_too_long', `A text may have at most ${LONGEST_TEXT} characters`, { field })
  }
  return found
}

/** An object from a setting or the input. @throws NodeError `not_an_object` */
export function objectFrom(given: Json | undefined, input: Json, field = 'value'): JsonObject {
  const found = given === undefined ? input : given
  if (isObject(found)) return found
  throw new NodeError('not_an_object', `Expected an object, got ${kindOf(found)}`, { field })
}

/** A number from a setting or the input; a text that is a plain decimal number counts. @throws NodeError `not_a_number` */
export function numberFrom(given: Json | undefined, input: Json, field = 'value'): number {
  const found = given === undefined ? input : given
  if (typeof found === 'number') return found
  if (typeof found === 'string' && /^\s*[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})\s*$/.test(found))
    return Number(found)
  throw new NodeError('not_a_number', `Expected a number, got ${kindOf(found)}`, { field })
}

/** Names that would reach into what every object inherits. */
export const isReserved = (name: string): boolean => (RESERVED_KEYS as readonly string[]).includes(name)

/** The name of a field of an object. */
export const fieldName = (title: string) =>
  z
    .string()
    .min(1, 'Name the field')
    .max(200)
    .refine((name) => !isReserved(name), 'This name is reserved')
    .meta({ title })

/** @throws NodeError `reserved_key` for a key that came with data */
export function safeKey(name: string): string {
  if (isReserved(name)) throw new NodeError('reserved_key', `The name “${name}” is reserved and cannot be a field`)
  return name
}
