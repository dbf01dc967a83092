import { TextField, type TextFieldProps } from './text-field.tsx'

/** A code that is used once, from an app or from paper: the system may fill it in, and pasting it with spaces works. */
export function CodeField({
  kind = 'app',
  ...props
}: Omit<TextFieldProps, 'type' | 'icon'> & { kind?: 'app' | 'backup' }) {
  return (
    <TextField
      {...props}
      autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
      inputMode={kind === 'app' ? 'numeric' : 'text'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
    />
  )
}
