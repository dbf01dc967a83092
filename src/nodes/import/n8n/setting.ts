/** Fields that are set, under names that may be. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { isObject } from '#shared/json.ts'
import { type Mapped, mapped } from './mapped.ts'
import type { StepReader } from './step-reader.ts'

/** Adds one field to the existing ones. */
export const beside = (name: string, value: Json): Mapped =>
  mapped('set_fields', { keep_input: true, fields: [{ name, value }] })

export const isUsableFieldName = (name: string): boolean =>
  name !== '' && name.length <= 200 && !(RESERVED_KEYS as readonly string[]).includes(name)

/** `a.b` names a field in a field: such fields are put into one object first. */
export function setting(reader: StepReader, pairs: { name: string; value: Json }[], keep: boolean): JsonObject {
  const flat: { name: string; value: Json }[] = []
  const nested: JsonObject = {}
  for (const { name, value } of pairs) {
    if (name.includes('{{')) {
      reader.warn('setting', name.slice(0, 100), 'The name of a field came from an expression: enter the name')
      continue
    }
    const path = name.split('.')
    if (path.some((part) => !isUsableFieldName(part))) continue
    const [first = '', ...rest] = path
    if (rest.length === 0 || path.length > 8) flat.push({ name, value })
    else {
      if (keep && !(first in nested))
        reader.warn('approximate', name.slice(0, 100), `The object “${first}” is replaced; n8n kept its other fields`)
      let target = Object.hasOwn(nested, first) && isObject(nested[first]) ? nested[first] : {}
      nested[first] = target
      for (const [index, part] of rest.entries()) {
        if (index === rest.length - 1) target[part] = value
        else {
          const inner: JsonObject = isObject(target[part]) ? target[part] : {}
          target[part] = inner
          target = inner
        }
      }
    }
  }
  const fields = [...flat, ...Object.entries(nested).map(([name, value]) => ({ name, value }))].slice(0, 200)
  return { ...(keep && { keep_input: true }), fields }
}
