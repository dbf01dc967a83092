import { type FormEvent, useState } from 'react'
import { loginErrorText } from '#contract/platform/messages.ts'
import { track } from '#web/api/analytics.ts'
import { identity } from '#web/api/call.ts'
import { IdentityError } from '#web/api/identity.ts'
import { t } from '#web/lib/language.ts'
import { claimAfterSignUp, takeClaimAfterSignUp } from '#web/lib/run-token.ts'
import { emailRule, nameRule } from '#web/parts/accounts/identity/rules.ts'
import { useNewPassword } from '#web/parts/accounts/identity/use-new-password.ts'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** Names the address on the page that comes next: a mistyped one is noticed while it can still be changed. */
const tellOfMail = (address: string): string =>
  notify({
    type: 'success',
    title: t('Your account is ready'),
    message: t('We’ve emailed a confirmation link to {email}. Not yours? Change it in Account Settings.', {
      email: address,
    }),
    duration: MAIL_NOTE_MS,
  })

/** Long enough to read it once the next page is there. */
const MAIL_NOTE_MS = 15_000

const FAILED = 'Your account couldn’t be created'

/**
 * The fields of a sign-up and their submission. An error that names a field is shown at the field, any other above the
 * form.
 * @param invitation the token of a mailed link, and the address it was sent to
 */
export function useSignUp(invitation: { token: string; email: string } | null) {
  const name = useField(nameRule)
  const email = useField(emailRule, invitation?.email)
  const { password, confirm } = useNewPassword()
  const fields = [name, email, password, confirm]
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const refuse = (error: unknown) => {
    const problems = error instanceof IdentityError ? error.problems : []
    const named = { display_name: name, email, password }
    let shown = false
    for (const [key, field] of Object.entries(named)) {
      const problem = problems.find((p) => p.field === key || p.field === `body.${key}`)
      if (problem) field.refuse(t(problem.message))
      shown ||= problem !== undefined
    }
    if (!shown) setFailure(t(error instanceof Error && error.message ? loginErrorText(error.message) : FAILED))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fits = fields.toReversed().map((field) => field.check())
    if (sending || fits.includes(false)) return
    setSending(true)
    setFailure(null)
    try {
      claimAfterSignUp()
      await identity.createUser(email.value, password.value, name.value.trim(), invitation?.token)
      track('sign_up', { method: 'password' })
      tellOfMail(email.value)
      for (const field of fields) field.clear()
    } catch (error) {
      takeClaimAfterSignUp()
      refuse(error)
    } finally {
      setSending(false)
    }
  }

  return { name, email, password, confirm, sending, failure, setFailure, submit }
}
