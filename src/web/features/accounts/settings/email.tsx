import { type FormEvent, useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { givenRule } from '#web/parts/accounts/identity/current-password-rule.ts'
import { emailRule } from '#web/parts/accounts/identity/rules.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { connectionsQuery } from './connections.tsx'

export const profileQuery = q('getProfile')

/** The address of the account: whether it is confirmed, and how it becomes another one. */
export function Email() {
  const { email, is_verified } = useData(profileQuery)
  const [changing, setChanging] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const hasPassword = useData(connectionsQuery).ways.some(({ way, connected }) => way === 'password' && connected)
  const reason = hasPassword ? undefined : t('Set a password first. You need it to change your email address.')
  return (
    <Card>
      <CardHeader title={t('Email address')}>{t('You sign in with this address, and we send email to it.')}</CardHeader>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <bdi className="min-w-0 break-all font-medium">{email}</bdi>
        {is_verified ? <Badge tone="good">{t('Confirmed')}</Badge> : <Badge tone="warn">{t('Not confirmed')}</Badge>}
        <div className="sm:ml-auto">
          {!changing && (
            <Button reason={reason} onClick={() => setChanging(true)}>
              {t('Change')}
            </Button>
          )}
        </div>
      </div>
      {reason !== undefined && <p className="mt-2 text-muted text-base">{reason}</p>}
      {!is_verified && <Unconfirmed />}
      {sentTo !== null && (
        <div className="mt-4">
          <Callout tone="good" title={t('Check your new mailbox')}>
            {t('Your address changes when you open the link we sent to {email}.', { email: sentTo })}
          </Callout>
        </div>
      )}
      {changing && (
        <ChangeEmail
          onCancel={() => setChanging(false)}
          onSent={(address) => {
            setChanging(false)
            setSentTo(address)
          }}
        />
      )}
    </Card>
  )
}

function Unconfirmed() {
  const [sent, setSent] = useState(false)
  const send = useAction(async () => {
    await call('requestVerification', {})
    setSent(true)
  })
  return (
    <div className="mt-4 grid gap-3">
      {send.error !== null && <Callout tone="bad">{describeAccountFailure(send.error)}</Callout>}
      {sent && send.error === null && (
        <Callout tone="good">{t('We’ve sent a link. It works for 24 hours and replaces earlier ones.')}</Callout>
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted">
        {t(
          'We sent you a confirmation link. You can sign in with Google or GitHub only after you confirm your address.',
        )}
        <Button size="sm" busy={send.busy && t('Sending...')} onClick={() => void send.run()}>
          {t('Resend link')}
        </Button>
      </p>
    </div>
  )
}

function ChangeEmail({ onCancel, onSent }: { onCancel: () => void; onSent: (address: string) => void }) {
  const email = useField(emailRule)
  const password = useField(givenRule)
  const change = useAction(async () => {
    try {
      await call('changeEmail', { body: { new_email: email.value, password: password.value } })
      onSent(email.value)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const atEmail = error.problem('new_email')
      if (error.code === 'password_wrong') password.refuse(t(error.message))
      else if (atEmail) email.refuse(t(atEmail))
      else throw error
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fits = [password, email].map((field) => field.check())
    if (!fits.includes(false)) void change.run()
  }
  const blocked = [email, password].some((field) => field.value === '' || field.error !== undefined)
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid max-w-md gap-4 border-line border-t pt-4">
      {change.error !== null && <Callout tone="bad">{describeAccountFailure(change.error)}</Callout>}
      <TextField
        label={t('New email address')}
        type="email"
        name="new_email"
        autoComplete="email"
        help={t('The change takes effect when you open the link we send to this address.')}
        disabled={change.busy}
        {...email.input}
      />
      <PasswordField
        label={t('Your password')}
        name="password"
        autoComplete="current-password"
        disabled={change.busy}
        {...password.input}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={blocked} busy={change.busy && t('Sending...')}>
          {t('Send link')}
        </Button>
        <Button disabled={change.busy} onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
