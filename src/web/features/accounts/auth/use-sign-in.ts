import { type FormEvent, useState } from 'react'
import type { ExternalProvider } from '#contract/accounts/external-providers.ts'
import { loginErrorText } from '#contract/platform/messages.ts'
import { track } from '#web/api/analytics.ts'
import { identity } from '#web/api/call.ts'
import { IdentityError } from '#web/api/identity.ts'
import { useSession } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { emailRule, passwordRule } from '#web/parts/accounts/identity/rules.ts'
import { useField } from '#web/ui/forms/use-field.ts'
import { useSecondStep } from './use-second-step.ts'

/** The sign-in by email and password (§4: idle, busy, then success or failure), and whether it wants a code as well. */
export function useSignIn() {
  const email = useField(emailRule)
  const password = useField(passwordRule)
  const [busy, setBusy] = useState<'password' | ExternalProvider | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const secondStep = useSecondStep()
  const { ended } = useSession()
  const incomplete = Boolean(email.error || password.error) || email.value === '' || password.value === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Checked from the last to the first, so that the first problem has the focus.
    const passwordFits = password.check()
    if (!email.check() || !passwordFits || busy) return
    setBusy('password')
    setFailure(null)
    try {
      await identity.signInWithPassword(email.value, password.value)
      track('login', { method: 'password' })
      email.clear()
      password.clear()
    } catch (error) {
      if (error instanceof IdentityError && error.code === 'second_factor_needed') secondStep.ask()
      else setFailure(t(loginErrorText(error instanceof Error ? error.message : '')))
    } finally {
      setBusy(null)
    }
  }
  /** From the second step, with the reason why it was given up. */
  const back = (reason: string | null) => {
    secondStep.leave()
    setFailure(reason)
  }
  return {
    email,
    password,
    busy,
    setBusy,
    /** A blocked account is signed in by the provider and out again by us: the page that comes back says why. */
    failure: failure ?? (ended?.reason === 'blocked' ? ended.text : null),
    setFailure,
    wantsCode: secondStep.asked,
    back,
    blocked: incomplete || busy !== null,
    submit,
  }
}
