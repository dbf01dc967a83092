import type { SellerFacts } from '#contract/agents/agents.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import type { Clock } from '#web/lib/use-clock.ts'
import { Stat } from '#web/ui/stat.tsx'

/** What the platform knows of a seller in figures. */
export function SellerFigures({ facts }: { facts: SellerFacts }) {
  return (
    <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-4">
      <Stat label={t('Agents')} value={formatNumber(facts.agents)} />
      <Stat label={t('Runs')} value={facts.runs > 0 ? formatNumber(facts.runs) : '—'} />
      <Stat
        label={t('Rating')}
        value={facts.rating === null ? '—' : `★ ${facts.rating.toFixed(1)}`}
        detail={
          facts.review_count === 1
            ? t('1 review')
            : facts.review_count > 0 && t('{count} reviews', { count: formatNumber(facts.review_count) })
        }
      />
      <Stat
        label={t('Refunds')}
        value={facts.refund_rate === null ? '—' : formatPercent(facts.refund_rate)}
        detail={facts.refund_rate === null ? t('Not enough sales yet') : t('of sales in 180 days')}
      />
    </dl>
  )
}

/** Since when they sell, and where they are. */
export const sinceText = ({ since, state }: SellerFacts, { day }: Clock): string =>
  [since && t('Seller since {day}', { day: day(since) }), state].filter(Boolean).join(' · ')

/** Who sells in the eyes of the law, where that is to be told. */
export function Business({ business }: { business: SellerFacts['business'] }) {
  if (business === null) return null
  const rows = [
    [t('Sold by'), business.name],
    [t('Address'), business.address],
    [t('Complaints'), [business.email, business.phone].filter(Boolean).join(' · ')],
    ['GSTIN', business.gstin],
    [t('Status'), business.verified ? null : t('Provided by the seller, not verified')],
  ] as const
  return (
    <dl className="grid max-w-prose grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="whitespace-pre-line break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
