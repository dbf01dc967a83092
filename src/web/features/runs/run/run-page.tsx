import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { AcceptancePanel } from '#web/parts/runs/acceptance/acceptance-panel.tsx'
import { RunResult } from '#web/parts/runs/chat/run-result.tsx'
import { useLiveRun } from '#web/parts/runs/live-run.ts'
import { nodeKey } from '#web/parts/runs/run-events.ts'
import { RunFailure } from '#web/parts/runs/run-failure.tsx'
import { Trace } from '#web/parts/runs/trace/trace.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { AccountsUsed } from './accounts-used.tsx'
import { ForkDialog } from './fork-dialog.tsx'
import { InLine } from './queue-place.tsx'
import { RunDocuments } from './run-documents.tsx'
import { RunGraph } from './run-graph.tsx'
import { RunHead, runTitle } from './run-head.tsx'
import { ShareNotice } from './share-run.tsx'
import { Timeline } from './timeline.tsx'
import { Waits } from './wait-answer.tsx'

export type Crumbs = (run: Execution) => { label: string; href: string }[]

export interface RunPageProps {
  id: string
  crumbs: Crumbs
  /** Where another run is opened from here. */
  address: (id: string) => string
}

/** One run from the queue to its result: its timeline next to the diagram of its workflow, and its actions. */
export function RunPage({ id, crumbs, address }: RunPageProps) {
  const navigate = useNavigate()
  const user = useUser()
  const live = useLiveRun(id)
  const { run, lost } = live
  const [forked, setForked] = useState<NodeRun | null>(null)
  const opened = (other: string) => {
    setForked(null)
    void navigate(address(other))
  }
  return (
    <Page title={`${runTitle(run)} · ${t('Run')}`} wide>
      <div data-run={run.status} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <RunHead run={run} crumbs={crumbs(run)} address={address} />
        {user !== null && run.agent !== null && <ShareNotice id={run.id} />}
        {lost && <Callout tone="warn">{t('Connection lost. Reconnecting... The run continues.')}</Callout>}
        {run.queue && <InLine queue={run.queue} />}
        {run.payload_removed_at !== null && (
          <Callout title={t('The content of this run was deleted')}>
            {t(
              'Its content was deleted after the retention time in your settings or of this installation. Date, status and cost are kept.',
            )}
          </Callout>
        )}
        {!run.content_open && (
          <Callout title={t('You can see this run’s progress but not its content')}>
            {t(
              'It belongs to another account. Super admins can see its steps, times, errors and cost, and can pause or cancel it.',
            )}
          </Callout>
        )}
        {run.content_open && <Waits runId={run.id} nodes={run.nodes} />}
        {user && run.content_open && <AccountsUsed run={run} />}
        {run.status === 'failed' && <RunFailure run={run} />}
        {user !== null && <AcceptancePanel run={run} />}
        {run.status === 'succeeded' && run.content_open && run.payload_removed_at === null && <RunResult run={run} />}
        <Steps live={live} onFork={setForked} />
        {run.trace_open && (run.inside_paise > 0 || run.nodes.some(({ usage }) => usage.length > 0)) && (
          <section aria-labelledby="trace" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h2 id="trace" className="text-lg">
              {t('Trace')}
            </h2>
            <Trace run={run} />
          </section>
        )}
        {run.content_open && (
          <details>
            <summary className="w-fit rounded py-1 font-semibold text-lg">{t('Input')}</summary>
            <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
              {user !== null && <RunDocuments input={run.input} />}
              <CodeBlock code={JSON.stringify(run.input, null, 2)} label={t('Input as JSON')} />
            </div>
          </details>
        )}
      </div>
      {forked && <ForkDialog run={run} node={forked} onClose={() => setForked(null)} onStarted={opened} />}
    </Page>
  )
}

/** `?step=` is the step that is open. */
function Steps({ live, onFork }: { live: ReturnType<typeof useLiveRun>; onFork: (node: NodeRun) => void }) {
  const [params, setParams] = useSearchParams()
  const selected = params.get('step')
  const select = (node_id: string, iteration: string) =>
    setParams(
      (known) => {
        const next = new URLSearchParams(known)
        next.set('step', nodeKey({ node_id, iteration }))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const { run } = live
  return (
    <section
      aria-labelledby="timeline"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-6"
    >
      <h2 id="timeline" className="text-lg lg:col-span-2">
        {t('Timeline')}
      </h2>
      <Timeline live={live} selected={selected} onFork={onFork} />
      {run.graph.nodes.length > 1 && (
        <div className="surface-card p-3 max-lg:row-start-2 lg:sticky lg:top-20">
          <RunGraph run={run} selected={selected?.split(':')[0] ?? null} onSelect={select} />
        </div>
      )}
    </section>
  )
}
