import type { NodeRun } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Spin } from '#web/ui/spinner.tsx'
import { StatusDot } from '#web/ui/status.tsx'
import type { LiveRun } from './live-run.ts'
import { nodeKey } from './run-events.ts'

/** How long a node took, in ms; null while it has not ended. */
export const stepDuration = ({
  started_at,
  finished_at,
}: Pick<NodeRun, 'started_at' | 'finished_at'>): number | null =>
  started_at === null || finished_at === null ? null : Date.parse(finished_at) - Date.parse(started_at)

/** The steps of a run as they happen: what is done, what is going on and how far it is. Once it has ended, in a row. */
export function Steps({ live, ended }: { live: LiveRun; ended: boolean }) {
  return (
    <ol className={ended ? 'flex flex-wrap gap-x-5 gap-y-1' : 'grid gap-0.5'}>
      {live.run.nodes.map((node) => (
        <Step key={nodeKey(node)} node={node} ended={ended} progress={live.progress[nodeKey(node)]} />
      ))}
    </ol>
  )
}

/** Why a step was skipped, where it says so. */
function skipReason({ status, output }: NodeRun): string | null {
  if (status !== 'skipped') return null
  const told = isObject(output) ? output.second_look : null
  const reason = isObject(told) ? told.reason : null
  return typeof reason === 'string' ? `Skipped: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : 'Skipped'
}

interface StepProps {
  node: NodeRun
  ended: boolean
  progress: LiveRun['progress'][string] | undefined
}

function Step({ node, ended, progress }: StepProps) {
  const running = node.status === 'running'
  const took = stepDuration(node)
  const skipped = skipReason(node)
  const quiet = node.status === 'pending' || node.status === 'skipped'
  return (
    <li className={`flex min-w-0 items-center gap-2 ${ended ? 'text-sm' : 'min-h-7'}`}>
      <span className="grid w-4 shrink-0 place-items-center">
        {running ? <Spin className="size-3.5 text-marigold-ink" /> : <StatusDot status={node.status} />}
      </span>
      <span className={`min-w-0 truncate ${quiet ? 'text-muted' : ''}`}>
        {node.title}
        {node.iteration !== '' && <span className="text-muted"> · item {node.iteration}</span>}
        {running && <span className="sr-only">: running</span>}
      </span>
      {running && progress && (
        <span className="min-w-0 truncate text-muted text-sm">
          {progress.message} {Math.round(progress.fraction * 100)}%
        </span>
      )}
      <span className={`shrink-0 text-muted text-sm tabular-nums ${ended ? '' : 'ml-auto'}`}>
        {node.error ? <span className="text-bad">failed</span> : (skipped ?? (took !== null && formatDuration(took)))}
      </span>
    </li>
  )
}
