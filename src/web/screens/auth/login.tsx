import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { loginErrorText } from '#contract/messages.ts'
import { identity } from '#web/api/call.ts'
import { emailRule, passwordRule } from '#web/forms/rules.ts'
import { useField } from '#web/forms/use-field.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { Divider, ProviderButtons } from './provider-buttons.tsx'

/** Specification §2.4. Where one lands afterwards is left to the guards, which follow `?next=`. */
export function Component() {
  const [params] = useSearchParams()
  const email = useField(emailRule)
  const password = useField(passwordRule)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const blocked = Boolean(email.error || password.error) || email.value === '' || password.value === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Checked from the last to the first, so that the first problem has the focus.
    const passwordFits = password.check()
    if (!email.check() || !passwordFits || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await identity.signInWithPassword(email.value, password.value)
      email.clear()
      password.clear()
    } catch (error) {
      setFailure(loginErrorText(error instanceof Error ? error.message : ''))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthCard
      title="Welcome back"
      subtitle="Sign in to your account to continue"
      after={
        <>
          Don't have an account? <TextLink href={paths.register(params.get('next'))}>Sign up</TextLink>
        </>
      }
    >
      <ProviderButtons />
      <Divider />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {failure && <Callout tone="bad">{failure}</Callout>}
        <TextField label="Email" type="email" name="email" autoComplete="username" disabled={busy} {...email.input} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          disabled={busy}
          aside={
            <TextLink href={paths.forgotPassword()} className="text-sm">
              Forgot password?
            </TextLink>
          }
          {...password.input}
        />
        <Button type="submit" variant="primary" size="lg" wide disabled={blocked} busy={busy && 'Signing in...'}>
          Sign in
        </Button>
      </form>
    </AuthCard>
  )
}
