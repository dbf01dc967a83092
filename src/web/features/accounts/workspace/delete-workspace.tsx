import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { OpenMoney } from '#contract/accounts/workspaces.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { firebaseConfig } from '#web/lib/firebase-config.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { openWorkspace } from '#web/lib/workspace.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface Here {
  id: string
  name: string
}

/** Everything in it goes, for all members. */
export function DeleteWorkspace({ workspace }: { workspace: Here }) {
  const [asking, setAsking] = useState(false)
  return (
    <Card>
      <CardHeader title={t('Delete the workspace')}>
        {t('This is immediate and permanent, for everyone in it. Agents that others use stay available to them.')}
      </CardHeader>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('Delete workspace')}
      </Button>
      {asking && <Ask workspace={workspace} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Ask({ workspace: { id, name }, onClose }: { workspace: Here; onClose: () => void }) {
  const same: Rule = (value) => (value.trim() === name ? undefined : t('Type {name} to continue', { name }))
  const typed = useField(same)
  const [confirmed, dialog] = useConfirmed()
  const [state, setState] = useState<{ busy?: true; failure?: string }>({})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!typed.check() || state.busy) return
    setState({ busy: true })
    try {
      const remove = () => call('deleteWorkspace', { params: { id }, body: { name: typed.value.trim() } })
      await (firebaseConfig ? remove() : confirmed(remove))
      openWorkspace(null)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'money_open') void refresh('getWorkspaceDeletion')
      const problem = error instanceof ApiError ? error.problem('name') : undefined
      if (problem) typed.refuse(problem)
      setState(problem || error instanceof NotConfirmed ? {} : { failure: friendly(error) })
    }
  }
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        size="sm"
        title={t('Delete {name}?', { name })}
        footer={
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button type="submit" form="delete-workspace" variant="danger" busy={state.busy && t('Deleting...')}>
              {t('Delete workspace')}
            </Button>
          </>
        }
      >
        <form id="delete-workspace" noValidate onSubmit={submit} className="grid gap-4">
          <p>{t('This permanently deletes its services, workflows, runs, files, knowledge and API keys.')}</p>
          <p>{t('To keep something, move it to another workspace first: choose that in its menu.')}</p>
          <Met id={id} />
          <TextField {...typed.input} label={t('Type {name} to continue', { name })} autoComplete="off" />
          {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        </form>
      </Dialog>
      {dialog}
    </>
  )
}

function openText({ kind, count, paise }: OpenMoney): string {
  const named = { count, amount: formatPaise(paise) }
  switch (kind) {
    case 'runs':
      return t('Runs that hold money: {count} ({amount}). Wait for them, or stop them.', named)
    case 'acceptance':
      return t('Results that wait to be accepted: {count} ({amount}).', named)
    case 'orders':
      return t('Open orders: {count} ({amount}). Pay them, or wait until they expire.', named)
    case 'refunds':
      return t('Refunds that aren’t finished: {count} ({amount}).', named)
    case 'disputes':
      return t('Disputes that the bank hasn’t decided: {count} ({amount}).', named)
    case 'payouts':
      return t('Payouts on their way: {count} ({amount}).', named)
    case 'earnings':
      return t('Earnings that haven’t been paid out: {amount}.', named)
  }
}

/** What has to be settled first, and what is lost. */
function Met({ id }: { id: string }) {
  const { data } = useQuery(q('getWorkspaceDeletion', { params: { id } }))
  if (!data) return null
  const { open, credits_paise } = data
  return (
    <>
      {open.length > 0 && (
        <Callout tone="warn" title={t('Settle this first')}>
          <ul className="list-disc pl-5">
            {open.map((one) => (
              <li key={one.kind}>{openText(one)}</li>
            ))}
          </ul>
        </Callout>
      )}
      {credits_paise > 0 && <p>{t('{amount} of credits are lost.', { amount: formatPaise(credits_paise) })}</p>}
    </>
  )
}
