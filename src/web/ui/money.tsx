import { formatPaise } from '#web/lib/format.ts'

/** An amount in whole paise, written ₹1,00,000; in a table always with its paise, so that rupees stand below rupees. */
export function Money({ paise, className = '' }: { paise: number; className?: string }) {
  const inTable = paise % 100 === 0 ? "in-[td]:after:content-['.00']" : ''
  return <span className={`tabular-nums ${inTable} ${className}`}>{formatPaise(paise)}</span>
}
