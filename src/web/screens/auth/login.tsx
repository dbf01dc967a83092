import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ExternalProvider } from '#contract/external-providers.ts'
import { loginErrorText } from '#contract/messages.ts'
import { identity } from '#web/api/call.ts'
import { IdentityError } from '#web/api/identity.ts'
import { load } from '#web/api/query.ts'
import { emailRule, passwordRule } from '#web/forms/rules.ts'
import { useField } from '#web/forms/use-field.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Divider, ProviderButtons, waysQuery } from './provider-buttons.tsx'

const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

/** Without it the page works by email and password all the same. */
export const loader = () => load(waysQuery).catch(() => null)

/** Specification §2.4. Where one lands afterwards is left to the guards, which follow `?next=`. */
export function Component() {
  const [params] = useSearchParams()
  const email = useField(emailRule)
  const password = useField(passwordRule)
  const [busy, setBusy] = useState<'password' | ExternalProvider | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [wantsCode, setWantsCode] = useState(false)
  const blocked = Boolean(email.error || password.error) || email.value === '' || password.value === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Checked from the last to the first, so that the first problem has the focus.
    const passwordFits = password.check()
    if (!email.check() || !passwordFits || busy) return
    setBusy('password')
    setFailure(null)
    try {
      await identity.signInWithPassword(email.value, password.value)
      email.clear()
      password.clear()
    } catch (error) {
      if (error instanceof IdentityError && error.code === 'second_factor_needed') setWantsCode(true)
      else setFailure(t(loginErrorText(error instanceof Error ? error.message : '')))
    } finally {
      setBusy(null)
    }
  }

  const back = (reason: string | null) => {
    setWantsCode(false)
    setFailure(reason)
  }
  if (wantsCode)
    return (
      <Suspense fallback={<Spinner />}>
        <SecondStep onBack={back} />
      </Suspense>
    )
  return (
    <AuthCard
      title={t('Welcome back')}
      subtitle={t('Sign in to your account to continue')}
      after={
        <>
          {t("Don't have an account?")} <TextLink href={paths.register(params.get('next'))}>{t('Sign up')}</TextLink>
        </>
      }
    >
      <ProviderButtons
        busy={busy === 'password' ? null : busy}
        disabled={busy !== null}
        onBusy={setBusy}
        onFailure={setFailure}
      />
      <PasskeyButton disabled={busy !== null} onFailure={setFailure} />
      <Divider />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {failure && <Callout tone="bad">{failure}</Callout>}
        <TextField
          label={t('Email')}
          type="email"
          name="email"
          autoComplete="username webauthn"
          disabled={busy !== null}
          {...email.input}
        />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          disabled={busy !== null}
          aside={
            <TextLink href={paths.forgotPassword()} className="text-sm">
              {t('Forgot password?')}
            </TextLink>
          }
          {...password.input}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          disabled={blocked || busy !== null}
          busy={busy === 'password' && t('Signing in...')}
        >
          {t('Sign in')}
        </Button>
      </form>
    </AuthCard>
  )
}
