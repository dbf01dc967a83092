import { Braces } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { RunInside, TraceDetail, TraceEntry, TraceMessage } from '#contract/runs/traces.ts'
import { isObject } from '#shared/json.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatDuration, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { useTraceEntry } from './trace-query.ts'
import type { TraceRow } from './trace-tree.ts'

/** The chosen row of a trace: a call with everything that was sent and came back, a run inside, or a step with what it logged. */
export const TraceRowDetail = ({ run, row }: { run: Execution; row: TraceRow }) => (
  <section
    aria-label={row.label}
    className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded border border-line bg-surface p-3"
  >
    {row.entry ? <Call run={run} entry={row.entry} /> : row.inside ? <Inside run={row.inside} /> : <Step row={row} />}
  </section>
)

function Step({ row: { label, node } }: { row: TraceRow }) {
  return (
    <>
      <h3 className="font-semibold text-base">
        <bdi>{label}</bdi>
      </h3>
      {node?.error && <Callout tone="bad">{toSentence(node.error.message)}</Callout>}
      {node && node.logs.length > 0 ? (
        <ol className="grid gap-1 text-base">
          {node.logs.map((log, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no id, and none moves
            <li key={index} className="wrap-anywhere">
              {log.message} {log.data !== null && <LogData data={log.data} />}
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-muted text-base">
          {t('This step logged nothing. Its input and output are in the run’s timeline.')}
        </p>
      )}
    </>
  )
}

/** Names and values, where they are short; other data as it is. */
function LogData({ data }: { data: Json }) {
  const isPlain = isObject(data) && Object.values(data).every((value) => typeof value !== 'object')
  const text = isPlain
    ? Object.entries(data)
        .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)
        .join(', ')
    : JSON.stringify(data)
  return <span className="text-muted">{text}</span>
}

function Call({ run, entry }: { run: Execution; entry: TraceEntry }) {
  const { data, isError } = useTraceEntry(run.id, entry.id)
  const [raw, setRaw] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Facts run={run} entry={entry} />
        <Button size="sm" icon={<Braces aria-hidden="true" />} aria-pressed={raw} onClick={() => setRaw(!raw)}>
          {t('Raw JSON')}
        </Button>
      </div>
      {isError ? (
        <p className="text-muted text-base">{t('The call couldn’t be loaded. Select it again to retry.')}</p>
      ) : !data ? (
        <Skeleton className="h-24" />
      ) : !entry.kept ? (
        <p className="text-muted text-base">
          {t('This run kept as much of its trace as it may. Of this call only the figures are kept.')}
        </p>
      ) : raw ? (
        <CodeBlock code={JSON.stringify(data, null, 2)} label={t('The call as JSON')} />
      ) : data.kind === 'tool' ? (
        <Tool call={data} />
      ) : (
        <Model call={data} />
      )}
    </>
  )
}

/** How long a run took; empty until it ends. */
export const runDuration = ({ at, finished_at }: RunInside): string =>
  finished_at === null ? '' : formatDuration(Date.parse(finished_at) - Date.parse(at))

function Inside({ run }: { run: RunInside }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-base">
          <bdi>{run.name}</bdi>
        </h3>
        <StatusChip status={run.status} />
      </div>
      <FactList
        facts={[
          [t('Started'), formatExactTime(run.at)],
          [t('Duration'), runDuration(run)],
          [t('Cost'), run.paise > 0 && formatPaise(run.paise)],
        ]}
      />
      <p className="text-base">
        <TextLink href={paths.run(run.execution_id)}>{t('Open the run')}</TextLink>
      </p>
    </>
  )
}

function Facts({ run, entry }: { run: Execution; entry: TraceEntry }) {
  const isModel = entry.kind === 'model'
  const facts: Fact[] = [
    [isModel ? t('Model') : t('Tool'), entry.name],
    [t('Started'), formatExactTime(entry.at)],
    [t('Duration'), formatDuration(entry.ms)],
    [
      t('Tokens'),
      isModel &&
        t('{taken} in, {given} out', {
          taken: formatNumber(entry.input_tokens),
          given: formatNumber(entry.output_tokens),
        }),
    ],
    [t('Cost'), isModel && formatMicros(entry.cost_micros)],
    [t('Attempt'), entry.attempt > 1 && String(entry.attempt)],
    [t('Version'), run.version !== null && (run.version < 0 ? t('Draft') : String(run.version))],
  ]
  return <FactList facts={facts} />
}

