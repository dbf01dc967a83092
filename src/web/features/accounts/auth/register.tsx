import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ExternalProvider } from '#contract/accounts/external-providers.ts'
import type { SignUpMode } from '#contract/admin/setting-values.ts'
import { load, q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { NewPasswordFields } from '#web/parts/accounts/identity/new-password-fields.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { AuthCard } from './auth-card.tsx'
import { Divider, ProviderButtons, signInMethodsQuery } from './provider-buttons.tsx'
import { useSignUp } from './use-sign-up.ts'

/** Without it the page works by email and password all the same. */
export const loader = () => load(signInMethodsQuery).catch(() => null)

/** The token of a mailed link and the address it was sent to. */
function invitationIn(params: URLSearchParams): { token: string; email: string } | null {
  const token = params.get('invitation')
  return token === null ? null : { token, email: params.get('email') ?? '' }
}

/** A new account is an active basic user and is signed in at once. */
export function Component() {
  const [params] = useSearchParams()
  const { data: site } = useQuery(q('getSite'))
  const invitation = invitationIn(params)
  const shut = findShut(site?.sign_up ?? 'open', invitation !== null)
  return (
    <AuthCard
      title={shut?.title ?? t('Create your account')}
      subtitle={shut?.text ?? t('Free to start. Run agents and keep every result.')}
      after={
        <>
          {t('Already have an account?')} <TextLink href={paths.login(params.get('next'))}>{t('Sign in')}</TextLink>
        </>
      }
    >
      {shut ? <Shut /> : <SignUp invitation={invitation} />}
    </AuthCard>
  )
}

/** What is said to a person who can't sign up here; null for one who can. */
function findShut(mode: SignUpMode, isInvited: boolean): { title: string; text: string } | null {
  if (mode === 'closed')
    return {
      title: t('Sign-up is closed'),
      text: t('New accounts can’t be created at the moment. You can still sign in if you have an account.'),
    }
  if (mode === 'open' || isInvited) return null
  return {
    title: t('Accounts are by invitation'),
    text: t(
      'Open the link in your invitation email to create an account. If the invited address is with Google or GitHub, you can also sign in with it.',
    ),
  }
}

const Shut = () => (
  <p className="text-center">
    <TextLink href={paths.contact()}>{t('Contact us')}</TextLink>
  </p>
)

function SignUp({ invitation }: { invitation: ReturnType<typeof invitationIn> }) {
  const { name, email, password, confirm, sending, failure, setFailure, submit } = useSignUp(invitation)
  const [popup, setPopup] = useState<ExternalProvider | null>(null)
  const busy = sending || popup !== null
  return (
    <>
      <ProviderButtons busy={popup} disabled={busy} onBusy={setPopup} onFailure={setFailure} />
      <Divider />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {failure && <Callout tone="bad">{failure}</Callout>}
        <TextField label={t('Name')} name="name" autoComplete="name" disabled={busy} {...name.input} />
        <TextField
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username"
          disabled={busy}
          {...email.input}
        />
        <NewPasswordFields
          label={t('Password')}
          name="password"
          disabled={busy}
          password={password}
          confirm={confirm}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          disabled={popup !== null}
          busy={sending && t('Creating your account...')}
        >
          {t('Create account')}
        </Button>
      </form>
    </>
  )
}
