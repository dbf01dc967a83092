import { useQuery } from '@tanstack/react-query'
import { Bot, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type TraceEntry, traceOf } from './model-calls.ts'

const MICROS = 1_000_000
/** Models cost fractions of a paisa. */
const costText = (micros: number): string =>
  micros === 0 ? '₹0' : `₹${(micros / MICROS).toLocaleString('en-IN', { maximumSignificantDigits: 2 })}`
const timeOf = ({ started_at, finished_at }: NodeRun): number | null =>
  started_at && finished_at ? Date.parse(finished_at) - Date.parse(started_at) : null

/** What a run did, step by step: each call of a model and of a tool with what went in and what came out. */
export function Trace({ id }: { id: string }) {
  const { data: run, isPending } = useQuery(runQuery(id))
  if (isPending) return <Skeleton className="h-24" />
  if (!run) return <p className="text-muted">This run is gone.</p>
  const steps = run.nodes.filter(({ status }) => status !== 'pending')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Summary run={run} />
      {run.error && <Callout tone="bad">{run.error.message}</Callout>}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {steps.map((node) => (
          <Step key={`${node.node_id} ${node.iteration}`} node={node} />
        ))}
      </ol>
    </div>
  )
}

function Summary({ run }: { run: Execution }) {
  const { calls, input_tokens, output_tokens, cost_micros } = run.usage
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm tabular-nums">
      <span>{calls === 1 ? '1 model call' : `${calls} model calls`}</span>
      <span>
        {formatNumber(input_tokens)} tokens in, {formatNumber(output_tokens)} out
      </span>
      <span>{costText(cost_micros)}</span>
      <TextLink href={paths.run(run.id)}>Open the run</TextLink>
    </p>
  )
}

function Step({ node }: { node: NodeRun }) {
  const ms = timeOf(node)
  const entries = traceOf(node)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className="flex items-baseline gap-2 text-sm">
        <bdi className="font-medium">{node.title}</bdi>
        <span className="text-muted tabular-nums">
          {node.status === 'failed' ? 'failed' : ms === null ? node.status : formatDuration(ms)}
        </span>
      </p>
      {entries.length > 0 && (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-l-2 pl-3">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no id, and none moves
            <li key={index}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

function Entry({ entry }: { entry: TraceEntry }) {
  if (entry.kind === 'note')
    return (
      <p className="text-sm">
        {entry.text} {entry.data !== '' && <span className="text-muted wrap-anywhere">{entry.data}</span>}
      </p>
    )
  if (entry.kind === 'tool')
    return (
      <Folded
        icon={<Wrench aria-hidden="true" />}
        title={
          <>
            Tool <code className="font-mono">{entry.name}</code> {entry.ok ? '' : 'failed'}
          </>
        }
        figures={formatDuration(entry.ms)}
      >
        <Text label="Input">{entry.arguments}</Text>
        <Text label={entry.ok ? 'Result' : 'Problem'}>{entry.result}</Text>
      </Folded>
    )
  return (
    <Folded
      icon={<Bot aria-hidden="true" />}
      title={entry.failed === null ? <bdi>{entry.model}</bdi> : 'Model call failed'}
      figures={
        entry.failed === null
          ? `${formatNumber(entry.read)} → ${formatNumber(entry.written)} tokens · ${costText(entry.cost_micros)} · ${formatDuration(entry.ms)}`
          : formatDuration(entry.ms)
      }
    >
      {entry.sent.map(({ role, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of a call have no id, and none moves
        <Text key={index} label={ROLES[role] ?? role}>
          {text}
        </Text>
      ))}
      {entry.text !== '' && <Text label="Answer">{entry.text}</Text>}
      {entry.calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no id, and none moves
        <Text key={index} label={`Calls ${call.name}`}>
          {call.arguments}
        </Text>
      ))}
      {entry.failed !== null && <Text label="Problem">{entry.failed}</Text>}
    </Folded>
  )
}

const ROLES: Readonly<Record<string, string>> = {
  system: 'Instructions',
  user: 'Person',
  assistant: 'Agent',
  tool: 'Tool result',
  earlier: 'Earlier',
}

function Folded({
  icon,
  title,
  figures,
  children,
}: {
  icon: ReactNode
  title: ReactNode
  figures: string
  children: ReactNode
}) {
  return (
    <details className="rounded border border-line bg-surface">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-1.5 text-sm [&_svg]:size-4 [&_svg]:text-muted">
        {icon}
        <span className="font-medium">{title}</span>
        <span className="ml-auto text-muted tabular-nums">{figures}</span>
      </summary>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t p-3">{children}</dl>
    </details>
  )
}

const Text = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt className="text-muted text-sm">{label}</dt>
    <dd dir="auto" className="whitespace-pre-wrap font-mono text-sm wrap-anywhere">
      {children}
    </dd>
  </div>
)
