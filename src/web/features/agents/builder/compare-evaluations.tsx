import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseResult, Evaluation } from '#contract/agents/evaluations.ts'
import type { WorkflowId } from '#contract/core/primitives.ts'
import { q } from '#web/api/query.ts'
import { formatDuration, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { promptVersionText } from '#web/parts/agents/cases/version-text.ts'
import { formatMicros } from '#web/parts/runs/usage.ts'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { compared, type Pair, sums } from './compared.ts'

const evaluationQuery = (id: string, evaluation: string) => ({
  ...q('getEvaluation', { params: { id: id as WorkflowId, evaluation } }),
  // What was read while the cases were running isn't what they ended with.
  staleTime: 0,
})

const label = ({ workflow_version, created_at, score }: Evaluation): string =>
  `${promptVersionText(workflow_version)}, ${formatExactTime(created_at)}${score === null ? `, ${t('running')}` : `, ${formatPercent(score)}`}`

/** Two evaluations side by side: score, cost and time, altogether and case by case. */
export function CompareEvaluations({ id, evaluations }: { id: string; evaluations: readonly Evaluation[] }) {
  const [chosen, setChosen] = useState<{ before: string | null; after: string | null }>({ before: null, after: null })
  const pick = (key: string | null, at: number) => evaluations.find((one) => one.id === key) ?? evaluations[at]
  const [before, after] = [pick(chosen.before, 1), pick(chosen.after, 0)]
  if (!before || !after) return null
  const options = evaluations.map((one) => ({ value: one.id, label: label(one) }))
  return (
    <section aria-labelledby="compare" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="compare" className="text-xl">
        {t('Compare versions')}
      </h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t('Before')}
          value={before.id}
          options={options}
          onChange={({ target }) => setChosen({ ...chosen, before: target.value })}
        />
        <Select
          label={t('After')}
          value={after.id}
          options={options}
          onChange={({ target }) => setChosen({ ...chosen, after: target.value })}
        />
      </div>
      <SideBySide
        key={`${before.id} ${after.id} ${before.status} ${after.status}`}
        id={id}
        before={before}
        after={after}
      />
    </section>
  )
}

function SideBySide({ id, before, after }: { id: string; before: Evaluation; after: Evaluation }) {
  const [left, right] = [useQuery(evaluationQuery(id, before.id)), useQuery(evaluationQuery(id, after.id))]
  if (!left.data || !right.data) return <Skeleton className="h-24" />
  const pairs = compared(left.data.results, right.data.results)
  const [a, b] = [sums(left.data.results), sums(right.data.results)]
  const fell = before.score !== null && after.score !== null && after.score < before.score
  return (
    <>
      {fell && (
        <Callout tone="warn">
          {t('The score fell from {before} to {after}.', {
            before: formatPercent(before.score ?? 0),
            after: formatPercent(after.score ?? 0),
          })}
        </Callout>
      )}
      <Table
        caption={t('Two versions, case by case')}
        columns={columns()}
        rows={[{ key: 'all', name: t('All cases'), before: a, after: b }, ...pairs]}
        rowKey={({ key }) => key}
      />
    </>
  )
}

const scoreText = (score: number | null | undefined): string => (score == null ? '—' : formatPercent(score))
const change = ({ before, after }: Pair): string => {
  if (before?.score == null || after?.score == null) return ''
  if (after.score > before.score) return `, ${t('better')}`
  return after.score < before.score ? `, ${t('worse')}` : ''
}

const columns = (): readonly Column<Pair>[] => [
  {
    key: 'name',
    header: t('Case'),
    className: 'w-full',
    cell: ({ name, key }) => <bdi className={key === 'all' ? 'font-semibold' : ''}>{name}</bdi>,
  },
  { key: 'score_a', header: t('Score before'), align: 'right', cell: ({ before }) => <Score of={before} /> },
  {
    key: 'score_b',
    header: t('Score after'),
    align: 'right',
    cell: (pair) => (
      <>
        <Score of={pair.after} />
        <span className="text-muted">{change(pair)}</span>
      </>
    ),
  },
  {
    key: 'cost_a',
    header: t('Cost before'),
    align: 'right',
    cell: ({ before }) => before && formatMicros(before.cost_micros),
  },
  {
    key: 'cost_b',
    header: t('Cost after'),
    align: 'right',
    cell: ({ after }) => after && formatMicros(after.cost_micros),
  },
  {
    key: 'time_a',
    header: t('Time before'),
    align: 'right',
    cell: ({ before }) => (before?.ms == null ? '—' : formatDuration(before.ms)),
  },
  {
    key: 'time_b',
    header: t('Time after'),
    align: 'right',
    cell: ({ after }) => (after?.ms == null ? '—' : formatDuration(after.ms)),
  },
]

function Score({ of }: { of: Pick<CaseResult, 'score' | 'execution_id'> | null }) {
  const text = scoreText(of?.score)
  return of?.execution_id ? <TextLink href={paths.run(of.execution_id)}>{text}</TextLink> : text
}
