/** One setting of a node by its dotted path, wherever it stands in the form. Pure. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import type { Field } from './field-model.ts'

export interface FoundField {
  field: Field
  value: Json | undefined
}

/** What stands inside of a field, for this value. */
export function fieldsIn(field: Field, value: Json | undefined): readonly Field[] {
  const { control } = field
  if (control.kind === 'object') return control.fields
  if (control.kind === 'list') return [control.item]
  if (control.kind !== 'variants') return []
  const mark = isObject(value) ? value[control.by] : undefined
  return control.variants.find((one) => one.value === mark)?.fields ?? []
}

const inside = (value: Json | undefined, part: string): Json | undefined =>
  Array.isArray(value) ? value[Number(part)] : isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined

/** Null where the form has no such field, or the list no such item. */
export function fieldAt(fields: readonly Field[], path: string, config: JsonObject): FoundField | null {
  let at = fields
  let value: Json | undefined = config
  let field: Field | undefined
  for (const part of path.split('.')) {
    const isItem = Array.isArray(value)
    if (isItem && !(/^\d+$/.test(part) && Number(part) < (value as Json[]).length)) return null
    field = isItem ? at.find(({ key }) => key === '') : at.find(({ key }) => key === part)
    if (!field) return null
    value = inside(value, part)
    at = fieldsIn(field, value)
  }
  return field ? { field, value } : null
}

/** The settings with another value at a path; undefined takes it away. */
export function withAt(given: Json | undefined, [part, ...rest]: readonly string[], next: Json | undefined): Json {
  if (part === undefined) return next ?? null
  const value = rest.length === 0 ? next : withAt(inside(given, part), rest, next)
  if (Array.isArray(given)) return given.map((one, index) => (index === Number(part) ? (value ?? null) : one))
  const before = isObject(given) ? given : {}
  if (value !== undefined) return { ...before, [part]: value }
  const { [part]: _, ...left } = before
  return left
}

const sizeOf = (value: Json | undefined): number => (typeof value === 'string' ? value.length : 0)

/** Whether a field is a text that may become long. */
export const isLongText = ({ control }: Field): boolean =>
  control.kind === 'code' ||
  (control.kind === 'text' && control.lines) ||
  (control.kind === 'value' && control.kinds.includes('text'))

/** What a text that may become long counts for before anything is in it, in characters. */
const ROOM = 500

/** The path of the text that is worth most room; null where there is none. */
export function longestText(fields: readonly Field[], config: JsonObject): string | null {
  const texts = fields.filter((field) => isLongText(field) || field.control.kind === 'text')
  const weight = (field: Field) => sizeOf(config[field.key]) + (isLongText(field) ? ROOM : 0)
  return texts.toSorted((a, b) => weight(b) - weight(a))[0]?.key ?? null
}
