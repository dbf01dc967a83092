import { CopyPlus, X } from 'lucide-react'
import { useState } from 'react'
import { isFinal } from '#contract/execution-states.ts'
import { editedSince } from '#graph/edited.ts'
import { useDraft } from '#web/canvas/use-draft.ts'
import { useView } from '#web/canvas/use-view.ts'
import { useStore } from '#web/lib/store.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { copyToEditor } from './pins.ts'
import { closeRun } from './run-desk.ts'
import { runningOf } from './running.ts'

/** Over the canvas while a past run is looked at, and while the connection to a live one is lost. */
export function RunBanner() {
  const [draft, view] = [useDraft(), useView()]
  const desk = runningOf(draft)
  const [run, past, lost, ran, document, refusal] = [
    useStore(desk.run),
    useStore(desk.past),
    useStore(desk.lost),
    useStore(desk.ran),
    useStore(draft.document),
    useStore(desk.refusal),
  ]
  const [busy, setBusy] = useState(false)
  if (!run) return null
  if (!past)
    return lost && !isFinal(run.status) ? (
      <p role="status" className="border-warn border-b bg-warn-soft px-4 py-1.5 text-sm text-warn">
        The connection is lost and being taken up again. The run goes on without it.
      </p>
    ) : null
  const edited = ran === null ? 0 : editedSince(document, ran).size
  const copy = async () => {
    setBusy(true)
    await copyToEditor(draft, view)
    setBusy(false)
  }
  return (
    <section
      aria-label="Past run"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-indigo-soft px-4 py-1.5 text-sm"
    >
      <StatusChip status={run.status} />
      <p className="min-w-0 grow">
        Run of {formatExactTime(run.created_at)}
        {run.version !== null && `, version ${run.version}`}. It cannot be edited while it is shown.
        {edited > 0 && ` ${edited === 1 ? 'One node was' : `${edited} nodes were`} edited since.`}
      </p>
      <Button
        size="sm"
        icon={<CopyPlus aria-hidden="true" />}
        busy={busy && 'Copying...'}
        reason={refusal ?? (isFinal(run.status) ? undefined : 'It is still running.')}
        onClick={() => void copy()}
      >
        Copy to editor
      </Button>
      <Button size="sm" variant="ghost" icon={<X aria-hidden="true" />} onClick={() => closeRun(draft)}>
        Back to editing
      </Button>
    </section>
  )
}
