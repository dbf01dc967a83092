import { type FormEvent, useId, useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { PUBLICATION_LIMITS } from '#contract/workflows/publication-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { refusalOf } from '#web/canvas/services/queries/refusal.ts'
import { askServer, seenRevision } from '#web/canvas/services/queries/seen-revision.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Asks for the name that the draft as it is now is kept by. */
export function CheckpointDialog() {
  const store = useView().windows.versions.checkpoint
  return useStore(store) ? <Keeping onClose={() => store.set(false)} /> : null
}

function Keeping({ onClose }: { onClose: () => void }) {
  const [draft, view] = [useDraft(), useView()]
  const save = useStore(draft.save)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const form = useId()
  const keep = useAction(async () => {
    const base_revision = await seenRevision(draft, askServer)
    const params = { id: draft.id as WorkflowId }
    const { number } = await call('saveCheckpoint', { params, body: { name, base_revision } })
    await refresh('listVersions')
    view.message.set({
      text: t('Saved as version {number}, “{name}”. It isn’t published.', { number, name: name.trim() }),
      tone: 'info',
    })
    onClose()
  })
  const missing = name.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!missing) void keep.run()
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t('Save checkpoint')}
      description={t(
        'Every edit is saved automatically. A checkpoint saves the current draft under a name, so you can compare with it or return to it.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={keep.busy && t('Saving...')}
            reason={save.state === 'read_only' ? save.reason : undefined}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TextField
          label={t('Name')}
          autoComplete="off"
          maxLength={PUBLICATION_LIMITS.name}
          value={name}
          error={tried && missing ? t('Name is required') : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        {keep.error !== null && <Callout tone="bad">{refusalOf(keep.error)}</Callout>}
      </form>
    </Dialog>
  )
}
