import type { Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldText } from './field.tsx'
import { inputClass } from './text-field.tsx'

export type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> &
  FieldText & { valid?: boolean; mono?: boolean; ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ label, help, error, hideLabel, optional, valid, mono, ...props }: TextAreaProps) {
  const state = error ? 'error' : valid ? 'valid' : undefined
  return (
    <Field {...{ label, help, error, hideLabel, optional }}>
      {(control) => (
        <textarea
          rows={5}
          {...props}
          {...control}
          className={`block min-h-20 resize-y px-3 py-2 ${mono ? 'font-mono text-base' : ''} ${inputClass(state)}`}
        />
      )}
    </Field>
  )
}
