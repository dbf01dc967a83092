import type { Control } from './field-model.ts'
import { type ControlProps, TextControl } from './simple-controls.tsx'

/** Settings that name something there is: a credential, a model, a workflow, a time. */
export function PickerControl(props: ControlProps & { control: Control }) {
  return <TextControl {...props} lines={props.control.kind === 'code'} />
}
