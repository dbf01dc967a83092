import type { JsonObject } from '#contract/core/primitives.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { ObjectFields } from './controls/group-fields.tsx'
import { FieldView } from './field-view.tsx'
import type { Change } from './form/form-context.ts'

/** The fields of a JSON Schema of settings, in a form. */
export function SettingsFields(props: { schema: JsonObject; config: JsonObject; change: Change }) {
  const fields = fieldsOf(props.schema)
  if (fields.length === 0) return <p className="text-muted">This node has no settings.</p>
  return (
    <ObjectFields
      fields={fields}
      value={props.config}
      path=""
      onChange={props.change}
      draw={(field) => <FieldView {...field} />}
    />
  )
}
