import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_DELETED_RUNS } from '#contract/runs/deletion-rules.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { runToken } from '#web/lib/run-token.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { BackupTerms } from './backup-terms.tsx'
import { runQuery } from './run-query.ts'
import { forgetStoredFiles, refreshRuns } from './start-run.ts'

/** What is lost and what stays. */
const Consequences = () => (
  <>
    <p>
      {t(
        'Deletes the input, uploaded documents, the result, every step, decisions, comments and the files it made, for good. Runs that were started from inside it, and test cases, knowledge and memories made from it, are deleted too.',
      )}
    </p>
    <p className="text-muted">
      {t(
        "Billing records and who deleted it stay, without any content. Runs you made from it stay, and so does a document that another run, schedule or workflow uses, and what it wrote to data tables or sent to other apps. A run that is still working can't be deleted: stop it first.",
      )}
    </p>
    <BackupTerms />
  </>
)

function afterDeletion(ids: readonly string[]): void {
  forgetStoredFiles()
  for (const id of ids) queryClient.removeQueries({ queryKey: runQuery(id).queryKey })
  refreshRuns()
}

/** Deletes one run from its own page. */
export function DeleteRun({ run, onDeleted }: { run: Pick<Execution, 'id' | 'abilities'>; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const { id } = run
  const remove = useAction(async () => {
    await call('deleteExecution', { params: { id } }, { runToken: runToken(id) })
    onDeleted()
    afterDeletion([id])
    notify({ type: 'success', title: t('Run deleted') })
  })
  return (
    <>
      <Button
        size="sm"
        icon={<Trash2 aria-hidden="true" />}
        reason={run.abilities.delete.reason ?? undefined}
        onClick={() => setAsking(true)}
      >
        {t('Delete')}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Delete this run?')}
          keep={t('Keep run')}
          act={t('Delete run')}
          busy={remove.busy && t('Deleting...')}
          failure={remove.error !== null && friendly(remove.error)}
          onAct={() => void remove.run()}
        >
          <Consequences />
        </ConfirmDialog>
      )}
    </>
  )
}

/** Says how many runs are selected and deletes them. */
export function DeleteSelected({ ids, onCleared }: { ids: readonly string[]; onCleared: (left: string[]) => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(async () => {
    const { results } = await call('deleteExecutions', { body: { ids: [...ids] } })
    const kept = results.filter(({ deleted }) => !deleted)
    const deleted = results.length - kept.length
    setAsking(false)
    onCleared(kept.map(({ id }) => id))
    afterDeletion(ids)
    notify({
      type: kept.length > 0 ? 'warning' : 'success',
      title: t('Deleted: {count} of {all}', { count: formatNumber(deleted), all: formatNumber(results.length) }),
      ...(kept[0]?.error && { message: kept[0].error.message }),
    })
  })
  if (ids.length === 0) return null
  const tooMany = ids.length > MAX_DELETED_RUNS ? t('Select up to {most} runs.', { most: MAX_DELETED_RUNS }) : undefined
  return (
    <section aria-label={t('Selected runs')} className="flex flex-wrap items-center gap-3 surface-card px-4 py-2">
      <p role="status" className="font-medium tabular-nums">
        {t('{count} selected', { count: formatNumber(ids.length) })}
      </p>
      <Button size="sm" icon={<Trash2 aria-hidden="true" />} reason={tooMany} onClick={() => setAsking(true)}>
        {t('Delete selected')}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => onCleared([])}>
        {t('Clear selection')}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('Delete the selected runs ({count})?', { count: formatNumber(ids.length) })}
          keep={t('Keep runs')}
          act={t('Delete runs')}
          busy={remove.busy && t('Deleting...')}
          failure={remove.error !== null && friendly(remove.error)}
          onAct={() => void remove.run()}
        >
          <Consequences />
        </ConfirmDialog>
      )}
    </section>
  )
}