/** One without a text is left out. */
type Fact = [name: string, text: string | false | null]

function FactList({ facts }: { facts: readonly Fact[] }) {
  const shown = facts.filter(([, text]) => Boolean(text))
  return (
    <dl className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-base tabular-nums">
      {shown.map(([name, text]) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere min-w-0">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Tool({ call }: { call: TraceDetail }) {
  return (
    <>
      <Part label={t('Input')}>{JSON.stringify(call.arguments, null, 2)}</Part>
      <Part label={call.problem === null ? t('Result') : t('Problem')}>{call.result ?? ''}</Part>
    </>
  )
}

function Model({ call }: { call: TraceDetail }) {
  const [earlier, setEarlier] = useState(false)
  const shown = earlier ? call.messages : call.messages.slice(call.earlier)
  const tools = Array.isArray(call.request.tools) ? call.request.tools.length : 0
  return (
    <>
      {call.earlier > 0 && (
        <div>
          <Button size="sm" variant="ghost" aria-expanded={earlier} onClick={() => setEarlier(!earlier)}>
            {earlier ? t('Hide earlier messages') : t('Show {count} earlier messages', { count: call.earlier })}
          </Button>
        </div>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {shown.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages of a call have no id, and none moves
          <li key={index} className={message.role === 'user' ? 'justify-self-end' : ''}>
            <Message message={message} />
          </li>
        ))}
        {call.answer && (
          <li>
            <Message
              message={{ role: 'assistant', content: call.answer.text, tool_calls: call.answer.tool_calls }}
              label={t('Answer')}
            />
          </li>
        )}
      </ol>
      {call.answer?.finish === 'length' && (
        <Callout tone="warn">{t('The answer was cut at the length limit of the step.')}</Callout>
      )}
      {call.problem !== null && <Callout tone="bad">{toSentence(call.problem)}</Callout>}
      {tools > 0 && (
        <details className="text-base">
          <summary className="w-fit cursor-pointer rounded text-muted">
            {tools === 1 ? t('1 tool was offered') : t('{count} tools were offered', { count: tools })}
          </summary>
          <div className="mt-2">
            <CodeBlock code={JSON.stringify(call.request.tools, null, 2)} label={t('Tools as JSON')} />
          </div>
        </details>
      )}
    </>
  )
}

const roles = (): Readonly<Record<TraceMessage['role'], string>> => ({
  system: t('Instructions'),
  user: t('Person'),
  assistant: t('Agent'),
  tool: t('Tool result'),
})

/** Who speaks is told by the side and by words; long texts scroll in their place. */
function Message({ message, label = roles()[message.role] }: { message: TraceMessage; label?: string }) {
  const own = message.role === 'user' ? 'bg-indigo-soft' : label === t('Answer') ? 'bg-good-soft' : 'bg-sunken'
  return (
    <div className={`max-w-full rounded px-3 py-2 ${own}`}>
      <p className="text-muted text-xs">
        {label}
        {message.name && ` · ${message.name}`}
      </p>
      {message.content !== '' && <Words label={label}>{message.content}</Words>}
      {message.tool_calls?.map((call) => (
        <div key={call.id} className="mt-1">
          <p className="text-base">
            {fill(t('Calls {tool}', { tool: '{tool}' }), { tool: <code className="font-mono">{call.name}</code> })}
          </p>
          <Words label={t('Input of {title}', { title: call.name })}>{JSON.stringify(call.arguments, null, 2)}</Words>
        </div>
      ))}
    </div>
  )
}

/** A group and no region: a call has many of them. */
const Words = ({ label, children }: { label: string; children: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <div role="group" aria-label={label} tabIndex={0} className="max-h-72 overflow-y-auto">
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-base">
      {children}
    </p>
  </div>
)

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <h4 className="text-muted text-base">{label}</h4>
    <Words label={label}>{String(children)}</Words>
  </div>
)
