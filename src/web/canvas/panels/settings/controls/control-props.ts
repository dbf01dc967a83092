/** What every control of a field is given. */
import type { Json } from '#contract/core/primitives.ts'
import type { Field } from '#web/canvas/model/fields/field-model.ts'
import type { FieldControl } from '#web/ui/forms/field.tsx'

export interface ControlProps {
  field: Field
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  ids: FieldControl
  disabled: boolean
}
