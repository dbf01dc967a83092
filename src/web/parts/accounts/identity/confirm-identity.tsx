import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, session } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { anyCodeRule } from './code-rule.ts'
import { givenRule } from './current-password-rule.ts'

const wantsConfirmation = (error: unknown) => error instanceof ApiError && error.code === 'confirmation_needed'

/** The person closed the question: the act did not happen, and nothing failed. */
export class NotConfirmed extends Error {}

/**
 * For acts that ask for a recent sign-in: `confirmed(work)` does the work, and where the server wants to know again who it is, asks
 * and does it once more. Throws what the work throws, or NotConfirmed. The dialog has to be drawn.
 */
export function useConfirmed(): [confirmed: <T>(work: () => Promise<T>) => Promise<T>, dialog: ReactNode] {
  const [asking, setAsking] = useState(false)
  const answer = useRef<(confirmed: boolean) => void>(() => {})
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve
      setAsking(true)
    })
  const confirmed = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!wantsConfirmation(error)) throw error
      if (!(await ask())) throw new NotConfirmed()
      return await work()
    }
  }
  const end = (done: boolean) => {
    setAsking(false)
    answer.current(done)
  }
  return [confirmed, asking && <ConfirmIdentity onEnd={end} />]
}

function ConfirmIdentity({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { data, error } = useQuery(q('getTwoFactor'))
  const [way, setWay] = useState<'password' | 'code' | null>(null)
  const shown = way ?? (data?.has_password ? 'password' : data?.enabled ? 'code' : 'again')
  return (
    <Dialog open onClose={() => onEnd(false)} size="sm" title={t('Confirm it’s you')}>
      <div className="grid gap-4">
        <p>{t('You signed in a while ago, so we need to be sure it’s you before a change that can’t be undone.')}</p>
        {error !== null && <Callout tone="bad">{describeAccountFailure(error)}</Callout>}
        {!data && error === null && <Spinner />}
        {data && shown === 'password' && <ByPassword onEnd={onEnd} />}
        {data && shown === 'code' && <ByCode onEnd={onEnd} />}
        {data && shown === 'again' && <ByPasskey onEnd={onEnd} />}
        {data?.has_password && data.enabled && (
          <Button variant="ghost" size="sm" onClick={() => setWay(shown === 'password' ? 'code' : 'password')}>
            {shown === 'password' ? t('Use a code instead') : t('Use your password instead')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type Given = { password: string } | { code: string }

function useConfirm(
  field: Pick<ReturnType<typeof useField>, 'check' | 'refuse'>,
  given: () => Given,
  onEnd: (confirmed: boolean) => void,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!field.check() || busy) return
    setBusy(true)
    setFailure(null)
    try {
      await call('confirmIdentity', { body: given() })
      onEnd(true)
    } catch (error) {
      setBusy(false)
      const wrong = error instanceof ApiError && (error.code === 'password_wrong' || error.code === 'code_wrong')
      if (wrong) field.refuse(describeAccountFailure(error))
      else setFailure(describeAccountFailure(error))
    }
  }
  return { busy, failure, submit: (event: FormEvent) => void submit(event) }
}

function ByPassword({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const password = useField(givenRule)
  const form = useConfirm(password, () => ({ password: password.value }), onEnd)
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4">
      {form.failure && <Callout tone="bad">{form.failure}</Callout>}
      <PasswordField
        label={t('Your password')}
        name="password"
        autoComplete="current-password"
        disabled={form.busy}
        {...password.input}
      />
      <Send busy={form.busy} disabled={password.value === ''} onCancel={() => onEnd(false)} />
    </form>
  )
}

function ByCode({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const code = useField(anyCodeRule)
  const form = useConfirm(code, () => ({ code: code.value }), onEnd)
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4">
      {form.failure && <Callout tone="bad">{form.failure}</Callout>}
      <CodeField
        label={t('Code')}
        help={t('From your authenticator app, or a backup code.')}
        name="code"
        disabled={form.busy}
        {...code.input}
      />
      <Send busy={form.busy} disabled={code.value === '' || code.error !== undefined} onCancel={() => onEnd(false)} />
    </form>
  )
}

function Send({ busy, disabled, onCancel }: { busy: boolean; disabled: boolean; onCancel: () => void }) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{t('Cancel')}</Button>
      <Button type="submit" variant="primary" disabled={disabled} busy={busy && t('Checking...')}>
        {t('Confirm')}
      </Button>
    </div>
  )
}

/** An account without password and code: it signs in again, with a passkey here, or by leaving the page. */
function ByPasskey({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const use = async () => {
    const before = session.get().identity?.subject
    setBusy(true)
    setFailure(null)
    try {
      await (await import('#web/api/passkey-sign-in.ts')).signInWithPasskey({ suggest: false })
      // Of another user: this page is theirs now, and what was started here is not.
      onEnd(session.get().identity?.subject === before)
    } catch {
      setBusy(false)
      setFailure(t('No passkey was used. Try again, or sign out and in again.'))
    }
  }
  return (
    <>
      {failure && <Callout tone="bad">{failure}</Callout>}
      <p className="text-muted">
        {t('Your account has no password. Use a passkey, or sign out and in again with Google or GitHub.')}
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={() => onEnd(false)}>{t('Cancel')}</Button>
        <Button variant="primary" busy={busy && t('Waiting for your passkey...')} onClick={() => void use()}>
          {t('Use a passkey')}
        </Button>
      </div>
    </>
  )
}
