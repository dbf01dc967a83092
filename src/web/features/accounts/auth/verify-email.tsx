import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf, session } from '#web/api/call.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { AuthCard } from './auth-card.tsx'

/** The mailed link that confirms an address. It requires a click, because mail scanners open links automatically. */
export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [confirmed, setConfirmed] = useState<DataOf<'verifyEmail'> | null>(null)
  const confirm = useAction(async () => {
    setConfirmed(await call('verifyEmail', { body: { token } }))
    if (session.get().identity === null) return
    await session.refresh()
    await refresh('getProfile')
  })
  const dead = token === '' || (confirm.error instanceof ApiError && confirm.error.code === 'link_invalid')
  if (confirmed) return <Confirmed {...confirmed} />
  if (dead) return <DeadLink />
  if (confirm.error instanceof ApiError && confirm.error.code === 'link_of_another')
    return <SignInFirst token={token} />
  return (
    <AuthCard title={t('Confirm your email address')} subtitle={t('Confirm that this email address is yours.')}>
      {confirm.error !== null && <Callout tone="bad">{describeAccountFailure(confirm.error)}</Callout>}
      <Button
        variant="primary"
        size="lg"
        wide
        busy={confirm.busy && t('Confirming...')}
        onClick={() => void confirm.run()}
      >
        {t('Confirm address')}
      </Button>
    </AuthCard>
  )
}

function Confirmed({ email, changed }: DataOf<'verifyEmail'>) {
  return (
    <AuthCard title={changed ? t('Your email address was changed') : t('Your email address is confirmed')}>
      <Callout tone="good">
        <bdi className="break-all font-medium">{email}</bdi>
      </Callout>
      <Onward />
    </AuthCard>
  )
}

/** Not requested by the signed-in user. A person who did not request it ignores it, and nothing is confirmed. */
function SignInFirst({ token }: { token: string }) {
  const user = useUser()
  return (
    <AuthCard title={t('Sign in to confirm this address')}>
      <Callout tone="warn">
        {user
          ? t('This link is for a different account, not {email}. Sign out, then open it again.', {
              email: user.email,
            })
          : t(
              'This link is for an account that isn’t signed in here. If you didn’t create one with this address, ignore it: the address stays unconfirmed.',
            )}
      </Callout>
      {!user && (
        <LinkButton href={paths.login(paths.verifyEmail(token))} variant="primary" size="lg" wide>
          {t('Sign in')}
        </LinkButton>
      )}
    </AuthCard>
  )
}

function DeadLink() {
  return (
    <AuthCard title={t('This link no longer works')}>
      <Callout tone="warn">
        {t(
          'It was already used, has expired, or wasn’t copied completely. If the address was confirmed before, it still is.',
        )}
      </Callout>
      <Onward />
    </AuthCard>
  )
}

function Onward() {
  const user = useUser()
  return (
    <LinkButton href={user ? paths.settings() : paths.login()} variant="primary" size="lg" wide>
      {user ? t('Go to settings') : t('Sign in')}
    </LinkButton>
  )
}
