import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { formatNumber, formatPaise, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { sparkPoints } from './spark-points.ts'
import { Spending } from './spending.tsx'

/** How a figure moved against the seven days before. @param better which way is good news, where one is */
function Trend({ now, before, better }: { now: number; before: number | null; better?: 'up' }) {
  if (before === null) return null
  if (before === 0) return now === 0 ? null : <p className="text-muted text-xs">{t('none in the 7 days before')}</p>
  const change = now / before - 1
  const flat = Math.abs(change) < 0.005
  const Icon = flat ? ArrowRight : change > 0 ? ArrowUp : ArrowDown
  const tone = flat || !better ? 'text-muted' : change > 0 ? 'text-good' : 'text-bad'
  const text = formatPercent(Math.round(Math.abs(change) * 100) / 100)
  return (
    <p className={`flex items-center gap-1 text-xs ${tone}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {flat
        ? t('as in the 7 days before')
        : change > 0
          ? t('{share} more than in the 7 days before', { share: text })
          : t('{share} less than in the 7 days before', { share: text })}
    </p>
  )
}

interface FigureProps {
  label: string
  value: ReactNode
  trend?: ReactNode
  /** Half of the width. */
  half?: boolean
  children?: ReactNode
}

function Figure({ label, value, trend, half, children }: FigureProps) {
  return (
    <div className={`grid content-start gap-0.5 ${half ? '' : 'col-span-2'}`}>
      <dt className="text-muted">{label}</dt>
      <dd className="grid grid-cols-[auto_minmax(0,8rem)] items-end justify-between gap-4">
        <span className="font-semibold text-xl tabular-nums">{value}</span>
        {children}
      </dd>
      {trend && <dd>{trend}</dd>}
    </div>
  )
}

/** The figures of the last seven days, each against the seven before, and what there is to spend. */
export function Week({ data: { runs, services, spent } }: { data: DashboardStats }) {
  return (
    <section aria-labelledby="week" className="grid content-start gap-3">
      <h2 id="week" className="text-xl">
        {t('Last 7 days')}
      </h2>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 surface-card p-4 sm:p-5">
        <Figure
          label={t('Runs')}
          value={formatNumber(runs.last_7_days)}
          trend={<Trend now={runs.last_7_days} before={runs.previous_7_days} />}
        >
          <Sparkline
            label={t('Day by day, last 7 days')}
            pointHeader={t('Day')}
            valueHeader={t('Runs')}
            format={formatNumber}
            points={sparkPoints(runs.days)}
          />
        </Figure>
        <Figure
          half
          label={t('Succeeded')}
          value={runs.success_rate === null ? '–' : formatPercent(runs.success_rate)}
          trend={
            runs.success_rate !== null &&
            runs.previous_success_rate !== null && (
              <Trend now={runs.success_rate} before={runs.previous_success_rate} better="up" />
            )
          }
        />
        <Figure
          half
          label={t('Spent')}
          value={formatPaise(spent.last_7_days_paise)}
          trend={<Trend now={spent.last_7_days_paise} before={spent.previous_7_days_paise} />}
        />
        <Figure half label={t('Running now')} value={formatNumber(runs.unfinished)} />
        <Figure
          half
          label={t('Services on')}
          value={`${formatNumber(services.running)} / ${formatNumber(services.total)}`}
        />
      </dl>
      <Spending />
    </section>
  )
}
