import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MAX_DELETED_RUNS } from '#contract/runs/deletion-rules.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { runToken } from '#web/lib/run-token.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { runQuery } from './run-query.ts'
import { forgetStoredFiles, refreshRuns } from './start-run.ts'

/** What is lost and what stays. */
const Consequences = () => (
  <>
    <p>
      Deletes the input, uploaded documents, the result, every step and the files it made, for good. Runs that were
      started from inside it are deleted too.
    </p>
    <p className="text-muted">
      Billing records stay, without any content. Runs you made from it stay, and so does a document that another run,
      schedule or workflow uses. A run that is still working can't be deleted: stop it first.
    </p>
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
    notify({ type: 'success', title: 'Run deleted' })
  })
  return (
    <>
      <Button
        size="sm"
        icon={<Trash2 aria-hidden="true" />}
        reason={run.abilities.delete.reason ?? undefined}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title="Delete this run?"
          keep="Keep run"
          act="Delete run"
          busy={remove.busy && 'Deleting...'}
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
      title: `Deleted: ${formatNumber(deleted)} of ${formatNumber(results.length)}`,
      ...(kept[0]?.error && { message: kept[0].error.message }),
    })
  })
  if (ids.length === 0) return null
  const tooMany = ids.length > MAX_DELETED_RUNS ? `Select up to ${MAX_DELETED_RUNS} runs.` : undefined
  return (
    <section aria-label="Selected runs" className="flex flex-wrap items-center gap-3 surface-card px-4 py-2">
      <p role="status" className="font-medium tabular-nums">
        {formatNumber(ids.length)} selected
      </p>
      <Button size="sm" icon={<Trash2 aria-hidden="true" />} reason={tooMany} onClick={() => setAsking(true)}>
        Delete selected
      </Button>
      <Button size="sm" variant="ghost" onClick={() => onCleared([])}>
        Clear selection
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={`Delete the selected runs (${formatNumber(ids.length)})?`}
          keep="Keep runs"
          act="Delete runs"
          busy={remove.busy && 'Deleting...'}
          failure={remove.error !== null && friendly(remove.error)}
          onAct={() => void remove.run()}
        >
          <Consequences />
        </ConfirmDialog>
      )}
    </section>
  )
}
