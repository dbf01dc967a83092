import { History } from 'lucide-react'
import { useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { inputOfRun } from '#web/parts/agents/cases/sample-input.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'

const MOST = 20
type Runs = Awaited<ReturnType<typeof runsOf>>
const runsOf = async (workflow_id: string) =>
  (await call('listExecutions', { query: { workflow_id, limit: MOST } })).items

/** Takes the input of one's own run of the workflow as a sample. */
export function FromRun({
  workflow,
  onTake,
}: {
  workflow: string
  onTake: (sample: { title: string; input: JsonObject }) => void
}) {
  const [runs, setRuns] = useState<Runs | null>(null)
  const open = useAction(async () => setRuns(await runsOf(workflow)))
  const take = useAction(async (id: string) => {
    const run = await call('getExecution', { params: { id } })
    onTake({ title: '', input: inputOfRun(run.input) })
    setRuns(null)
  })
  return (
    <>
      <Button icon={<History aria-hidden="true" />} busy={open.busy && t('Looking...')} onClick={() => void open.run()}>
        {t('From a test run')}
      </Button>
      {open.error !== null && <Callout tone="bad">{friendly(open.error)}</Callout>}
      <Dialog open={runs !== null} onClose={() => setRuns(null)} title={t('Use input from a run')}>
        {take.error !== null && <Callout tone="bad">{friendly(take.error)}</Callout>}
        {runs?.length === 0 && (
          <p className="text-muted">{t('This workflow hasn’t run yet. Run it once in the designer.')}</p>
        )}
        <ul className="grid gap-1">
          {runs?.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                className="flex min-h-11 w-full items-center gap-3 rounded px-3 text-left hover:bg-hover"
                disabled={take.busy}
                onClick={() => void take.run(run.id)}
              >
                <StatusChip status={run.status} />
                {run.title && <bdi className="min-w-0 truncate font-medium">{run.title}</bdi>}
                <span className="text-muted text-xs">
                  {t('started')} <RelativeTime time={run.created_at} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
