import { formatPaise } from '#web/lib/format.ts'

interface MoneyProps {
  paise: number
  /** Incoming amounts have a plus sign, in green. */
  signed?: boolean
  className?: string
}

/**
 * An amount in whole paise, written ₹1,00,000; in a table, and in a list that is marked `sums`, always with its paise, so that rupees stand below
 * rupees.
 */
export function Money({ paise, signed = false, className = '' }: MoneyProps) {
  const inTable = paise % 100 === 0 ? "in-[td,.sums]:after:content-['.00']" : ''
  const sign = signed ? `whitespace-nowrap ${paise > 0 ? 'text-good' : ''}` : ''
  return (
    <span className={`tabular-nums ${inTable} ${sign} ${className}`}>
      {signed && (paise > 0 ? '+' : '−')}
      {formatPaise(signed ? Math.abs(paise) : paise)}
    </span>
  )
}
