/** Fields made of several: objects, and one of several kinds of object. */

import { Fragment } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { type Control, type Field, isAsked } from '#web/canvas/model/fields/field-model.ts'
import { asVariant, freshItem, withKey } from '#web/canvas/model/fields/field-value.ts'
import { type Change, type DrawField, join, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { AgentToolFields } from './agent-tool.tsx'
import { AppToolFields } from './app-tool.tsx'

/** The fields of an object, each asked for where it matters. */
export function ObjectFields({
  fields,
  among = fields,
  value,
  path,
  onChange,
  draw,
}: {
  fields: readonly Field[]
  /** All fields of the object, which decide together which of them are asked for. */
  among?: readonly Field[]
  value: Json | undefined
  path: string
  onChange: Change
  draw: DrawField
}) {
  const given: JsonObject = isObject(value) ? value : {}
  return (
    <>
      {fields
        .filter((field) => isAsked(field, given, among))
        .map((field) => (
          <Fragment key={field.key}>
            {draw({
              field,
              value: Object.hasOwn(given, field.key) ? given[field.key] : undefined,
              path: join(path, field.key),
              onChange: (next, at) => onChange(withKey(given, field.key, next), at),
            })}
          </Fragment>
        ))}
    </>
  )
}

/** An object that may be left out: whether it is there is said by a switch, and what it held comes back by undo. */
export function OptionalObject({
  field,
  fields,
  value,
  path,
  onChange,
  draw,
}: {
  field: Field
  fields: readonly Field[]
  value: Json | undefined
  path: string
  onChange: Change
  draw: DrawField
}) {
  const { readOnly } = useSettingsForm()
  const there = value !== undefined && value !== null
  return (
    <>
      <Checkbox
        label={t('Use {title}', { title: field.title })}
        disabled={readOnly !== null}
        checked={there}
        onChange={({ target }) => onChange(target.checked ? freshItem(field) : undefined, { path, title: field.title })}
      />
      {there && <ObjectFields fields={fields} value={value} path={path} onChange={onChange} draw={draw} />}
    </>
  )
}

const isAgentTool = (fields: readonly Field[]) => fields.some(({ control }) => control.kind === 'agent')
const isAppTool = (fields: readonly Field[]) => fields.some(({ control }) => control.kind === 'app_action')

/** One of several kinds of object; what both kinds know stays when another is chosen. */
export function VariantFields({
  control,
  value,
  path,
  onChange,
  draw,
}: {
  control: Extract<Control, { kind: 'variants' }>
  value: Json | undefined
  path: string
  onChange: Change
  draw: DrawField
}) {
  const { readOnly } = useSettingsForm()
  const mark = isObject(value) ? value[control.by] : undefined
  const chosen = control.variants.find((one) => one.value === mark)
  const at = join(path, control.by)
  return (
    <>
      <div data-path={at}>
        <Select
          label={t('Kind')}
          disabled={readOnly !== null}
          value={chosen?.value ?? ''}
          options={[
            ...(chosen ? [] : [{ value: '', label: t('Choose') }]),
            ...control.variants.map((one) => ({ value: one.value, label: one.title })),
          ]}
          onChange={({ target }) => onChange(asVariant(value, control, target.value), { path: at, title: t('Kind') })}
        />
      </div>
      {chosen &&
        (isAppTool(chosen.fields) ? (
          <AppToolFields fields={chosen.fields} value={value} path={path} onChange={onChange} draw={draw} />
        ) : isAgentTool(chosen.fields) ? (
          <AgentToolFields fields={chosen.fields} value={value} path={path} onChange={onChange} draw={draw} />
        ) : (
          <ObjectFields fields={chosen.fields} value={value} path={path} onChange={onChange} draw={draw} />
        ))}
    </>
  )
}
