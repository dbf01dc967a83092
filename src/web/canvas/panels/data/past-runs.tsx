import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { q } from '#web/api/query.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { openRun } from '#web/canvas/services/run/run-control.ts'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { formatRelative } from '#web/lib/time.ts'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatusChip } from '#web/ui/status.tsx'

const MOST = 50

/** Runs of this workflow, to put one on the canvas. */
export function PastRuns() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton size="sm" label={t('Past runs')} onClick={() => setOpen(true)}>
        <History aria-hidden="true" />
      </IconButton>
      <PastRunsDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

export const PastRunsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title={t('Past runs')} description={t('Choose a run to see it on the canvas.')}>
    <Runs onChosen={onClose} />
  </Dialog>
)

function Runs({ onChosen }: { onChosen: () => void }) {
  const [draft, view] = [useDraft(), useView()]
  const past = useStore(draft.home.run.past)
  const own = usePart(draft.run.execution, (run) => run?.id ?? null)
  const shown = past?.id ?? own
  const query = { workflow_id: draft.id as WorkflowId, limit: MOST }
  const { data } = useQuery({ ...q('listExecutions', { query }), staleTime: 0 })
  if (!data) return <Spinner />
  if (data.items.length === 0) return <p className="text-muted">{t('This workflow hasn’t run yet.')}</p>
  return (
    <ul className="grid gap-0.5" aria-label={t('Runs, newest first')}>
      {data.items.map((run) => {
        const took = stepDuration(run)
        return (
          <li key={run.id}>
            <button
              type="button"
              aria-current={run.id === shown}
              className="flex min-h-10 w-full items-center gap-3 rounded px-2 text-left hover:bg-hover aria-current:bg-indigo-soft"
              onClick={() => {
                onChosen()
                void openRun({ draft, view }, run.id, true)
              }}
            >
              <StatusChip status={run.status} />
              <span className="min-w-0 grow truncate">
                {formatRelative(run.created_at)}
                <span className="text-muted"> · {run.trigger}</span>
              </span>
              <span className="text-muted text-xs tabular-nums">{took === null ? '' : formatDuration(took)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
