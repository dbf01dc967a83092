import { useQuery } from '@tanstack/react-query'
import { t } from '#web/lib/language.ts'
import { useClock } from '#web/lib/use-clock.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { recordQuery } from './record-query.ts'

/** The price history, and future changes for buyers of an earlier version. Nothing if the price never changed. */
export function PriceHistory({ slug }: { slug: string }) {
  const { day } = useClock()
  const prices = useQuery(recordQuery(slug)).data?.prices ?? []
  if (prices.length < 2) return null
  return (
    <details className="border-line border-t pt-3 text-base">
      <summary className="w-fit cursor-pointer py-1 text-muted">{t('Price history')}</summary>
      <ol className="mt-2 grid gap-2">
        {prices.map(({ version, price, at, earlier_at }) => (
          <li key={version} className="grid">
            <span className="tabular-nums">{priceText(price)}</span>
            <span className="text-muted">{t('since {day}, version {number}', { day: day(at), number: version })}</span>
            {earlier_at !== null && earlier_at > at && (
              <span className="text-muted">
                {t('for users of earlier versions from {day}', { day: day(earlier_at) })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
