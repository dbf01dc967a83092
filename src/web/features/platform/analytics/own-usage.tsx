import { Gauge } from 'lucide-react'
import { toCsv } from '#contract/core/csv.ts'
import type { UsageFigures } from '#contract/platform/analytics.ts'
import { MOST_RUNS_OF_USAGE } from '#contract/platform/analytics-values.ts'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CsvButton } from '#web/parts/billing/csv-button.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { FigureChart } from './figure-chart.tsx'
import { FigurePart } from './figure-parts.tsx'

type Row = UsageFigures['by_agent'][number]

const columns = (): Column<Row>[] => [
  {
    key: 'agent',
    header: t('Agent'),
    className: 'w-full max-w-0',
    cell: ({ agent }) =>
      agent ? (
        <Link href={paths.agent(agent.slug)} className="block min-h-6 min-w-24 truncate font-medium hover:underline">
          <bdi>{agent.name}</bdi>
        </Link>
      ) : (
        <span className="block min-w-24">{t('Your own workflows')}</span>
      ),
  },
  { key: 'runs', header: t('Runs'), align: 'right', cell: ({ runs }) => formatNumber(runs) },
  { key: 'failed', header: t('Failed'), align: 'right', cell: ({ failed }) => formatNumber(failed) },
  { key: 'cost', header: t('Cost'), align: 'right', cell: ({ cost_paise }) => <Money paise={cost_paise} /> },
]

/** What a buyer runs and what it costs. */
export function OwnUsage({ usage: { totals, by_day, by_agent, is_cut } }: { usage: UsageFigures }) {
  const csv = () =>
    toCsv([
      ['Agent', 'Runs', 'Failed', 'Cost (INR)'],
      ...by_agent.map(({ agent, runs, failed, cost_paise }) => [
        agent?.name ?? 'Your own workflows',
        runs,
        failed,
        cost_paise / 100,
      ]),
    ])
  return (
    <>
      {is_cut && (
        <Callout tone="warn">
          {t(
            'You have more than {count} runs in this period. Only the newest are counted: choose a shorter period for complete figures.',
            { count: formatNumber(MOST_RUNS_OF_USAGE) },
          )}
        </Callout>
      )}
      <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:flex sm:gap-x-12">
        <Stat label={t('Your runs')} value={formatNumber(totals.runs)} />
        <Stat label={t('Failed')} value={formatNumber(totals.failed)} />
        <Stat label={t('Cost')} value={formatPaise(totals.cost_paise)} />
      </dl>
      <FigureChart
        title={t('Your runs over time')}
        name="your-runs-by-day"
        label={t('Your runs, and those that failed')}
        days={by_day}
        series={[
          { name: t('Runs'), value: (day) => day.runs },
          { name: t('Failed'), value: (day) => day.failed },
        ]}
      />
      <FigurePart
        title={t('What you ran')}
        note={t('Runs you deleted, or that were deleted after their retention period, aren’t counted.')}
        aside={<CsvButton name="your-runs" of={t('what you ran')} csv={csv} />}
      >
        <Table
          caption={t('What you ran, most runs first')}
          columns={columns()}
          rows={by_agent}
          rowKey={({ agent }) => agent?.slug ?? ''}
          empty={
            <EmptyState
              icon={<Gauge aria-hidden="true" />}
              title={t('No runs in this period')}
              action={<LinkButton href={paths.marketplace()}>{t('Find an agent')}</LinkButton>}
            />
          }
        />
      </FigurePart>
    </>
  )
}
