import { CopyPlus, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { copyToEditor } from '#web/canvas/services/run/pins.ts'
import { closeRun } from '#web/canvas/services/run/run-control.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { ranAs } from './run-words.ts'
import { sinceThen } from './since-then.ts'

/** Over the canvas while a past run is looked at, and while the connection to a live one is lost. */
export function RunBanner() {
  const draft = useDraft()
  const past = useStore(draft.run.past)
  const session = (past?.draft ?? draft).run
  const [run, lost, ran, document] = [
    useStore(session.execution),
    useStore(session.lost),
    useStore(session.ran),
    useStore(draft.document),
  ]
  if (!run) return null
  if (past) return <Past run={run} shown={past.draft !== null} since={ran ? sinceThen(document, ran) : ''} />
  return lost && !isFinal(run.status) ? (
    <p role="status" className="border-warn border-b bg-warn-soft px-4 py-1.5 text-base text-warn">
      {t('Connection lost. Reconnecting... The run continues.')}
    </p>
  ) : null
}

/** Which run is looked at, what it ran, and the ways back to the editor. */
function Past({ run, shown, since }: { run: Execution; shown: boolean; since: string }) {
  const [draft, view] = [useDraft(), useView()]
  const refusal = useStore(draft.run.refusal)
  const [busy, setBusy] = useState(false)
  const copy = async () => {
    setBusy(true)
    await copyToEditor(draft, view)
    setBusy(false)
  }
  return (
    <section
      aria-label={t('Past run')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-indigo border-b bg-indigo-soft px-4 py-1.5 text-base"
    >
      <StatusChip status={run.status} />
      <p className="min-w-0 grow basis-72">
        <strong className="font-semibold">
          {t('Run of {created_at}', { created_at: formatExactTime(run.created_at) })}
        </strong>
        , {ranAs(run)}.{' '}
        {shown
          ? t('This is the workflow as it ran. It’s read-only.')
          : t('The version it ran no longer exists, so the run is shown on the current workflow, read-only.')}{' '}
        {since}
      </p>
      <Button
        size="sm"
        icon={<CopyPlus aria-hidden="true" />}
        busy={busy && t('Copying...')}
        reason={refusal ?? (isFinal(run.status) ? undefined : t('It’s still running.'))}
        title={t('Pins its outputs in the editor so you can continue from there')}
        onClick={() => void copy()}
      >
        {t('Copy to editor')}
      </Button>
      <Button size="sm" icon={<PencilLine aria-hidden="true" />} onClick={() => closeRun(draft)}>
        {t('Back to editing')}
      </Button>
    </section>
  )
}
