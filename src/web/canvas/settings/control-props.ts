/** What every control of a field is given. */
import type { Json } from '#contract/core/primitives.ts'
import type { FieldControl } from '#web/ui/field.tsx'
import type { Field } from './field-model.ts'

export interface ControlProps {
  field: Field
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  ids: FieldControl
  disabled: boolean
}
