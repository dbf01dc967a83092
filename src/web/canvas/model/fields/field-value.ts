/** What a control shows of a value, and the value of what was entered. Pure; `undefined` means: not set. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { hasExpression } from '#graph/expressions/template.ts'
import { isObject } from '#shared/json.ts'
import { parsePaise, toFieldText } from '#web/lib/rupees.ts'
import type { Control, Field, ValueKind } from './field-model.ts'

/** A value as a text box holds it. */
export function shownText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Whether two values are the same, whatever object holds them. */
export const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** A number as typed; undefined for none, the text itself for what is none, so that validation can name it. */
export function takenNumber(text: string): Json | undefined {
  const bare = text.trim()
  if (bare === '') return undefined
  const value = Number(bare)
  return Number.isFinite(value) && /^[-+]?[\d.]/.test(bare) ? value : text
}

/** Paise as a text box of rupees holds them; what is no amount as it was typed. */
export const shownRupees = (value: Json | undefined): string =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? toFieldText(value) : shownText(value)

/** Rupees as typed, as paise; undefined for none, the text itself for what is no amount, so that validation can name it. */
export const takenRupees = (text: string): Json | undefined => {
  const paise = parsePaise(text)
  return paise === null ? undefined : (paise ?? text)
}

/** JSON as typed. @returns null where it is none */
export function takenJson(text: string): { value: Json | undefined } | null {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return null
  }
}

/** What is kept of an emptied text: nothing, unless the field would then fall back to another text. */
export const takenText = (field: Field, text: string): Json | undefined =>
  text === '' && (typeof field.preset !== 'string' || field.preset === '') ? undefined : text

/** Which kind of value is there. */
export function kindOfValue(value: Json | undefined, kinds: readonly ValueKind[]): ValueKind {
  const kind: ValueKind =
    typeof value === 'number'
      ? 'number'
      : typeof value === 'boolean'
        ? 'switch'
        : typeof value === 'object'
          ? 'json'
          : 'text'
  return value === undefined ? (kinds[0] ?? 'json') : kind
}

/** The items of a list, or a single value as a list of one. */
export const itemsOf = (value: Json | undefined, bare: boolean): readonly Json[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : bare ? [value] : []

/** A list as it is kept: one item bare where that is how it was. */
export const keptItems = (items: readonly Json[], bare: boolean): Json =>
  bare && items.length === 1 ? (items[0] as Json) : [...items]

/** What a new item of a list begins as. */
export function freshItem({ control, preset, fromApp }: Field, depth = 0): Json {
  if (preset !== undefined) return preset
  if (control.kind === 'object') return freshObject(control.fields, depth)
  if (control.kind === 'variants') {
    const [first] = control.variants
    return first ? { [control.by]: first.value, ...freshObject(first.fields, depth) } : {}
  }
  if (control.kind === 'either') {
    const [first] = control.choices
    return first ? freshItem(first.field, depth) : null
  }
  // A new row of a table has a cell.
  if (control.kind === 'list') return fromApp && depth === 0 ? [freshItem(control.item, 1)] : []
  if (control.kind === 'number') return control.least ?? 0
  if (control.kind === 'json') return control.object ? {} : null
  if (control.kind === 'choice') return control.options[0]?.value ?? ''
  return control.kind === 'switch' ? false : ''
}

/** A schema from outside may require an object in itself without end. */
const DEEPEST = 4

/** Required settings of an object begin empty, so that their problems stand at their fields. */
const freshObject = (fields: readonly Field[], depth = 0): JsonObject =>
  depth > DEEPEST
    ? {}
    : Object.fromEntries(
        fields
          .filter(({ required, preset, fromApp }) => required && (preset === undefined || fromApp))
          .map((field) => [field.key, freshItem(field, depth + 1)]),
      )

/** An object with one setting changed; undefined takes it away. */
export function withKey(value: Json | undefined, key: string, next: Json | undefined): JsonObject {
  const { [key]: _, ...rest } = isObject(value) ? value : {}
  if (next === undefined) return rest
  // A setting stays at its place, so that a document differs only where it was edited.
  return isObject(value) && Object.hasOwn(value, key) ? { ...value, [key]: next } : { ...rest, [key]: next }
}

/** Settings of another variant: what both know stays. */
export function asVariant(
  value: Json | undefined,
  control: Extract<Control, { kind: 'variants' }>,
  to: string,
): JsonObject {
  const fields = control.variants.find((one) => one.value === to)?.fields ?? []
  const known = new Set(fields.map(({ key }) => key))
  const kept = Object.entries(isObject(value) ? value : {}).filter(([key]) => known.has(key))
  return { [control.by]: to, ...freshObject(fields), ...Object.fromEntries(kept) }
}

/** Whether a field holds an expression now. */
export const isExpression = (field: Field, value: Json | undefined): boolean =>
  field.expression === 'template' && typeof value === 'string' && hasExpression(value)
