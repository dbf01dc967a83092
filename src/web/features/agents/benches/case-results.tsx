import { useState } from 'react'
import type { Bench, BenchCase, BenchRun } from '#contract/agents/benches.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { formatDuration, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { scorers } from '#web/parts/agents/cases/case-text.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { benchQuery } from './bench-queries.ts'
import { ExpectDialog } from './expect-dialog.tsx'

const asText = (value: unknown): string =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** Case by case what each agent answered, and whether that was right. */
export function CaseResults({ bench }: { bench: Bench }) {
  const [asked, setAsked] = useState<{ at: number; from: BenchRun | null } | null>(null)
  return (
    <section aria-labelledby="cases" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="cases" className="text-xl">
        {t('Case by case')}
      </h2>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {bench.cases.map((one, at) => (
          <CaseResult
            // Cases of a started bench stay in their places.
            // biome-ignore lint/suspicious/noArrayIndexKey: their place is what they are
            key={at}
            bench={bench}
            at={at}
            one={one}
            onExpect={(from) => setAsked({ at, from })}
          />
        ))}
      </ol>
      {asked && <ExpectDialog bench={bench} at={asked.at} from={asked.from} onClose={() => setAsked(null)} />}
    </section>
  )
}

interface CaseProps {
  bench: Bench
  at: number
  one: BenchCase
  /** With the answer that it is picked from. */
  onExpect: (from: BenchRun | null) => void
}

function CaseResult({ bench, at, one, onExpect }: CaseProps) {
  const runs = bench.runs.filter((run) => run.case === at)
  const scorer = scorers().find(({ value }) => value === one.scorer.type)?.label ?? ''
  const wide = runs.length > 2 ? 'lg:grid-cols-3' : runs.length > 1 ? 'lg:grid-cols-2' : ''
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 surface-card p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="grid min-w-0 gap-0.5">
          <h3 className="truncate font-medium">
            {t('Case {number}', { number: at + 1 })}
            {one.name !== '' && (
              <>
                : <bdi>{one.name}</bdi>
              </>
            )}
          </h3>
          <p className="break-words text-muted text-base">
            {one.expected === null ? (
              t('No expected answer yet. Set one to score every answer.')
            ) : (
              <>
                {t('Expected')} ({scorer}): <bdi>{asText(one.expected)}</bdi>
              </>
            )}
          </p>
        </div>
        <Button size="sm" onClick={() => onExpect(null)}>
          {one.expected === null ? t('Set expected answer') : t('Change expected answer')}
        </Button>
      </div>
      <ul className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${wide}`}>
        {runs.map((run) => (
          <Answer
            key={run.agent}
            bench={bench}
            run={run}
            judged={one.expected !== null}
            onExpect={() => onExpect(run)}
          />
        ))}
      </ul>
    </li>
  )
}

function Verdict({ run }: { run: BenchRun }) {
  if (run.outcome === null) return <Badge>{t('Running')}</Badge>
  if (run.outcome === 'cancelled') return <Badge>{t('Cancelled')}</Badge>
  if (run.right !== null)
    return (
      <Badge tone={run.right ? 'good' : 'bad'}>
        {run.right ? t('Correct') : t('Wrong')}
        {run.ruled && `, ${t('marked by you')}`}
      </Badge>
    )
  if (run.outcome === 'failed') return <Badge tone="bad">{t('Failed')}</Badge>
  return run.outcome === 'empty' ? <Badge tone="bad">{t('Empty')}</Badge> : <Badge>{t('Not scored')}</Badge>
}

interface AnswerProps {
  bench: Bench
  run: BenchRun
  judged: boolean
  onExpect: () => void
}

function Answer({ bench, run, judged, onExpect }: AnswerProps) {
  const name = bench.agents[run.agent]?.name ?? ''
  const { agent, case: place } = run
  const rule = useAction(async (right: boolean | null) => {
    const params = { id: bench.id, agent, case: place }
    queryClient.setQueryData(benchQuery(bench.id).queryKey, await call('ruleBenchRun', { params, body: { right } }))
  })
  const ended = run.outcome !== null && run.outcome !== 'cancelled'
  const number = place + 1
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2 rounded bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="truncate font-medium">{name}</span>
        <Verdict run={run} />
      </div>
      {run.answer !== null && (
        <p className="line-clamp-6 whitespace-pre-line break-words text-base">
          <bdi>{run.answer}</bdi>
        </p>
      )}
      {run.note !== '' && (
        <p className="break-words text-muted text-base">
          <bdi>{run.note}</bdi>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-3 text-muted text-base tabular-nums">
        {run.ms !== null && <span>{formatDuration(run.ms)}</span>}
        {ended && (
          <span>
            {run.paid_with === 'trial' && run.cost_paise === 0 ? t('Trial run') : formatPaise(run.cost_paise)}
          </span>
        )}
        {ended && <TextLink href={paths.run(run.execution_id)}>{t('Open the result')}</TextLink>}
      </p>
      {ended && (
        <div className="flex flex-wrap gap-1.5">
          {run.right !== true && (
            <Button
              size="sm"
              aria-label={t('Mark as correct: case {number}, {name}', { number, name })}
              onClick={() => void rule.run(true)}
            >
              {t('Mark as correct')}
            </Button>
          )}
          {run.right !== false && (
            <Button
              size="sm"
              aria-label={t('Mark as wrong: case {number}, {name}', { number, name })}
              onClick={() => void rule.run(false)}
            >
              {t('Mark as wrong')}
            </Button>
          )}
          {run.ruled && (
            <Button size="sm" variant="ghost" onClick={() => void rule.run(null)}>
              {judged ? t('Use automatic score') : t('Take it back')}
            </Button>
          )}
          {!judged && run.parts.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('Use as expected answer: case {number}, {name}', { number, name })}
              onClick={onExpect}
            >
              {t('Use as expected answer')}
            </Button>
          )}
        </div>
      )}
      {rule.error !== null && <Callout tone="bad">{friendly(rule.error)}</Callout>}
    </li>
  )
}
