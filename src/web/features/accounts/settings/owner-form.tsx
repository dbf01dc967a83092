import { type FormEvent, type ReactNode, useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'
import { anyCodeRule } from '#web/parts/accounts/identity/code-rule.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { givenRule } from '#web/parts/accounts/identity/current-password-rule.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'

interface OwnerFormProps {
  hasPassword: boolean
  /** What the button reads. */
  submit: string
  danger?: boolean
  send: (given: { password?: string }, code: string) => Promise<void>
  onCancel: () => void
  children?: ReactNode
  /** Ask for a code as well. */
  withCode?: boolean
}

/** Asks for the password where the account has one; where it has none the server asks for a recent sign-in. */
export function OwnerForm(props: OwnerFormProps) {
  const { hasPassword, withCode = false } = props
  const password = useField(givenRule)
  const code = useField(anyCodeRule)
  const fields = [...(hasPassword ? [password] : []), ...(withCode ? [code] : [])]
  const [state, setState] = useState<{ busy?: true; failure?: string }>({})
  const [confirmed, dialog] = useConfirmed()

  const refuse = (error: unknown) => {
    const reason = error instanceof ApiError ? error.code : null
    if (reason === 'password_wrong') password.refuse(describeAccountFailure(error))
    else if (reason === 'code_wrong') code.refuse(describeAccountFailure(error))
    else if (!(error instanceof NotConfirmed)) return setState({ failure: describeAccountFailure(error) })
    setState({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fits = fields.toReversed().map((field) => field.check())
    if (fits.includes(false) || state.busy) return
    setState({ busy: true })
    const given = hasPassword ? { password: password.value } : {}
    await confirmed(() => props.send(given, code.value)).catch(refuse)
  }

  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        {props.children}
        {hasPassword && (
          <PasswordField
            label={t('Your password')}
            name="password"
            autoComplete="current-password"
            disabled={state.busy}
            {...password.input}
          />
        )}
        {withCode && (
          <CodeField
            label={t('Code')}
            help={t('From your authenticator app, or a backup code.')}
            name="code"
            disabled={state.busy}
            {...code.input}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={props.onCancel}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant={props.danger ? 'danger' : 'primary'}
            disabled={fields.some((field) => field.value === '' || field.error !== undefined)}
            busy={state.busy && t('Checking...')}
          >
            {props.submit}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
