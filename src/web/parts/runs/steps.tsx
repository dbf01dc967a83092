import { ChevronDown } from 'lucide-react'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Spin } from '#web/ui/spinner.tsx'
import { StatusDot } from '#web/ui/status.tsx'
import type { LiveRun } from './live-run.ts'
import { nodeKey } from './run-events.ts'

/** How long a node took, in ms; null while it has not ended. */
export const stepDuration = ({
  started_at,
  finished_at,
  status,
}: Pick<NodeRun, 'started_at' | 'finished_at'> & { status: string }): number | null =>
  // What was skipped did nothing, however long it waited to be.
  started_at === null || finished_at === null || status === 'skipped'
    ? null
    : Date.parse(finished_at) - Date.parse(started_at)

/** A step that a person should see although the run has succeeded. */
const isTroubled = ({ status, error }: NodeRun): boolean =>
  error !== null || status === 'failed' || status === 'waiting'

interface StepsProps {
  id: string
  live: LiveRun
  /** `troubled` leaves out what went well. */
  shown: 'all' | 'troubled'
}

/** The steps of a run as they happen: what is done, what is going on and how far it is. */
export function Steps({ id, live, shown }: StepsProps) {
  const nodes = shown === 'all' ? live.run.nodes : live.run.nodes.filter(isTroubled)
  if (nodes.length === 0) return null
  return (
    <ol id={id} className="grid gap-0.5">
      {nodes.map((node) => (
        <Step key={nodeKey(node)} node={node} progress={live.progress[nodeKey(node)]} />
      ))}
    </ol>
  )
}

interface SummaryProps {
  /** Of the list that it opens. */
  id: string
  run: Execution
  isOpen: boolean
  onToggle: () => void
}

/** '6 steps, 0.9 s': opens the list of them. */
export function StepsSummary({ id, run, isOpen, onToggle }: SummaryProps) {
  const count = run.nodes.length
  const took = stepDuration(run)
  const steps = count === 1 ? t('1 step') : t('{count} steps', { count: formatNumber(count) })
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onClick={onToggle}
      className="inline-flex min-h-8 items-center gap-1 rounded px-1.5 text-muted tabular-nums hover:bg-hover hover:text-ink"
    >
      {took === null ? steps : `${steps}, ${formatDuration(took)}`}
      <ChevronDown aria-hidden="true" className={`size-4 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  )
}

/** Why a step was skipped, where it says so. */
function skipReason({ status, output }: NodeRun): string | null {
  if (status !== 'skipped') return null
  const told = isObject(output) ? output.second_look : null
  const reason = isObject(told) ? told.reason : null
  return typeof reason === 'string'
    ? t('Skipped: {reason}', { reason: `${reason.charAt(0).toLowerCase()}${reason.slice(1)}` })
    : t('Skipped')
}

interface StepProps {
  node: NodeRun
  progress: LiveRun['progress'][string] | undefined
}

function Step({ node, progress }: StepProps) {
  const running = node.status === 'running'
  const took = stepDuration(node)
  const skipped = skipReason(node)
  const quiet = node.status === 'pending' || node.status === 'skipped'
  return (
    <li className="flex min-h-7 min-w-0 items-center gap-2">
      <span className="grid w-4 shrink-0 place-items-center">
        {running ? <Spin className="size-3.5 text-marigold-ink" /> : <StatusDot status={node.status} />}
      </span>
      <span className={`min-w-0 truncate ${quiet ? 'text-muted' : ''}`}>
        {node.title}
        {node.iteration !== '' && (
          <span className="text-muted"> · {t('item {number}', { number: node.iteration })}</span>
        )}
        {running && <span className="sr-only">{t(': running')}</span>}
      </span>
      {running && progress && (
        <span className="min-w-0 truncate text-muted text-xs">
          {progress.message} {Math.round(progress.fraction * 100)}%
        </span>
      )}
      <span className="ml-auto shrink-0 text-muted text-xs tabular-nums">
        {node.error ? (
          <span className="text-bad">{t('failed')}</span>
        ) : (
          (skipped ?? (took !== null && formatDuration(took)))
        )}
      </span>
    </li>
  )
}
