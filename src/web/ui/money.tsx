import { formatPaise } from '#web/lib/format.ts'

/** An amount in whole paise, written ₹1,00,000. */
export function Money({ paise, className = '' }: { paise: number; className?: string }) {
  return <span className={`tabular-nums ${className}`}>{formatPaise(paise)}</span>
}
