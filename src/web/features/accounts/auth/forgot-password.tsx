import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { firebaseConfig } from '#web/lib/firebase-config.ts'
import { t } from '#web/lib/language.ts'
import { emailRule } from '#web/parts/accounts/identity/rules.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { TextLink } from '#web/ui/link.tsx'
import { AuthCard } from './auth-card.tsx'

/** Asks for the link that sets a new password. What it says never depends on whether the address has an account. */
export function Component() {
  const next = useSearchParams()[0].get('next')
  const email = useField(emailRule)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useAction(async () => {
    if (firebaseConfig) await (await import('#web/api/firebase-identity.ts')).sendReset(email.value)
    else await call('requestReset', { body: { email: email.value } })
    setSentTo(email.value)
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.check()) void send.run()
  }

  return (
    <AuthCard
      title={t('Forgot your password?')}
      subtitle={t('We’ll email you a link to set a new one.')}
      after={
        <>
          {t('Remembered it?')} <TextLink href={paths.login(next)}>{t('Sign in')}</TextLink>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {send.error !== null && <Callout tone="bad">{describeAccountFailure(send.error)}</Callout>}
        {sentTo !== null && send.error === null && (
          <Callout tone="good" title={t('Check your email')}>
            {t('If there’s an account with this address, we’ve sent it a link. The link works once, for one hour.')}{' '}
            <bdi className="break-all font-medium">{sentTo}</bdi>
          </Callout>
        )}
        <TextField
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          disabled={send.busy}
          {...email.input}
        />
        <Button type="submit" variant="primary" size="lg" wide busy={send.busy && t('Sending...')}>
          {sentTo === null ? t('Send link') : t('Send it again')}
        </Button>
      </form>
    </AuthCard>
  )
}
