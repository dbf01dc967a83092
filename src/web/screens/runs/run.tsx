import { Link2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Execution } from '#contract/executions.ts'
import { load } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/layouts/page.tsx'
import type { ScreenArgs } from '#web/layouts/screen-module.ts'
import { formatDuration } from '#web/lib/format.ts'
import { AgentIcon } from '#web/listing/agent-icon.tsx'
import { paths } from '#web/paths.ts'
import { type LiveRun, useLiveRun } from '#web/run/live-run.ts'
import { RunActions } from '#web/run/run-actions.tsx'
import { RunFailure } from '#web/run/run-failure.tsx'
import { runQuery } from '#web/run/run-query.ts'
import { durationOf } from '#web/run/steps.tsx'
import { useControl } from '#web/run/use-control.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { notify } from '#web/ui/notification-store.ts'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { Timeline } from './timeline.tsx'
import { Waits } from './wait-answer.tsx'

const ResultViewer = lazy(() => import('#web/viewer/result-viewer.tsx').then((m) => ({ default: m.ResultViewer })))

export const loader = ({ params }: ScreenArgs) => load(runQuery(params.id ?? ''))

const nameOf = (run: Execution): string => run.service?.name ?? run.agent?.name ?? run.workflow.name

export function Component() {
  const { id = '' } = useParams()
  const live = useLiveRun(id)
  const { run, lost } = live
  return (
    <Page title={`${nameOf(run)} · Run`} wide>
      <div data-run={run.status} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Head live={live} />
        {lost && (
          <Callout tone="warn">The connection is lost and being taken up again. The run goes on without it.</Callout>
        )}
        <Waits runId={run.id} nodes={run.nodes} />
        {run.status === 'failed' && <RunFailure run={run} />}
        {run.status === 'succeeded' && (
          <Suspense fallback={<Spinner />}>
            <ResultViewer key={run.id} run={run} />
          </Suspense>
        )}
        <section aria-labelledby="timeline" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 id="timeline" className="text-lg">
            Timeline
          </h2>
          <Timeline live={live} />
        </section>
        <details>
          <summary className="w-fit rounded py-1 font-semibold text-lg">Input</summary>
          <div className="mt-2">
            <CodeBlock code={JSON.stringify(run.input, null, 2)} label="Input as JSON" />
          </div>
        </details>
      </div>
    </Page>
  )
}

function Head({ live: { run } }: { live: LiveRun }) {
  const navigate = useNavigate()
  const control = useControl(run.id)
  const user = useUser()
  const crumbs =
    user === null
      ? [
          { label: 'Marketplace', href: paths.marketplace() },
          ...(run.agent ? [{ label: run.agent.name, href: paths.agent(run.agent.slug) }] : []),
        ]
      : [{ label: 'My Workflows', href: paths.myWorkflows() }]
  return (
    <header className="grid gap-3">
      <Breadcrumbs crumbs={crumbs} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          {run.agent && <AgentIcon icon={run.agent.icon} />}
          <div className="grid min-w-0 gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="text-2xl">{nameOf(run)}</h1>
              <StatusChip status={run.status} />
            </div>
            <Facts run={run} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyAddress shared={user === null} />
          <RunActions run={run} control={control} onMoved={(id) => void navigate(paths.run(id))} />
        </div>
      </div>
    </header>
  )
}

function Facts({ run }: { run: Execution }) {
  const took = durationOf(run)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-muted">
      <span>
        Started <RelativeTime time={run.created_at} />
      </span>
      {took !== null && <span className="tabular-nums">· took {formatDuration(took)}</span>}
      <span>· {run.trigger}</span>
      {run.agent && (
        <span>
          · <TextLink href={paths.agent(run.agent.slug)}>{run.agent.name}</TextLink>
        </span>
      )}
      {run.service && (
        <span>
          · <TextLink href={paths.service(run.service.id)}>{run.service.name}</TextLink>
        </span>
      )}
    </p>
  )
}

/** The address opens the run for whoever may see it: its owner, or this tab for a run without an account. */
function CopyAddress({ shared }: { shared: boolean }) {
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href)
    notify({
      type: 'success',
      title: 'The address is copied',
      message: shared
        ? 'A run without an account opens in this tab only. Sign in before running to open it elsewhere.'
        : 'It opens for you, on any device you are signed in on.',
    })
  }
  return (
    <Button size="sm" icon={<Link2 aria-hidden="true" />} onClick={() => void copy()}>
      Copy address
    </Button>
  )
}
