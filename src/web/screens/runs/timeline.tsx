import { ChevronRight } from 'lucide-react'
import type { NodeRun } from '#contract/executions.ts'
import type { Json } from '#contract/primitives.ts'
import { formatDuration } from '#web/lib/format.ts'
import { formatExactTime } from '#web/lib/time.ts'
import type { LiveRun } from '#web/run/live-run.ts'
import { nodeKey } from '#web/run/run-events.ts'
import { durationOf } from '#web/run/steps.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { StatusChip } from '#web/ui/status.tsx'

/** Longer JSON is cut on the screen; the API gives all of it. */
const MOST_CHARS = 20_000

const asText = (value: Json): string => {
  const text = JSON.stringify(value, null, 2)
  return text.length > MOST_CHARS
    ? `${text.slice(0, MOST_CHARS)}\n… ${(text.length - MOST_CHARS).toLocaleString('en-IN')} more characters`
    : text
}

/** When the first step began and how long the run has taken so far, for bars on one scale. */
function scaleOf(nodes: readonly NodeRun[]): { start: number; length: number } {
  const starts = nodes.flatMap(({ started_at }) => (started_at ? [Date.parse(started_at)] : []))
  const ends = nodes.flatMap(({ finished_at }) => (finished_at ? [Date.parse(finished_at)] : []))
  const start = Math.min(...starts)
  return { start, length: Math.max(1, Math.max(...ends, ...starts) - start) }
}

/** Every step with its time on one scale; opened, it shows attempts, logs, what it gave and what went wrong. */
export function Timeline({ live }: { live: LiveRun }) {
  const { nodes } = live.run
  const scale = scaleOf(nodes)
  return (
    <ol className="overflow-hidden rounded border border-line bg-surface">
      {nodes.map((node) => (
        <li key={nodeKey(node)} className="border-line border-b last:border-0">
          <Step node={node} scale={scale} progress={live.progress[nodeKey(node)]} />
        </li>
      ))}
    </ol>
  )
}

interface StepProps {
  node: NodeRun
  scale: { start: number; length: number }
  progress: LiveRun['progress'][string] | undefined
}

function Step({ node, scale, progress }: StepProps) {
  const took = durationOf(node)
  return (
    <details open={node.error !== null} className="group">
      <summary className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)_auto_4.5rem] items-center gap-3 px-3 py-1.5 -outline-offset-2 hover:bg-hover sm:grid-cols-[1rem_minmax(0,14rem)_1fr_auto_4.5rem]">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-muted transition-transform duration-100 group-open:rotate-90"
        />
        <span className="min-w-0 truncate">
          {node.title}
          {node.iteration !== '' && <span className="text-muted"> · item {node.iteration}</span>}
        </span>
        <Bar node={node} scale={scale} />
        <StatusChip status={node.status} />
        <span className="text-right text-muted text-sm tabular-nums">{took === null ? '' : formatDuration(took)}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-t bg-sunken px-4 py-3">
        {progress && node.status === 'running' && <ProgressBar label={progress.message} value={progress.fraction} />}
        {node.error && (
          <Callout tone="bad" title={node.error.message}>
            {node.error.field && <>In the field {node.error.field}. </>}Code {node.error.code}.
          </Callout>
        )}
        <Facts node={node} />
        {node.logs.length > 0 && <Logs logs={node.logs} />}
        {node.output !== null && <CodeBlock code={asText(node.output)} label={`Output of ${node.title}`} />}
      </div>
    </details>
  )
}

function Bar({ node, scale }: Pick<StepProps, 'node' | 'scale'>) {
  const took = durationOf(node)
  if (node.started_at === null || took === null) return <span className="max-sm:hidden" />
  const left = ((Date.parse(node.started_at) - scale.start) / scale.length) * 100
  const width = Math.min(100 - left, Math.max(0.8, (took / scale.length) * 100))
  return (
    <span aria-hidden="true" className="relative h-1.5 rounded-full bg-hover max-sm:hidden">
      <span
        className={`absolute h-full rounded-full ${node.error ? 'bg-bad' : 'bg-control'}`}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </span>
  )
}

function Facts({ node }: { node: NodeRun }) {
  const facts = [
    ['Type', node.type],
    ['Attempts', String(node.attempts)],
    ['Started', node.started_at && formatExactTime(node.started_at)],
    ['Left through', node.port],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {facts.map(([name, text]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-muted">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Logs({ logs }: Pick<NodeRun, 'logs'>) {
  return (
    <ol className="grid gap-1 font-mono text-sm">
      {logs.map((log, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: log lines have no other name and are only added to
        <li key={index} className="grid grid-cols-[auto_1fr] gap-3">
          <time dateTime={log.at} className="text-muted">
            {new Date(log.at).toLocaleTimeString('en-IN', { hour12: false })}
          </time>
          <span className="min-w-0 break-words">
            {log.message}
            {log.data !== null && <span className="text-muted"> {JSON.stringify(log.data)}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
