import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldText } from './field.tsx'
import { inputClass } from './text-field.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

export type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'size'> &
  FieldText & { options: readonly Option[]; ref?: Ref<HTMLSelectElement> }

/** The list only, for fields whose label is elsewhere. */
export function SelectBox({
  options,
  invalid,
  ...props
}: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'size'> & {
  options: readonly Option[]
  invalid: boolean
  ref?: Ref<HTMLSelectElement>
}) {
  return (
    <div className="relative">
      <select {...props} className={`h-9 appearance-none pr-9 pl-3 ${inputClass(invalid ? 'error' : undefined)}`}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  )
}

/** The system's own list: it works with every keyboard, screen reader and phone. */
export function Select({ label, help, error, hideLabel, optional, ...props }: SelectProps) {
  return (
    <Field {...{ label, help, error, hideLabel, optional }}>
      {(control) => <SelectBox {...props} {...control} invalid={error !== undefined && error !== ''} />}
    </Field>
  )
}
