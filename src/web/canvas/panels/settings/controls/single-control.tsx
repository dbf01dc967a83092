import type { Json } from '#contract/core/primitives.ts'
import type { FieldViewProps } from '#web/canvas/panels/settings/form/form-context.ts'
import type { FieldMode } from '#web/canvas/panels/settings/form/use-field-mode.ts'
import type { ValuePicker } from '#web/canvas/panels/settings/form/use-value-picker.ts'
import type { FieldControl } from '#web/ui/forms/field.tsx'
import { ConditionControl } from './condition-control.tsx'
import { ExpressionControl } from './expression-control.tsx'
import { PickerControl } from './picker-control.tsx'
import { SchemaControl } from './schema-control.tsx'
import { SimpleControl } from './simple-controls.tsx'
import { ValueControl } from './value-control.tsx'

const PICKED: ReadonlySet<string> = new Set([
  'credential',
  'model',
  'workflow',
  'agent',
  'data_table',
  'skill',
  'knowledge',
  'node_type',
  'cron',
  'time_zone',
  'code',
])

/** The control of one value, or the editor of its expression. */
export function SingleControl({
  field,
  value,
  path,
  onChange,
  ids,
  mode,
  picker,
  disabled,
  bare = false,
}: FieldViewProps & {
  ids: FieldControl
  mode: FieldMode
  picker: ValuePicker
  disabled: boolean
  /** Its kind is chosen elsewhere. */
  bare?: boolean
}) {
  const { control } = field
  const set = (next: Json | undefined) => onChange(next, { path, title: field.title })
  const shared = { field, value, onChange: set, ids, disabled }
  const { ask, editor } = picker
  if (mode.expression && field.condition)
    return <ConditionControl {...shared} autoFocus={mode.turned} editor={editor} onPick={ask} />
  if (field.jsonSchema && !mode.expression) return <SchemaControl {...shared} />
  if (mode.expression) return <ExpressionControl {...shared} autoFocus={mode.turned} editor={editor} onPick={ask} />
  if (control.kind === 'value') return <ValueControl {...shared} kinds={control.kinds} bare={bare} onSign={ask} />
  return PICKED.has(control.kind) ? (
    <PickerControl {...shared} control={control} />
  ) : (
    <SimpleControl {...shared} control={control} onSign={ask} />
  )
}
