/** Figures of agents as a table and as a file, for admins and for their sellers. */

import { toCsv } from '#contract/core/csv.ts'
import type { AgentFigure } from '#contract/platform/analytics.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import type { Column } from '#web/ui/table.tsx'

const number = <Row extends AgentFigure>(
  key: 'views' | 'tried' | 'bought' | 'again' | 'runs',
  header: string,
  className = '',
): Column<Row> => ({
  key,
  header,
  align: 'right',
  sortable: true,
  className,
  cell: (row) => formatNumber(row[key]),
})

function AgentName({ agent: { slug, name } }: { agent: AgentFigure['agent'] }) {
  if (slug === null || name === null) return <span className="text-muted">{t('Deleted agent')}</span>
  return (
    <Link href={paths.agent(slug)} className="block min-h-6 min-w-24 truncate font-medium hover:underline">
      <bdi>{name}</bdi>
    </Link>
  )
}

export function agentColumns<Row extends AgentFigure & { seller?: string }>(withSeller: boolean): Column<Row>[] {
  return [
    {
      key: 'agent',
      header: t('Agent'),
      className: 'w-full max-w-0',
      cell: ({ agent, seller }) => (
        <div className="min-w-32 py-1.5">
          <AgentName agent={agent} />
          {withSeller && seller && (
            <p className="truncate text-muted text-base">
              <bdi>{seller}</bdi>
            </p>
          )}
        </div>
      ),
    },
    number('views', t('Views'), 'max-sm:hidden'),
    number('tried', t('Tried')),
    number('bought', t('Bought')),
    number('again', t('Used again'), 'max-md:hidden'),
    number('runs', t('Runs'), 'max-sm:hidden'),
    {
      key: 'failed',
      header: t('Failed'),
      align: 'right',
      sortable: true,
      className: 'max-lg:hidden',
      cell: ({ runs, failed }) => (runs === 0 ? '—' : `${formatNumber(failed)} (${formatPercent(failed / runs)})`),
    },
    {
      key: 'gross_paise',
      header: t('Buyers paid'),
      align: 'right',
      sortable: true,
      cell: ({ gross_paise }) => <Money paise={gross_paise} />,
    },
  ]
}

export const agentsCsv = (rows: readonly (AgentFigure & { seller?: string })[]): string =>
  toCsv([
    [
      'Agent',
      'Seller',
      'Category',
      'Views',
      'Visits',
      'Tried',
      'Bought',
      'Used again',
      'Runs',
      'Failed',
      'Sales',
      'Buyers paid (INR)',
    ],
    ...rows.map((row) => [
      row.agent.name ?? 'Deleted agent',
      row.seller ?? '',
      row.category,
      row.views,
      row.visits,
      row.tried,
      row.bought,
      row.again,
      row.runs,
      row.failed,
      row.sales,
      row.gross_paise / 100,
    ]),
  ])
