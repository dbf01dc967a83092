import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { load } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { Divider, ProviderButtons, signInMethodsQuery } from './provider-buttons.tsx'
import { useSignIn } from './use-sign-in.ts'

const SecondStep = lazyPart(
  () => import('./second-step.tsx'),
  (m) => m.SecondStep,
)

const SignOnOffer = lazyPart(
  () => import('./sign-on-offer.tsx'),
  (m) => m.SignOnOffer,
)

/** Without it the page works by email and password all the same. */
export const loader = () => load(signInMethodsQuery).catch(() => null)

/** Specification §2.4. Where one lands afterwards is left to the guards, which follow `?next=`. */
export function Component() {
  const [params] = useSearchParams()
  const { email, password, busy, setBusy, failure, setFailure, wantsCode, back, blocked, submit } = useSignIn()
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
      <Divider passkey />
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
        <Suspense>{email.value !== '' && <SignOnOffer typed={email.value} disabled={busy !== null} />}</Suspense>
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="current-password"
          disabled={busy !== null}
          aside={
            <TextLink href={paths.forgotPassword(params.get('next'))} className="text-base">
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
          disabled={blocked}
          busy={busy === 'password' && t('Signing in...')}
        >
          {t('Sign in')}
        </Button>
      </form>
    </AuthCard>
  )
}
