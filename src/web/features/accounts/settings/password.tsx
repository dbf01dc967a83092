import { type FormEvent, useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { givenRule } from '#web/parts/accounts/identity/current-password-rule.ts'
import { NewPasswordFields } from '#web/parts/accounts/identity/new-password-fields.tsx'
import { useNewPassword } from '#web/parts/accounts/identity/use-new-password.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { connectionsQuery } from './connections.tsx'

/** The password: changed where there is one, set where there is none. */
export function Password() {
  const { ways } = useData(connectionsQuery)
  const hasPassword = ways.some(({ way, connected }) => way === 'password' && connected)
  const [done, setDone] = useState<string | null>(null)
  return (
    <Card>
      <CardHeader title={t('Password')}>
        {hasPassword
          ? t('Use a password you use nowhere else.')
          : t('You don’t have a password. With one, you can also sign in when your provider is unavailable.')}
      </CardHeader>
      {done !== null && (
        <div className="mb-4">
          <Callout tone="good">{done}</Callout>
        </div>
      )}
      <PasswordForm
        key={String(hasPassword)}
        hasPassword={hasPassword}
        onStart={() => setDone(null)}
        onDone={() => setDone(hasPassword ? t('Your password was changed.') : t('Your password was set.'))}
      />
    </Card>
  )
}

interface FormProps {
  hasPassword: boolean
  onStart: () => void
  onDone: () => void
}

/** Sends the form; a wrong current password is shown at its field. */
function usePasswordForm({ hasPassword, onStart, onDone }: FormProps) {
  const [confirmed, dialog] = useConfirmed()
  const current = useField(givenRule)
  const { password, confirm } = useNewPassword()
  const [endOtherAccess, setEndOtherAccess] = useState(true)
  const fields = [...(hasPassword ? [current] : []), password, confirm]
  const save = useAction(async () => {
    onStart()
    const new_password = password.value
    try {
      if (hasPassword) {
        const body = { current_password: current.value, new_password, end_other_access: endOtherAccess }
        await call('changePassword', { body })
      } else await confirmed(() => call('setPassword', { body: { new_password } }))
    } catch (error) {
      if (error instanceof NotConfirmed) return
      if (!(error instanceof ApiError) || error.code !== 'password_wrong') throw error
      current.refuse(t(error.message))
      return
    }
    for (const field of fields) field.clear()
    onDone()
    await refresh('getConnections', 'listSessions', 'listApiKeys')
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fits = fields.toReversed().map((field) => field.check())
    if (!fits.includes(false)) void save.run()
  }
  const blocked = fields.some((field) => field.value === '' || field.error !== undefined)
  return { current, password, confirm, endOtherAccess, setEndOtherAccess, save, submit, blocked, dialog }
}

function PasswordForm(props: FormProps) {
  const form = usePasswordForm(props)
  const { current, password, confirm, save, submit, blocked, dialog } = form
  return (
    <>
      <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
        {save.error !== null && <Callout tone="bad">{describeAccountFailure(save.error)}</Callout>}
        {props.hasPassword && (
          <PasswordField
            label={t('Current password')}
            name="current_password"
            autoComplete="current-password"
            disabled={save.busy}
            {...current.input}
          />
        )}
        <NewPasswordFields
          label={t('New password')}
          name="new_password"
          disabled={save.busy}
          password={password}
          confirm={confirm}
        />
        {props.hasPassword && (
          <Checkbox
            label={t('Sign out my other devices and revoke my API keys')}
            help={t('Recommended. Programs that use your keys stop working until you give them new ones.')}
            checked={form.endOtherAccess}
            disabled={save.busy}
            onChange={({ target }) => form.setEndOtherAccess(target.checked)}
          />
        )}
        <div>
          <Button type="submit" variant="primary" disabled={blocked} busy={save.busy && t('Saving...')}>
            {props.hasPassword ? t('Change password') : t('Set password')}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
