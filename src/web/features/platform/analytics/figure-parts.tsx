import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatDay, formatExactTime } from '#web/lib/time.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Stat } from '#web/ui/stat.tsx'

interface Measured {
  period: { from: string; to: string }
  before: { from: string; to: string }
  counted_until: string | null
}

const ZONE = 'Asia/Kolkata'
const BEHIND_MS = 3_600_000

/** Which days are shown, what they are compared with, and up to when they are counted. */
export function MeasuredNote({ of, now = Date.now() }: { of: Measured; now?: number }) {
  const { period, before, counted_until } = of
  if (counted_until === null)
    return <Callout>{t('Nothing has been counted yet. The first figures appear within a few minutes.')}</Callout>
  const counted = formatExactTime(counted_until, ZONE)
  if (now - Date.parse(counted_until) > BEHIND_MS)
    return (
      <Callout tone="warn" title={t('These figures are behind')}>
        {t('They include what happened up to {time} IST. They catch up when a worker process runs.', { time: counted })}
      </Callout>
    )
  return (
    <p className="text-muted text-base">
      {t('{from} to {to}, compared with {before} to {until}. Days are in Indian time (IST). Counted up to {time}.', {
        from: formatDay(period.from),
        to: formatDay(period.to),
        before: formatDay(before.from),
        until: formatDay(before.to),
        time: counted,
      })}
    </p>
  )
}

/** How a figure differs from that of the period before. */
export function changeOf(now: number, before: number): string {
  if (now === before) return t('Same as before')
  if (before <= 0) return t('None before')
  const share = (now - before) / before
  const percent = formatPercent(Math.abs(share))
  return share > 0 ? t('{percent} more than before', { percent }) : t('{percent} less than before', { percent })
}

export interface Total {
  label: string
  now: number
  before: number
  format?: (value: number) => string
}

/** A row of sums, each with its change. */
export const Totals = ({ totals }: { totals: readonly Total[] }) => (
  <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-3 lg:grid-cols-4">
    {totals.map(({ label, now, before, format = formatNumber }) => (
      <Stat key={label} label={label} value={format(now)} detail={changeOf(now, before)} />
    ))}
  </dl>
)

/** A titled part of a page of figures, with what saves it as a file. */
export function FigurePart({
  title,
  note,
  aside,
  children,
}: {
  title: string
  note?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="text-lg">{title}</h2>
          {note && <p className="max-w-prose text-muted text-base">{note}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  )
}
