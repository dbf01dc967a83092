import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useState } from 'react'
import { IconButton } from './button.tsx'
import { Field, type FieldText } from './field.tsx'

type State = 'error' | 'valid' | undefined

const border = (state: State) =>
  state === 'error' ? 'border-bad' : state === 'valid' ? 'border-good' : 'border-control'

export const inputClass = (state?: State) =>
  `w-full rounded border bg-surface text-ink text-base transition-colors duration-100 placeholder:text-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted ${border(state)}`

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> &
  FieldText & {
    /** The success style of §5. */
    valid?: boolean
    /** An icon inside the box, on its left. */
    icon?: ReactNode
    aside?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** One line of text; `type="password"` brings its own show and hide toggle. */
export function TextField({ label, help, error, hideLabel, optional, aside, valid, icon, ...props }: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const secret = props.type === 'password'
  const state = error ? 'error' : valid ? 'valid' : undefined
  const text = { label, help, error, hideLabel, optional, aside }
  return (
    <Field {...text}>
      {(control) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted [&_svg]:size-4">
              {icon}
            </span>
          )}
          <input
            {...props}
            {...control}
            type={secret && shown ? 'text' : (props.type ?? 'text')}
            className={`h-9 px-3 ${icon ? 'pl-9' : ''} ${secret ? 'pr-10' : ''} ${inputClass(state)}`}
          />
          {secret && (
            <IconButton
              size="sm"
              label={shown ? 'Hide password' : 'Show password'}
              aria-pressed={shown}
              disabled={props.disabled}
              onClick={() => setShown(!shown)}
              className="absolute top-1 right-1"
            >
              {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            </IconButton>
          )}
        </div>
      )}
    </Field>
  )
}

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
          className={`block min-h-20 resize-y px-3 py-2 ${mono ? 'font-mono text-sm' : ''} ${inputClass(state)}`}
        />
      )}
    </Field>
  )
}
