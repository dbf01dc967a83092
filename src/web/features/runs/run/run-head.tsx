import { Columns2, Link2, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Execution } from '#contract/runs/executions.ts'
import { useUser } from '#web/api/use-session.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { chargeText, insideCostText, modelCostText } from '#web/parts/runs/charge.ts'
import { DeleteRun } from '#web/parts/runs/delete-runs.tsx'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { usageText } from '#web/parts/runs/usage.ts'
import { useControl } from '#web/parts/runs/use-control.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { NextToReview } from './next-to-review.tsx'
import { ReuseRun } from './reuse-run.tsx'
import { RunActions } from './run-actions.tsx'
import { ShareRun } from './share-run.tsx'

export const runName = (run: Pick<Execution, 'service' | 'agent' | 'workflow'>): string =>
  run.service?.name ?? run.agent?.name ?? run.workflow.name

/** Its document where it has one: runs of the same agent are told apart by it. */
export const runTitle = (run: Pick<Execution, 'title' | 'service' | 'agent' | 'workflow'>): string =>
  run.title ?? runName(run)

export interface RunHeadProps {
  run: Execution
  crumbs: { label: string; href: string }[]
  /** Where another run is opened from here. */
  address: (id: string) => string
}

/** Title, status and actions of a run. */
export function RunHead({ run, crumbs, address }: RunHeadProps) {
  const navigate = useNavigate()
  const control = useControl(run.id)
  const user = useUser()
  const [comparing, setComparing] = useState(false)
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Breadcrumbs crumbs={crumbs} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          {run.agent && <AgentIcon agent={run.agent} />}
          <div className="grid min-w-0 gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="wrap-anywhere min-w-0 text-xl sm:text-3xl">{runTitle(run)}</h1>
              <StatusChip status={run.status} />
            </div>
            <Facts run={run} address={address} />
          </div>
        </div>
        {/* On a phone one row, which moves sideways: what was found comes first. */}
        <div className="flex flex-wrap gap-2 max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1">
          {user !== null && <NextToReview run={run} />}
          <CopyAddress shared={user === null} />
          {user !== null && (
            <Button size="sm" icon={<Columns2 aria-hidden="true" />} onClick={() => setComparing(true)}>
              {t('Compare')}
            </Button>
          )}
          {user !== null && run.agent !== null && <ShareRun id={run.id} />}
          {run.record_open && (
            <LinkButton size="sm" icon={<ScrollText aria-hidden="true" />} href={paths.runRecord(run.id)}>
              {t('Record')}
            </LinkButton>
          )}
          {user !== null && <ReuseRun run={run} />}
          <RunActions run={run} control={control} onMoved={(id) => void navigate(address(id))} />
          <DeleteRun run={run} onDeleted={() => void navigate(crumbs.at(-1)?.href ?? paths.myWorkflows())} />
        </div>
      </div>
      {comparing && <CompareDialog run={run} onClose={() => setComparing(false)} />}
    </header>
  )
}

const queuedFor = ({ created_at, started_at }: Execution): number | null =>
  started_at === null ? null : Date.parse(started_at) - Date.parse(created_at)

/** A wait shorter than this is nothing to speak of. */
const FELT_MS = 1000

function Facts({ run, address }: Pick<RunHeadProps, 'run' | 'address'>) {
  const took = stepDuration(run)
  const queued = queuedFor(run)
  const isUsual = run.priority === 'normal'
  const costs = [chargeText(run), insideCostText(run), modelCostText(run)].filter((text) => text !== null)
  return (
    <p role="status" className="wrap-anywhere flex flex-wrap items-center gap-x-2 text-muted">
      <span>{fill(t('Started {time}', { time: '{time}' }), { time: <RelativeTime time={run.created_at} /> })}</span>
      {took !== null && <span className="tabular-nums">· {t('took {time}', { time: formatDuration(took) })}</span>}
      {queued !== null && queued >= FELT_MS && (
        <span className="tabular-nums">· {t('{time} in the queue', { time: formatDuration(queued) })}</span>
      )}
      <span>· {t(run.trigger)}</span>
      {!isUsual && <span>· {t('{priority} priority', { priority: t(run.priority) })}</span>}
      {run.version !== null && (
        <span>· {run.version < 0 ? t('draft') : t('version {number}', { number: run.version })}</span>
      )}
      {run.usage.calls > 0 && <span className="tabular-nums">· {usageText(run.usage)}</span>}
      {costs.map((text) => (
        <span key={text} className="tabular-nums">
          · {text}
        </span>
      ))}
      {run.title !== null && !run.agent && !run.service && <span>· {run.workflow.name}</span>}
      {run.agent && (
        <span>
          · <TextLink href={paths.agent(run.agent.slug)}>{run.agent.name}</TextLink>
        </span>
      )}
      {run.service && (
        <span>
          ·{' '}
          <TextLink href={paths.service(run.service.id)}>
            {run.service.name === run.agent?.name ? t('My service') : run.service.name}
          </TextLink>
        </span>
      )}
      {run.source_id && (
        <span>
          ·{' '}
          {fill(t('created from {run} ({compare})', { run: '{run}', compare: '{compare}' }), {
            run: <TextLink href={address(run.source_id)}>{t('an earlier run')}</TextLink>,
            compare: <TextLink href={paths.compareRuns(run.source_id, run.id)}>{t('compare')}</TextLink>,
          })}
        </span>
      )}
    </p>
  )
}

/** The address opens the run for people who may see it: its owner, or this tab for a run without an account. */
function CopyAddress({ shared }: { shared: boolean }) {
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href)
    notify({
      type: 'success',
      title: t('Link copied'),
      message: shared
        ? t('Without an account, this run opens only in this tab. Sign in before you run to open it elsewhere.')
        : t('You can open it on any device you’re signed in on.'),
    })
  }
  return (
    <Button size="sm" icon={<Link2 aria-hidden="true" />} onClick={() => void copy()}>
      {t('Copy link')}
    </Button>
  )
}
