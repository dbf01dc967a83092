import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Field, type FieldText } from './field.tsx'

type State = 'error' | 'valid' | undefined

const border = (state: State) =>
  state === 'error' ? 'border-bad' : state === 'valid' ? 'border-good' : 'border-control'

export const inputClass = (state?: State) =>
  `w-full rounded border bg-surface text-ink text-base transition-colors placeholder:text-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ${border(state)}`

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> &
  FieldText & {
    /** The success style of §5. */
    valid?: boolean
    /** An icon inside the box, on its left. */
    icon?: ReactNode
    aside?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** One line of text. A password has its own field. */
export function TextField({ label, help, error, hideLabel, optional, aside, valid, icon, ...props }: TextFieldProps) {
  return (
    <Field {...{ label, help, error, hideLabel, optional, aside }}>
      {(control) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted [&_svg]:size-4">
              {icon}
            </span>
          )}
          <input
            type="text"
            {...props}
            {...control}
            className={`h-9 px-3 ${icon ? 'pl-9' : ''} ${inputClass(error ? 'error' : valid ? 'valid' : undefined)}`}
          />
        </div>
      )}
    </Field>
  )
}
