import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { categoryLook } from '#web/ui/category.ts'
import { CategoryGlyph } from '#web/ui/category-glyph.tsx'
import { Sparkline } from '#web/ui/charts/sparkline.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusChip } from '#web/ui/status.tsx'
import { sparkPoints } from './spark-points.ts'

type AtWork = DashboardStats['services']['at_work'][number]

/** What runs: each service with its last seven days. */
export function ServicesAtWork({ services: { at_work } }: Pick<DashboardStats, 'services'>) {
  if (at_work.length === 0) return null
  return (
    <section aria-labelledby="at-work" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="at-work" className="text-xl">
          {t('Your services')}
        </h2>
        <TextLink href={paths.services()}>{t('All services')}</TextLink>
      </div>
      <ul className="overflow-hidden surface-card">
        {at_work.map((service) => (
          <ServiceRow key={service.id} service={service} />
        ))}
      </ul>
    </section>
  )
}

function ServiceRow({ service: { id, name, status, icon, category, days, failed, last_run_at } }: { service: AtWork }) {
  const runs = days.reduce((sum, count) => sum + count, 0)
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-b px-4 py-3 last:border-0 focus-within:bg-hover hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_9rem_6.5rem]">
      <CategoryGlyph category={category} glyph={icon} />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            href={paths.service(id)}
            title={name}
            className="truncate font-medium after:absolute after:inset-0 after:-outline-offset-2"
          >
            {name}
          </Link>
          {status !== 'running' && <StatusChip status={status} />}
        </span>
        <span className="text-muted text-xs">
          {last_run_at === null ? (
            t('No runs yet')
          ) : (
            <>
              {t('Last run')} <RelativeTime time={last_run_at} />
            </>
          )}
        </span>
      </span>
      <span className="max-sm:hidden">
        <Sparkline
          label={t('Runs of {name} on the last 7 days', { name })}
          pointHeader={t('Day')}
          valueHeader={t('Runs')}
          hue={categoryLook(category).hue}
          format={formatNumber}
          points={sparkPoints(days)}
        />
      </span>
      <span className="grid justify-items-end text-right">
        <span className="font-semibold tabular-nums">{formatNumber(runs)}</span>
        {failed > 0 ? (
          <span className="text-bad text-xs">{t('{count} failed', { count: formatNumber(failed) })}</span>
        ) : (
          <span className="text-muted text-xs">{t('runs in 7 days')}</span>
        )}
      </span>
    </li>
  )
}
