import { type FormEvent, type MouseEvent, useEffect, useState } from 'react'
import { TRUSTED_DAYS } from '#contract/accounts/two-factor-values.ts'
import { loginErrorText } from '#contract/platform/messages.ts'
import { track } from '#web/api/analytics.ts'
import { identity } from '#web/api/call.ts'
import { IdentityError } from '#web/api/identity.ts'
import { t } from '#web/lib/language.ts'
import { appCodeRule, backupCodeRule } from '#web/parts/accounts/identity/code-rule.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { AuthCard } from './auth-card.tsx'

export interface SecondStepProps {
  /** Back to the password, with the reason when the step is over. */
  onBack: (reason: string | null) => void
}

/** Leaving the field would tell of its problem, and move the button that is being pressed from under the pointer. */
const stay = (event: MouseEvent) => event.preventDefault()

const wordsOf = (error: unknown) => t(loginErrorText(error instanceof Error ? error.message : ''))

/** The code after the password. Where one lands afterwards is left to the guards. */
export function SecondStep({ onBack }: SecondStepProps) {
  const [kind, setKind] = useState<'app' | 'backup'>('app')
  const code = useField(kind === 'app' ? appCodeRule : backupCodeRule)
  const [trust, setTrust] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const field = code.input.ref
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code is another field
  useEffect(() => field.current?.focus(), [field, kind])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!code.check() || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await identity.enter('finishSignIn', { code: code.value, trust_device: trust })
      track('login', { method: 'password' })
    } catch (error) {
      setBusy(false)
      const reason = error instanceof IdentityError ? error.code : ''
      if (reason === 'second_step_over') onBack(wordsOf(error))
      else if (reason === 'code_wrong') code.refuse(wordsOf(error))
      else setFailure(wordsOf(error))
    }
  }

  const swap = () => {
    setKind(kind === 'app' ? 'backup' : 'app')
    code.clear()
    setFailure(null)
  }

  return (
    <AuthCard title={t('One more step')} subtitle={t('Enter your sign-in code')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {failure && <Callout tone="bad">{failure}</Callout>}
        <CodeField
          key={kind}
          kind={kind}
          label={kind === 'app' ? t('Code') : t('Backup code')}
          help={
            kind === 'app'
              ? t('The 6 digits that your authenticator app shows for this account.')
              : t('One of your ten backup codes. Each works once.')
          }
          name="code"
          disabled={busy}
          {...code.input}
        />
        <Checkbox
          label={t('Trust this browser for {days} days', { days: TRUSTED_DAYS })}
          help={t('You won’t be asked for a code in this browser until then. Don’t use this on a shared computer.')}
          checked={trust}
          disabled={busy}
          onChange={(event) => setTrust(event.target.checked)}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          disabled={code.value === '' || code.error !== undefined}
          busy={busy && t('Signing in...')}
        >
          {t('Verify')}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button variant="ghost" size="sm" disabled={busy} onMouseDown={stay} onClick={() => onBack(null)}>
            {t('Back')}
          </Button>
          <Button variant="ghost" size="sm" disabled={busy} onMouseDown={stay} onClick={swap}>
            {kind === 'app' ? t('Use a backup code') : t('Use your authenticator app')}
          </Button>
        </div>
      </form>
    </AuthCard>
  )
}
