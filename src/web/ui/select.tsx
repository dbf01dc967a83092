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

/** The system's own list: it works with every keyboard, screen reader and phone. */
export function Select({ label, help, error, hideLabel, optional, options, ...props }: SelectProps) {
  return (
    <Field {...{ label, help, error, hideLabel, optional }}>
      {(control) => (
        <div className="relative">
          <select
            {...props}
            {...control}
            className={`h-9 appearance-none pr-9 pl-3 ${inputClass(error ? 'error' : undefined)}`}
          >
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
      )}
    </Field>
  )
}
