import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { DailySpending } from '#contract/billing/credits.ts'
import { SPENDING_DAYS } from '#contract/billing/spending-values.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { groupDays, groupSize, sumOf } from '#web/lib/day-groups.ts'
import { formatCompact, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { BarChart } from '#web/ui/charts/bar-chart.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What runs cost day by day, by service and agent, and how that compares with the days before. */
export function SpendingByDay() {
  const heading = useId()
  const [days, setDays] = useState<(typeof SPENDING_DAYS)[number]>('30')
  const { data, error } = useQuery({
    ...q('getDailySpending', { query: { days } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={heading} className="text-lg">
          {t('Spending by day')}
        </h2>
        <Segmented
          label={t('Period')}
          value={days}
          onChange={(value) => setDays(SPENDING_DAYS.find((one) => one === value) ?? days)}
          segments={SPENDING_DAYS.map((value) => ({ value, label: t('{count} days', { count: value }) }))}
        />
      </div>
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <Compared spending={data} />}
      {data && data.spent_paise > 0 && <Chart spending={data} />}
      {data && data.spent_paise === 0 && (
        <p className="text-muted">
          {t('No run was charged in these days.')}{' '}
          <TextLink href={paths.subscription('credits')}>{t('See all movements')}</TextLink>
        </p>
      )}
    </Card>
  )
}

function Compared({ spending: { days, from, until, spent_paise, before } }: { spending: DailySpending }) {
  const more = spent_paise - before.spent_paise
  const price = formatPaise(Math.abs(more))
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[auto_auto_1fr] sm:gap-x-10">
      <Sum
        term={t('{from} to {until}', { from: formatFullDay(from), until: formatFullDay(until) })}
        paise={spent_paise}
        leads
      />
      <Sum
        term={t('{from} to {until}', { from: formatFullDay(before.from), until: formatFullDay(before.until) })}
        paise={before.spent_paise}
      />
      {spent_paise + before.spent_paise > 0 && (
        <div className="grid content-start gap-0.5 max-sm:col-span-2">
          <dt className="text-muted">{t('Difference')}</dt>
          <dd className="sm:pt-1">
            {more === 0
              ? t('As much as in the {count} days before', { count: days })
              : more > 0
                ? t('{price} more than in the {count} days before', { price, count: days })
                : t('{price} less than in the {count} days before', { price, count: days })}
          </dd>
        </div>
      )}
    </dl>
  )
}

const Sum = ({ term, paise, leads = false }: { term: string; paise: number; leads?: boolean }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-muted">{term}</dt>
    <dd className={`text-xl tabular-nums ${leads ? 'font-semibold' : 'text-muted'}`}>
      <Money paise={paise} />
    </dd>
  </div>
)

function Chart({ spending: { days, parts, by_day } }: { spending: DailySpending }) {
  const of = { day: t('₹ per day'), week: t('₹ per week'), month: t('₹ per month') }
  return (
    <BarChart
      arrangement="stacked"
      label={t('Spending in the last {days} days, oldest first', { days })}
      unit={of[groupSize(days)]}
      pointHeader={t('When')}
      series={parts.map((part) => ({
        name: nameOf(part),
        ...(part.kind === 'rest' && { hue: 'data' as const }),
      }))}
      points={groupDays(by_day).map(({ key, label, title, days: group }) => ({
        key,
        label,
        title,
        values: parts.map((_, at) => sumOf(group, ({ parts_paise }) => parts_paise[at] ?? 0)),
      }))}
      format={formatPaise}
      formatTick={(paise) => `₹${formatCompact(paise / 100)}`}
    />
  )
}

/** An agent that is used in services and outside of them is two parts. */
function nameOf({ kind, name }: DailySpending['parts'][number]): string {
  if (kind === 'rest') return t('All others')
  if (name === null) return t('Deleted service')
  return kind === 'service' ? name : t('{agent}, without a service', { agent: name })
}
