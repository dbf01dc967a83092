import { t } from '#web/lib/language.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import type { useNewPassword } from './use-new-password.ts'

type Fields = ReturnType<typeof useNewPassword> & { label: string; name: string; disabled: boolean }

/** The two fields of `useNewPassword`. */
export function NewPasswordFields({ label, name, disabled, password, confirm }: Fields) {
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        help={t('At least 8 characters')}
        disabled={disabled}
        {...password.input}
      />
      <PasswordField
        label={t('Confirm password')}
        name="confirm"
        autoComplete="new-password"
        disabled={disabled}
        {...confirm.input}
      />
    </>
  )
}
