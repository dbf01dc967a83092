import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, session } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { NewPasswordFields } from '#web/parts/accounts/identity/new-password-fields.tsx'
import { useNewPassword } from '#web/parts/accounts/identity/use-new-password.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { AuthCard } from './auth-card.tsx'

/** The mailed link: a new password, then a sign-in with it. Every session of the account has ended by then, this browser's too. */
export function Component() {
  const [params] = useSearchParams()
  const [done, setDone] = useState(false)
  const [dead, setDead] = useState(false)
  const token = params.get('token') ?? ''
  if (done) return <Changed />
  if (token === '' || dead) return <DeadLink />
  return <NewPassword token={token} onDone={() => setDone(true)} onDead={() => setDead(true)} />
}

const isDead = (error: unknown) => error instanceof ApiError && error.code === 'link_invalid'

function NewPassword({ token, onDone, onDead }: { token: string; onDone: () => void; onDead: () => void }) {
  const { password, confirm } = useNewPassword()
  const save = useAction(async () => {
    try {
      await call('resetPassword', { body: { token, new_password: password.value } })
    } catch (error) {
      if (!isDead(error)) throw error
      onDead()
      return
    }
    // If a user was signed in here, their session has ended: the page must know.
    if (session.get().identity !== null) await session.logout().catch(() => {})
    session.left()
    onDone()
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fits = [confirm, password].map((field) => field.check())
    if (!fits.includes(false)) void save.run()
  }

  const blocked = [password, confirm].some((field) => field.error !== undefined || field.value === '')
  return (
    <AuthCard
      title={t('Set a new password')}
      subtitle={t('This signs you out everywhere. Then sign in with the new password.')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {save.error !== null && <Callout tone="bad">{describeAccountFailure(save.error)}</Callout>}
        <NewPasswordFields
          label={t('New password')}
          name="password"
          disabled={save.busy}
          password={password}
          confirm={confirm}
        />
        <Button type="submit" variant="primary" size="lg" wide disabled={blocked} busy={save.busy && t('Saving...')}>
          {t('Save new password')}
        </Button>
      </form>
    </AuthCard>
  )
}

const Changed = () => (
  <AuthCard title={t('Your password was changed')}>
    <Callout tone="good">{t('You’ve been signed out everywhere.')}</Callout>
    <LinkButton href={paths.login()} variant="primary" size="lg" wide>
      {t('Sign in')}
    </LinkButton>
  </AuthCard>
)

const DeadLink = () => (
  <AuthCard title={t('This link no longer works')}>
    <Callout tone="warn">
      {t('It was already used, is more than one hour old, or wasn’t copied completely. Your password hasn’t changed.')}
    </Callout>
    <LinkButton href={paths.forgotPassword()} variant="primary" size="lg" wide>
      {t('Request a new link')}
    </LinkButton>
  </AuthCard>
)
