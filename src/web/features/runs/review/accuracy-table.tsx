import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Accuracy } from '#contract/runs/review-queue.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { memoisePerLocale, t } from '#web/lib/language.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { accuracyQuery } from './review-queries.ts'

const LEVELS = ['by_month', 'by_service', 'by_field'] as const
type Level = (typeof LEVELS)[number]

/** Fewer decided findings are shown as counts: a percentage of a few says more than is known. */
const ENOUGH = 30

const monthName = memoisePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const decidedOf = ({ accepted, edited, rejected }: Accuracy): number => accepted + edited + rejected

/** What reviewers did with what agents found, month by month; nothing before a document is signed off. */
export function AccuracyTable() {
  const [level, setLevel] = useState<Level>('by_service')
  const { data } = useQuery(accuracyQuery)
  if (!data || data.by_month.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={t('Accuracy on your documents')}
        aside={
          <Segmented
            label={t('Group by')}
            value={level}
            onChange={(value) => setLevel(LEVELS.find((one) => one === value) ?? 'by_service')}
            segments={[
              { value: 'by_month', label: t('Month') },
              { value: 'by_service', label: t('Service') },
              { value: 'by_field', label: t('Field') },
            ]}
          />
        }
      >
        {t(
          'Findings of signed-off documents, by month. The range says how far few findings can be relied on. What an agent missed isn’t counted.',
        )}
      </CardHeader>
      <Table
        caption={t('Accuracy on your documents')}
        columns={columnsOf(level)}
        rows={data[level]}
        rowKey={({ month, name, field }) => `${month} ${name} ${field}`}
      />
    </Card>
  )
}

function unchanged(row: Accuracy): string {
  const decided = decidedOf(row)
  const counts = t('{accepted} of {decided}', { accepted: formatNumber(row.accepted), decided: formatNumber(decided) })
  return decided < ENOUGH ? counts : `${counts} (${formatPercent(row.accepted / decided)})`
}

const rangeOf = ({ low, high }: Accuracy): string =>
  low === null || high === null ? '–' : `${formatPercent(low)} – ${formatPercent(high)}`

const count = (key: 'documents' | 'edited' | 'rejected' | 'undecided', header: string): Column<Accuracy> => ({
  ...{ key, header, align: 'right', cell: (row) => formatNumber(row[key]) },
})

const columnsOf = (level: Level): readonly Column<Accuracy>[] => [
  {
    key: 'month',
    header: t('Month'),
    cell: ({ month }) => <span className="whitespace-nowrap">{monthName().format(new Date(`${month}-01`))}</span>,
  },
  ...(level === 'by_month'
    ? []
    : [
        {
          key: 'name',
          header: t('Agent or service'),
          className: 'w-full',
          cell: ({ name }: Accuracy) => <bdi>{name}</bdi>,
        },
      ]),
  ...(level === 'by_field' ? [{ key: 'field', header: t('Field'), cell: ({ field }: Accuracy) => field }] : []),
  count('documents', t('Documents')),
  {
    key: 'accepted',
    header: t('Accepted unchanged'),
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap">{unchanged(row)}</span>,
  },
  {
    key: 'range',
    header: t('Range'),
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap">{rangeOf(row)}</span>,
  },
  count('edited', t('Edited')),
  count('rejected', t('Rejected')),
  count('undecided', t('Not decided')),
]
