import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { loginErrorText } from '#contract/messages.ts'
import { identity } from '#web/api/call.ts'
import { IdentityError } from '#web/api/identity.ts'
import { emailRule, nameRule, newPasswordRule, sameRule } from '#web/forms/rules.ts'
import { useField } from '#web/forms/use-field.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AuthCard } from './auth-card.tsx'
import { Divider, ProviderButtons } from './provider-buttons.tsx'
import { useRecheck } from './use-recheck.ts'

/** A new account is an active basic user and is signed in at once. */
export function Component() {
  const [params] = useSearchParams()
  const name = useField(nameRule)
  const email = useField(emailRule)
  const password = useField(newPasswordRule)
  const confirm = useField(sameRule(password.value))
  const fields = [name, email, password, confirm]
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const blocked = fields.some((field) => field.error || field.value === '')
  useRecheck(password.value, confirm.recheck)

  const refuse = (error: unknown) => {
    const problems = error instanceof IdentityError ? error.problems : []
    const named = { display_name: name, email, password }
    let shown = false
    for (const [key, field] of Object.entries(named)) {
      const problem = problems.find((p) => p.field === key || p.field === `body.${key}`)
      if (problem) field.refuse(problem.message)
      shown ||= problem !== undefined
    }
    if (!shown)
      setFailure(loginErrorText(error instanceof Error ? error.message : '') || 'Failed to create the account')
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fits = fields.toReversed().map((field) => field.check())
    if (busy || fits.includes(false)) return
    setBusy(true)
    setFailure(null)
    try {
      await identity.createUser(email.value, password.value, name.value.trim())
      for (const field of fields) field.clear()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthCard
      title="Create your account"
      subtitle="Free to start. Run agents, keep every result."
      after={
        <>
          Already have an account? <TextLink href={paths.login(params.get('next'))}>Sign in</TextLink>
        </>
      }
    >
      <ProviderButtons />
      <Divider />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {failure && <Callout tone="bad">{failure}</Callout>}
        <TextField label="Name" name="name" autoComplete="name" disabled={busy} {...name.input} />
        <TextField label="Email" type="email" name="email" autoComplete="username" disabled={busy} {...email.input} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          help="At least 8 characters"
          disabled={busy}
          {...password.input}
        />
        <PasswordField
          label="Confirm password"
          name="confirm"
          autoComplete="new-password"
          disabled={busy}
          {...confirm.input}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          disabled={blocked}
          busy={busy && 'Creating your account...'}
        >
          Create account
        </Button>
      </form>
    </AuthCard>
  )
}
