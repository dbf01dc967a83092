import type { CaseResult, Evaluation } from '#contract/agents/evaluations.ts'
import { toCsv } from '#contract/core/csv.ts'
import { formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { withNumbers } from '#web/parts/agents/listing/numbered.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const answerOf = ({ output, stored }: Pick<CaseResult, 'output' | 'stored'>): string =>
  stored ? large() : asText(output)
const large = () => t('Larger than 256 kB. Open the run to see it.')

/** For a spreadsheet: a cell that begins like a formula is text. */
export const resultsCsv = (items: readonly CaseResult[]): string =>
  toCsv([
    [t('Case'), t('Compare by'), t('Input'), t('Expected'), t('Answer'), t('Score'), t('Note')],
    ...items.map(({ name, scorer, input, expected, score, note, ...answer }) => [
      name,
      scorer,
      asText(input),
      asText(expected),
      answerOf(answer),
      score === null ? '' : String(score),
      note,
    ]),
  ])

type Row = { key: string; item: CaseResult }
const results = (): readonly Column<Row>[] => [
  { key: 'name', header: t('Case'), cell: ({ item }) => <bdi className="font-medium">{item.name}</bdi> },
  {
    key: 'score',
    header: t('Score'),
    align: 'right',
    cell: ({ item }) => (item.score === null ? t('Running') : formatPercent(item.score)),
  },
  {
    key: 'note',
    header: t('Answer'),
    className: 'w-full max-w-0',
    cell: ({ item }) => (
      <p className="min-w-40 truncate" title={item.note || answerOf(item)}>
        <bdi>{item.note || answerOf(item)}</bdi>
      </p>
    ),
  },
  {
    key: 'run',
    header: <span className="sr-only">{t('Run')}</span>,
    cell: ({ item }) =>
      item.execution_id && (
        <TextLink href={paths.run(item.execution_id)} className="whitespace-nowrap">
          {t('Open run')}
        </TextLink>
      ),
  },
]

/** The newest evaluation, case by case. */
export function Results({ items }: { items: readonly CaseResult[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="results" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="results" className="text-xl">
        {t('Last run')}
      </h2>
      <Table caption={t('Results by case')} columns={results()} rows={withNumbers(items)} rowKey={({ key }) => key} />
    </section>
  )
}

const columns = (): readonly Column<Evaluation>[] => [
  { key: 'at', header: t('When'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
  {
    key: 'version',
    header: t('Version'),
    className: 'w-full',
    cell: ({ versions, workflow_version }) =>
      versions.length > 0
        ? t('Version {number}', { number: versions.join(', ') })
        : t('Version {number} of the workflow', { number: workflow_version }),
  },
  {
    key: 'cases',
    header: t('Cases'),
    align: 'right',
    cell: ({ cases, current }) => `${cases}${current ? '' : `, ${t('changed since then')}`}`,
  },
  {
    key: 'score',
    header: t('Score'),
    align: 'right',
    cell: ({ score }) => (score === null ? t('Running') : formatPercent(score)),
  },
]

/** All of them, the newest first. */
export function Evaluations({ items }: { items: readonly Evaluation[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="evaluations" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="evaluations" className="text-xl">
        {t('All runs')}
      </h2>
      <Table caption={t('Evaluations, newest first')} columns={columns()} rows={items} rowKey={({ id }) => id} />
    </section>
  )
}
