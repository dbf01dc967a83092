/** The form a run waits for, from its stored fields: questions, current values, and what is sent. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import type { FieldKind, FormField, FormValues } from '#web/parts/runs/form-shape.ts'

const KINDS: readonly FieldKind[] = ['text', 'textarea', 'number', 'boolean', 'select', 'email', 'date']

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value : []).filter(isObject)

export interface WaitShape {
  fields: readonly FormField[]
  /** What the fields begin with. */
  values: FormValues
}

/** Null when these are no fields a form can be made of: then the values are entered as JSON. */
export function waitShape(details: Json): WaitShape | null {
  const given = objects(details)
  const fields = given.map((field): FormField | null => {
    const kind = KINDS.find((one) => one === field.type)
    if (kind === undefined || text(field.name) === '') return null
    return {
      name: text(field.name),
      kind,
      label: text(field.label) || text(field.name),
      help: text(field.help),
      required: field.required === true,
      maxLength: typeof field.max_length === 'number' ? field.max_length : null,
      options: objects(field.options).map((one) => ({
        value: text(one.value),
        label: text(one.label) || text(one.value),
      })),
    }
  })
  if (fields.length === 0 || fields.includes(null)) return null
  const known = fields.filter((field) => field !== null)
  const begun = known.map((field, at) => [field.name, begin(field, given[at]?.value)] as const)
  return { fields: known, values: Object.fromEntries(begun) }
}

function begin(field: FormField, value: Json | undefined): string | boolean {
  if (field.kind === 'boolean') return value === true
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  // A decision is made, not accepted by default.
  return ''
}

/** Every field is sent: an emptied one is told as such. */
export const sentValues = (fields: readonly FormField[], values: FormValues): JsonObject =>
  Object.fromEntries(
    fields.map(({ name, kind }): [string, Json] => {
      const value = values[name] ?? ''
      if (typeof value === 'boolean') return [name, value]
      const entered = typeof value === 'string' ? value : ''
      if (kind === 'number') return [name, entered.trim() === '' ? null : Number(entered)]
      return [name, entered === '' ? null : entered]
    }),
  )
