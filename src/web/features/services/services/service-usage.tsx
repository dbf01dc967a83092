import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ServiceId } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'
import { USAGE_DAYS } from '#contract/services/service-values.ts'
import type { ServiceUsage as Usage } from '#contract/services/services.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { groupDays, groupSize, sumOf } from '#web/lib/day-groups.ts'
import { formatCompact, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { daysIn, PeriodChoice } from '#web/parts/platform/period-choice.tsx'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { Table } from '#web/ui/table.tsx'

/** How often a service ran and what it cost, by day and by what started the runs. */
export function ServiceUsage({ id }: { id: ServiceId }) {
  const [params] = useSearchParams()
  const days = daysIn(params, USAGE_DAYS)
  const { data, error } = useQuery(q('getServiceUsage', { params: { id }, query: { days } }))
  return (
    <section aria-labelledby="usage" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="usage" className="text-xl">
          {t('Usage')}
        </h2>
        <PeriodChoice
          periods={USAGE_DAYS}
          days={days}
          href={(value) => paths.service(id, { tab: 'usage', days: value })}
        />
      </div>
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="h-80" />}
      {data && (data.runs === 0 ? <Nothing /> : <Figures usage={data} />)}
    </section>
  )
}

const Nothing = () => (
  <EmptyState title={t('No runs in this period')}>
    {t('Runs and their cost appear here, day by day, and by what started them.')}
  </EmptyState>
)

function Figures({ usage }: { usage: Usage }) {
  const groups = groupDays(usage.by_day)
  const of = { day: t('Runs per day'), week: t('Runs per week'), month: t('Runs per month') }
  return (
    <>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          <Stat label={t('Runs')} value={formatNumber(usage.runs)} />
          <Stat label={t('Failed')} value={formatNumber(usage.failed)} />
          <Stat label={t('Spent')} value={formatPaise(usage.spent_paise)} />
          <Stat label={t('For each run')} value={formatPaise(Math.round(usage.spent_paise / usage.runs))} />
        </dl>
        <BarChart
          label={t('Runs in the last {days} days, oldest first', { days: usage.days })}
          unit={of[groupSize(usage.days)]}
          pointHeader={t('When')}
          series={[
            { name: t('Runs'), hue: 'documents' },
            { name: t('Failed'), hue: 'healthcare' },
            { name: t('Spent'), format: formatPaise, inTableOnly: true },
          ]}
          points={groups.map(({ key, label, title, days }) => ({
            key,
            label,
            title,
            values: [
              sumOf(days, ({ runs }) => runs),
              sumOf(days, ({ failed }) => failed),
              sumOf(days, ({ spent_paise }) => spent_paise),
            ],
          }))}
          format={formatNumber}
          formatTick={formatCompact}
        />
      </Card>
      <Ways usage={usage} />
    </>
  )
}

/** Grouped by what a person would call it: a sample is a run by hand, too. */
function Ways({ usage }: { usage: Usage }) {
  const names = ways()
  const rows = [...Map.groupBy(usage.by_trigger, ({ trigger }) => names[trigger])].map(([name, of]) => ({
    name,
    runs: sumOf(of, ({ runs }) => runs),
    failed: sumOf(of, ({ failed }) => failed),
    spent_paise: sumOf(of, ({ spent_paise }) => spent_paise),
  }))
  return (
    <Table
      caption={t('Runs by what started them')}
      rowKey={({ name }) => name}
      rows={rows}
      columns={[
        { key: 'name', header: t('Started by'), cell: ({ name }) => name },
        { key: 'runs', header: t('Runs'), align: 'right', cell: ({ runs }) => formatNumber(runs) },
        { key: 'failed', header: t('Failed'), align: 'right', cell: ({ failed }) => formatNumber(failed) },
        { key: 'spent', header: t('Spent'), align: 'right', cell: ({ spent_paise }) => formatPaise(spent_paise) },
      ]}
    />
  )
}

/** What started a run, in the words of a service's page. */
const ways = (): Record<Trigger, string> => ({
  manual: t('You, on this page'),
  sample: t('You, on this page'),
  api: 'API',
  mcp: 'MCP',
  chat: t('Chats and widget'),
  schedule: t('Schedule'),
  workflow: t('Other workflows'),
  webhook: t('Webhook'),
  form: t('Form'),
  email: t('Email'),
  app: t('Events in apps'),
  table: t('Changes in data tables'),
  error: t('Failed runs'),
  bench: t('Test cases'),
  batch: t('Batches'),
})
