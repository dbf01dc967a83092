import type { NodeRun } from '#contract/executions.ts'
import { formatDuration } from '#web/lib/format.ts'
import { Spin } from '#web/ui/spinner.tsx'
import { StatusDot } from '#web/ui/status.tsx'
import { type LiveRun, nodeKey } from './live-run.ts'

/** How long a node took, in ms; null while it has not ended. */
export const durationOf = ({ started_at, finished_at }: Pick<NodeRun, 'started_at' | 'finished_at'>): number | null =>
  started_at === null || finished_at === null ? null : Date.parse(finished_at) - Date.parse(started_at)

/** The steps of a run as they happen: what is done, what is going on and how far it is. */
export function Steps({ live }: { live: LiveRun }) {
  return (
    <ol className="grid gap-0.5">
      {live.run.nodes.map((node) => (
        <Step key={nodeKey(node)} node={node} progress={live.progress[nodeKey(node)]} />
      ))}
    </ol>
  )
}

function Step({ node, progress }: { node: NodeRun; progress: LiveRun['progress'][string] | undefined }) {
  const running = node.status === 'running'
  const took = durationOf(node)
  const quiet = node.status === 'pending' || node.status === 'skipped'
  return (
    <li className="flex min-h-7 items-center gap-2.5 text-base">
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
      <span className="ml-auto shrink-0 text-muted text-sm tabular-nums">
        {node.error ? <span className="text-bad">failed</span> : took !== null && formatDuration(took)}
      </span>
    </li>
  )
}
