import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DeletionSummary } from '#contract/accounts/account-data.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, session } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { SignedOutState } from '#web/app/guards/sign-out.ts'
import { firebaseConfig } from '#web/lib/firebase-config.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export const deletionQuery = q('getDeletionSummary')

/** The danger zone: what would be lost is shown before anything is asked. */
export function DeleteAccount() {
  const summary = useData(deletionQuery)
  const [asking, setAsking] = useState(false)
  const open = () => {
    void refresh('getDeletionSummary')
    setAsking(true)
  }
  return (
    <Card>
      <CardHeader title={t('Delete your account')}>
        {t(
          'This is immediate and permanent. You’ll be signed out everywhere, and your email address can be used for a new account.',
        )}
      </CardHeader>
      <Button variant="danger" reason={summary.refusal ? t(summary.refusal) : undefined} onClick={open}>
        {t('Delete account')}
      </Button>
      {summary.refusal && <p className="mt-2 text-muted text-base">{t(summary.refusal)}</p>}
      {asking && <Ask summary={summary} onClose={() => setAsking(false)} />}
    </Card>
  )
}

/** One line a kind of thing that there is. */
function lossesOf(summary: DeletionSummary): string[] {
  const kinds: [number, string, string][] = [
    [summary.workflows, t('workflow with its edits'), t('workflows with their edits')],
    [summary.services, t('AI service'), t('AI services')],
    [summary.runs, t('run with its result'), t('runs with their results')],
    [summary.files, t('uploaded file'), t('uploaded files')],
    [summary.api_keys, t('API key'), t('API keys')],
    [summary.agents_removed, t('agent that nobody else uses'), t('agents that nobody else uses')],
  ]
  return kinds
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${formatNumber(count)} ${count === 1 ? one : many}`)
}

function Losses({ summary }: { summary: DeletionSummary }) {
  return (
    <div className="grid gap-3">
      <p>{t('This permanently deletes:')}</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>{t('your profile, picture, notifications and messages to us')}</li>
        {lossesOf(summary).map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      {summary.open_runs > 0 && (
        <Callout tone="warn">
          {t('{count} of your runs haven’t finished. They’ll be cancelled.', {
            count: formatNumber(summary.open_runs),
          })}
        </Callout>
      )}
      {summary.agents_kept > 0 && (
        <Callout tone="warn">
          {t(
            '{count} of your agents are used by others. They stay available to those users without your name, but new users can’t add them. Your listing texts stay as they are.',
            { count: formatNumber(summary.agents_kept) },
          )}
        </Callout>
      )}
      <p className="text-muted text-base">
        {t(
          'For runs of other sellers’ agents, the time and outcome are kept for the agent’s statistics, without input or output.',
        )}
      </p>
    </div>
  )
}

function Ask({ summary, onClose }: { summary: DeletionSummary; onClose: () => void }) {
  const navigate = useNavigate()
  const email = useUser()?.email ?? ''
  const same: Rule = (value) =>
    value.trim().toLowerCase() === email.toLowerCase() ? undefined : t('Type {email} to continue', { email })
  const typed = useField(same)
  const [confirmed, dialog] = useConfirmed()
  const [state, setState] = useState<{ busy?: true; failure?: string }>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!typed.check() || state.busy) return
    setState({ busy: true })
    try {
      const remove = () => call('deleteAccount', { body: { email: typed.value.trim() } })
      await (firebaseConfig ? remove() : confirmed(remove))
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem('email') : undefined
      if (problem) typed.refuse(problem)
      setState(problem || error instanceof NotConfirmed ? {} : { failure: textOf(error) })
      return
    }
    if (firebaseConfig) await (await import('#web/api/firebase-identity.ts')).deleteFirebaseUser().catch(() => {})
    // The server knows nobody here any more; this browser only has to forget.
    await session.logout().catch(() => {})
    await navigate(paths.auth(), { state: { wasLoggedOut: true, reason: 'account_deleted' } satisfies SignedOutState })
    session.left()
  }

  return (
    <>
      <Dialog open onClose={onClose} title={t('Delete your account?')}>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
          <Losses summary={summary} />
          {state.failure && <Callout tone="bad">{state.failure}</Callout>}
          <TextField
            label={t('Your email address')}
            help={email}
            autoComplete="off"
            inputMode="email"
            disabled={state.busy}
            {...typed.input}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              type="submit"
              variant="danger"
              disabled={same(typed.value) !== undefined}
              busy={state.busy && t('Deleting...')}
            >
              {t('Delete account')}
            </Button>
          </div>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}

/** A refusal keeps its own words: they say what to do first. */
const textOf = (error: unknown): string => {
  if (error instanceof ApiError && error.code === 'confirmation_needed')
    return t('Sign out and in again, then delete your account within ten minutes.')
  return error instanceof ApiError && error.status !== null && error.status < 500 ? error.message : friendly(error)
}
