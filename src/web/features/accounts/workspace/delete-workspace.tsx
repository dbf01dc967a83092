import { type FormEvent, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { firebaseConfig } from '#web/lib/firebase-config.ts'
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
          <TextField {...typed.input} label={t('Type {name} to continue', { name })} autoComplete="off" />
          {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        </form>
      </Dialog>
      {dialog}
    </>
  )
}
