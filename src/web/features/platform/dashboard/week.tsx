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

function Figure({ label, value, trend, children }: { label: string; value: ReactNode; trend?: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,7rem)] items-end gap-x-4 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <dt className="col-span-2 text-muted">{label}</dt>
      <dd className="font-semibold text-xl tabular-nums">{value}</dd>
      {children && <dd>{children}</dd>}
      {trend && <dd className="col-span-2">{trend}</dd>}
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
      <dl className="surface-card p-4 sm:p-5">
        <Figure
          label={t('Runs')}
          value={formatNumber(runs.last_7_days)}
          trend={<Trend now={runs.last_7_days} before={runs.previous_7_days} />}
        >
          <Sparkline
            label={t('Runs on the last 7 days')}
            pointHeader={t('Day')}
            valueHeader={t('Runs')}
            format={formatNumber}
            points={sparkPoints(runs.days)}
          />
        </Figure>
        <Figure
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
          label={t('Spent')}
          value={formatPaise(spent.last_7_days_paise)}
          trend={<Trend now={spent.last_7_days_paise} before={spent.previous_7_days_paise} />}
        />
        <Figure label={t('Running now')} value={formatNumber(runs.unfinished)} />
        <Figure
          label={t('Services that can run')}
          value={`${formatNumber(services.running)} / ${formatNumber(services.total)}`}
        />
      </dl>
      <Spending />
    </section>
  )
}
