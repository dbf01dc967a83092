import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ExternalProvider } from '#contract/accounts/external-providers.ts'
import { load } from '#web/api/query.ts'
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

/** A new account is an active basic user and is signed in at once. */
export function Component() {
  const [params] = useSearchParams()
  const { name, email, password, confirm, blocked, sending, failure, setFailure, submit } = useSignUp()
  const [popup, setPopup] = useState<ExternalProvider | null>(null)
  const busy = sending || popup !== null
  return (
    <AuthCard
      title={t('Create your account')}
      subtitle={t('Free to start. Run agents and keep every result.')}
      after={
        <>
          {t('Already have an account?')} <TextLink href={paths.login(params.get('next'))}>{t('Sign in')}</TextLink>
        </>
      }
    >
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
          disabled={blocked || busy}
          busy={sending && t('Creating your account...')}
        >
          {t('Create account')}
        </Button>
      </form>
    </AuthCard>
  )
}
