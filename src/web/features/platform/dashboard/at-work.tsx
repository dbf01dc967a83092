import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Card, LIFTS } from '#web/ui/card.tsx'
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
      <ul className="grid gap-4 sm:grid-cols-2">
        {at_work.map((service) => (
          <ServiceCard key={service.id} service={service} />
        ))}
      </ul>
    </section>
  )
}

function ServiceCard({
  service: { id, name, status, icon, category, days, failed, last_run_at },
}: {
  service: AtWork
}) {
  const runs = days.reduce((sum, count) => sum + count, 0)
  return (
    <Card as="li" className={`grid grid-cols-[minmax(0,1fr)] gap-3 ${LIFTS}`}>
      <div className="flex items-start gap-3">
        <CategoryGlyph category={category} glyph={icon} />
        <div className="min-w-0 grow">
          <h3 className="truncate text-lg">
            <Link href={paths.service(id)} className="after:absolute after:inset-0 after:rounded-lg">
              {name}
            </Link>
          </h3>
          <p className="text-muted text-xs">
            {last_run_at === null ? (
              t('No runs yet')
            ) : (
              <>
                {t('Last run')} <RelativeTime time={last_run_at} />
              </>
            )}
          </p>
        </div>
        {status !== 'running' && <StatusChip status={status} />}
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-4">
        <p>
          <span className="block font-semibold text-3xl tabular-nums">{formatNumber(runs)}</span>
          <span className="text-muted text-xs">{t('runs in 7 days')}</span>
          {failed > 0 && (
            <span className="block text-bad text-xs">{t('{count} failed', { count: formatNumber(failed) })}</span>
          )}
        </p>
        <Sparkline
          label={t('Runs of {name} on the last 7 days', { name })}
          pointHeader={t('Day')}
          valueHeader={t('Runs')}
          hue={categoryLook(category).hue}
          format={formatNumber}
          points={sparkPoints(days)}
        />
      </div>
    </Card>
  )
}
