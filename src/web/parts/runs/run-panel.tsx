import { Ban, ExternalLink } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useLocation } from 'react-router'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { useUser } from '#web/api/use-session.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { runToken } from '#web/lib/run-token.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { chargeText, insideCostText, modelCostText } from './charge.ts'
import { useLiveRun } from './live-run.ts'
import { RunFailure } from './run-failure.tsx'
import { Steps, StepsSummary, stepDuration } from './steps.tsx'
import { useControl } from './use-control.ts'

const ResultViewer = lazyPart(
  () => import('#web/viewer/result-viewer.tsx'),
  (m) => m.ResultViewer,
)
const AcceptancePanel = lazyPart(
  () => import('./acceptance/acceptance-panel.tsx'),
  (m) => m.AcceptancePanel,
)
// While the run is still going, so that its result is shown as soon as it arrives.
void ResultViewer.preload()

const statusWords = (): Record<Exclude<ExecutionStatus, 'waiting'>, string> => ({
  queued: t('Waiting for a worker'),
  running: t('Working'),
  paused: t('Paused'),
  succeeded: t('Done'),
  failed: t('Run failed'),
  cancelled: t('Run cancelled'),
})

function saidOf({ status, nodes }: Execution): string {
  if (status !== 'waiting') return statusWords()[status]
  const waits = new Set(nodes.map(({ wait }) => wait?.type))
  if (waits.has('approval') || waits.has('form')) return t('Waiting for an answer')
  if (waits.has('account')) return t('Waiting for an account')
  return waits.has('timer') ? t('Waiting for its scheduled time') : t('Waiting for another run')
}

/** A run under the form that started it: its steps while they happen, then its result in the viewer, under one line about them. */
export function RunPanel({ id }: { id: string }) {
  const live = useLiveRun(id)
  const { busy, act } = useControl(id)
  const { run, lost } = live
  const ended = isFinal(run.status)
  const folds = run.status === 'succeeded'
  const [isOpen, setOpen] = useState(false)
  const stepsId = useId()
  const took = stepDuration(run)
  const user = useUser()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const costs = [chargeText(run), insideCostText(run), modelCostText(run)].filter((text) => text !== null)
  return (
    <div data-run={run.status} className="grid gap-4">
      <section aria-label={t('Run')} className="grid gap-3 surface-card p-4">
        <header className="flex flex-wrap items-center gap-3">
          <StatusChip status={run.status} />
          <p role="status" className="font-medium">
            {saidOf(run)}
            {!folds && took !== null && (
              <span className="font-normal text-muted"> {t('in {time}', { time: formatDuration(took) })}</span>
            )}
          </p>
          {folds && <StepsSummary id={stepsId} run={run} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
          {costs.length > 0 && (
            <p data-cost className="text-muted tabular-nums">
              {costs.join(' · ')}
            </p>
          )}
          <span className="ml-auto flex flex-wrap gap-2">
            {!ended && (
              <Button
                size="sm"
                icon={<Ban aria-hidden="true" />}
                busy={busy === 'cancel' && t('Cancelling...')}
                reason={run.abilities.cancel.reason ?? undefined}
                onClick={() => void act({ action: 'cancel' })}
              >
                {t('Cancel')}
              </Button>
            )}
            <LinkButton size="sm" href={paths.run(id)} icon={<ExternalLink aria-hidden="true" />}>
              {t('Open run')}
            </LinkButton>
          </span>
        </header>
        {lost && <Callout tone="warn">{t('Connection lost. Reconnecting... The run continues.')}</Callout>}
        <Steps id={stepsId} live={live} shown={folds && !isOpen ? 'troubled' : 'all'} />
        {run.status === 'failed' && <RunFailure run={run} />}
      </section>
      {ended && user === null && runToken(id) !== null && (
        <Callout title={t('Keep this result')}>
          {fill(
            t(
              'It’s deleted after 24 hours. {register} and this run moves to it with its documents. Have an account? {signIn} and add it.',
              { register: '{register}', signIn: '{signIn}' },
            ),
            {
              register: <TextLink href={paths.register(here)}>{t('Create a free account')}</TextLink>,
              signIn: <TextLink href={paths.login(here)}>{t('Sign in')}</TextLink>,
            },
          )}
        </Callout>
      )}
      {run.charge?.acceptance && (
        <Suspense fallback={<Spinner />}>
          <AcceptancePanel run={run} />
        </Suspense>
      )}
      {run.status === 'succeeded' && (
        <Suspense fallback={<Spinner />}>
          <ResultViewer run={run} />
        </Suspense>
      )}
    </div>
  )
}
