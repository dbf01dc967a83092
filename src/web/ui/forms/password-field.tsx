import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Field } from './field.tsx'
import { inputClass, type TextFieldProps } from './text-field.tsx'

/** A password with its show and hide toggle (§2.4). */
export function PasswordField({
  label,
  help,
  error,
  hideLabel,
  optional,
  aside,
  valid,
  ...props
}: Omit<TextFieldProps, 'type' | 'icon'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, help, error, hideLabel, optional, aside }}>
      {(control) => (
        <div className="relative">
          <input
            {...props}
            {...control}
            type={shown ? 'text' : 'password'}
            className={`h-9 pr-10 pl-3 ${inputClass(error ? 'error' : valid ? 'valid' : undefined)}`}
          />
          <IconButton
            size="sm"
            label={shown ? t('Hide password') : t('Show password')}
            aria-pressed={shown}
            disabled={props.disabled}
            onClick={() => setShown(!shown)}
            className="absolute top-1 right-1"
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
