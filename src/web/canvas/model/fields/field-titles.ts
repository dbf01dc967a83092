/** What a dotted path in settings is called on the form. Pure. */

import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { fieldsIn } from './field-at.ts'
import type { Field } from './field-model.ts'

/** `rules.0.condition` as `Rules 1 › Condition`; what the form does not know is left as it is written. */
export function titleAt(fields: readonly Field[], path: string, config: Json | undefined): string {
  const titles: string[] = []
  let [at, value]: [readonly Field[], Json | undefined] = [fields, config]
  for (const part of path.split('.')) {
    const index = /^\d+$/.test(part) ? Number(part) : null
    const item = index === null ? undefined : at.find(({ key }) => key === '')
    const field = item ?? at.find(({ key }) => key === part)
    value = Array.isArray(value) && index !== null ? value[index] : isObject(value) ? value[part] : undefined
    if (item && index !== null) titles.push(`${titles.pop() ?? ''} ${index + 1}`.trim())
    else titles.push(field?.title ?? part)
    at = field ? fieldsIn(field, value) : []
  }
  return titles.join(' › ')
}

/** The settings that name a credential, with what they name, wherever they stand. */
export function credentialsIn(
  fields: readonly Field[],
  value: Json | undefined,
  path = '',
): { path: string; field: Field; id: Json | undefined }[] {
  const given = isObject(value) ? value : {}
  return fields.flatMap((field) => {
    const here = path === '' ? field.key : `${path}.${field.key}`
    const inside = given[field.key]
    const { control } = field
    if (control.kind === 'credential') return [{ path: here, field, id: inside }]
    if (control.kind === 'object') return credentialsIn(control.fields, inside, here)
    if (control.kind !== 'list' || !Array.isArray(inside)) return []
    return inside.flatMap((item, index) => credentialsIn(fieldsIn(control.item, item), item, `${here}.${index}`))
  })
}
