import { GitFork } from 'lucide-react'
import { FORK_REFUSED } from '#contract/runs/execution-states.ts'
import type { NodeRun } from '#contract/runs/executions.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { formatExactTime } from '#web/lib/time.ts'
import type { LiveRun } from '#web/parts/runs/live-run.ts'
import { findInflow } from '#web/parts/runs/run-values.ts'
import { stepDuration } from '#web/parts/runs/steps.tsx'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { JsonValue, StoredValue } from './json-value.tsx'

export interface StepDetailProps {
  run: LiveRun['run']
  node: NodeRun
  progress: LiveRun['progress'][string] | undefined
  /** Opens what starts again from here. */
  onFork: (node: NodeRun) => void
}

/** Everything there is to know of one node: what went in and came out, what it cost, tried, logged, and what went wrong. */
export function StepDetail({ run, node, progress, onFork }: StepDetailProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t bg-sunken px-4 py-3">
      {progress && node.status === 'running' && (
        <ProgressBar label={progress.message || node.title} value={progress.fraction} />
      )}
      {node.error && (
        <Callout tone="bad" title={node.error.message}>
          {node.error.field && `${t('Field {field}.', { field: node.error.field })} `}
          {t('Code {code}.', { code: node.error.code })}
        </Callout>
      )}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Facts node={node} />
        {node.iteration === '' && node.status !== 'pending' && run.abilities.fork.reason !== FORK_REFUSED && (
          <Button
            size="sm"
            icon={<GitFork aria-hidden="true" />}
            reason={run.abilities.fork.reason ?? undefined}
            onClick={() => onFork(node)}
          >
            {t('Run from here')}
          </Button>
        )}
      </div>
      {node.tries.length > 0 && <Tries tries={node.tries} />}
      {node.usage.length > 0 && <Models usage={node.usage} />}
      {node.logs.length > 0 && <Logs logs={node.logs} />}
      {node.status !== 'pending' && !run.steps_open && <Closed />}
      {node.status !== 'pending' && run.steps_open && run.content_open && <Values run={run} node={node} />}
    </div>
  )
}

function Facts({ node }: { node: NodeRun }) {
  const took = stepDuration(node)
  const facts = [
    [t('Type'), node.type],
    [t('Attempts'), String(node.attempts)],
    [t('Started'), node.started_at && formatExactTime(node.started_at)],
    [t('Duration'), took === null ? null : formatDuration(took)],
    [t('Waits until'), node.wait?.until && formatExactTime(node.wait.until)],
    [t('Output used'), node.port],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-base">
      {facts.map(([name, text]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-muted">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const Title = ({ children }: { children: string }) => <h3 className="font-semibold text-base">{children}</h3>

const Tries = ({ tries }: Pick<NodeRun, 'tries'>) => (
  <section className="grid gap-1">
    <Title>{t('Failed attempts')}</Title>
    <ol className="grid gap-1 text-base">
      {tries.map(({ attempt, at, error }) => (
        <li key={attempt} className="min-w-0 break-words">
          <span className="text-muted tabular-nums">
            {attempt}. <time dateTime={at}>{formatExactTime(at)}</time>
          </span>{' '}
          {toSentence(error.message)} <span className="text-muted">{t('Code {code}.', { code: error.code })}</span>
        </li>
      ))}
    </ol>
  </section>
)

const Models = ({ usage }: Pick<NodeRun, 'usage'>) => (
  <section className="grid gap-1">
    <Title>{t('AI model calls')}</Title>
    <div className="overflow-x-auto">
      <table className="text-base tabular-nums">
        <thead className="text-muted">
          <tr>
            {[t('Model'), t('Tokens in'), t('Tokens out'), t('Duration'), t('Cost')].map((name) => (
              <th key={name} scope="col" className="pr-6 text-left font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {usage.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls have no name and are only added to
            <tr key={index}>
              <td className="pr-6">
                <bdi>{one.model}</bdi>
              </td>
              <td className="pr-6">{one.input_tokens.toLocaleString('en-IN')}</td>
              <td className="pr-6">{one.output_tokens.toLocaleString('en-IN')}</td>
              <td className="pr-6">{formatDuration(one.ms)}</td>
              <td>{formatMicros(one.cost_micros)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const Closed = () => (
  <p className="text-muted text-base">{t('The owner keeps the contents of this workflow’s steps private.')}</p>
)

function Values({ run, node }: Pick<StepDetailProps, 'run' | 'node'>) {
  const inflow = findInflow(run, node)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
        <Title>{t('Input')}</Title>
        {inflow.length === 0 && (
          <p className="text-muted text-base">
            {node.iteration === ''
              ? t('No input.')
              : t('Item {number}, created by the settings of its loop.', { number: node.iteration })}
          </p>
        )}
        {inflow.map(({ title, port, value, stored }) => (
          <div key={`${title} ${port}`} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <p className="text-muted text-base">
              {fill(t('From {step}', { step: '{step}' }), { step: <bdi>{title}</bdi> })}
              {port && ` (${port})`}
            </p>
            {stored ? (
              <StoredValue runId={run.id} node={stored} />
            ) : (
              <JsonValue value={value} label={t('Input of {step} from {title}', { step: node.title, title })} />
            )}
          </div>
        ))}
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
        <Title>{t('Output')}</Title>
        <Output run={run} node={node} />
      </section>
    </div>
  )
}

function Output({ run, node }: Pick<StepDetailProps, 'run' | 'node'>) {
  if (node.stored) return <StoredValue runId={run.id} node={node} />
  if (node.finished_at === null) return <p className="text-muted text-base">{t('No output yet.')}</p>
  return <JsonValue value={node.output} label={t('Output of {title}', { title: node.title })} />
}

const Logs = ({ logs }: Pick<NodeRun, 'logs'>) => (
  <section className="grid gap-1">
    <Title>{t('Log')}</Title>
    <ol className="grid gap-1 font-mono text-base">
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
  </section>
)
