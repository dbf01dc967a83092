/** Sums of money in Indian documents, always as whole paise. */

export interface Money {
  /** Whole paise; negative for brackets, a minus sign. */
  paise: number
  /** `Dr` or `Cr` next to the figure, as on bank statements. */
  side: 'debit' | 'credit' | null
}

/** What a figure is counted in. `Cr` alone is left out: in a bank statement it says credit. */
const SCALES: Record<string, number> = {
  thousand: 1e3,
  k: 1e3,
  lakh: 1e5,
  lac: 1e5,
  million: 1e6,
  mn: 1e6,
  crore: 1e7,
  billion: 1e9,
  bn: 1e9,
}

const SUM =
  /^(?:(dr|cr)\.?\s{0,2})?([-−–+(]?)\s{0,2}(?:₹|(?:rs|inr)\b\.?)?\s{0,3}([-−–+(]?)\s{0,2}(\d{1,3}(?:,\d{2,3}){1,6}|\d{1,14})(?:\.(\d{1,4}))?\s{0,2}(thousand|lakhs?|lacs?|crores?|million|mn|billion|bn|k)?\s{0,2}(?:\/[-=])?\s{0,2}([-−)]?)\s{0,2}\(?(dr|cr)?\.?\)?$/i

/** A larger sum loses paise in a double. */
const MOST = Number.MAX_SAFE_INTEGER

/**
 * Reads one cell: `₹1,23,456.78`, `(1,234)`, `1,234.50-`, `Rs. 5,000/-`, `12.5 lakh`, `1,000.00 Cr`.
 * @returns null for anything that is not exactly one sum, or one above nine quadrillion paise
 */
export function parseMoney(cell: string): Money | null {
  if (cell.length > 60) return null
  const match = SUM.exec(cell.trim())
  if (match === null) return null
  const [, before, sign = '', inner = '', whole = '', fraction = '', scaleWord = '', behind = '', after] = match
  const scale = SCALES[scaleWord.toLowerCase().replace(/s$/, '')] ?? 1
  const figure = whole.replaceAll(',', '')
  const paise =
    scale === 1
      ? Number(figure) * 100 + Math.round(Number(`0.${fraction || '0'}`) * 100)
      : Math.round(Number(`${figure}.${fraction || '0'}`) * scale * 100)
  if (!Number.isSafeInteger(paise) || paise > MOST) return null
  const negative = /[-−–(]/.test(sign + inner) || /[-−]/.test(behind)
  const side = (before ?? after)?.toLowerCase()
  return {
    paise: negative && paise !== 0 ? -paise : paise,
    side: side === 'dr' ? 'debit' : side === 'cr' ? 'credit' : null,
  }
}

/** The paise of a cell, null when it is not a sum. */
export const paiseOf = (cell: string): number | null => parseMoney(cell)?.paise ?? null

/** Groups as India does: 12345678 → 1,23,45,678. */
export function groupIndian(digits: string): string {
  if (digits.length <= 3) return digits
  const head = digits.slice(0, -3)
  const pairs: string[] = []
  for (let end = head.length; end > 0; end -= 2) pairs.unshift(head.slice(Math.max(0, end - 2), end))
  return `${pairs.join(',')},${digits.slice(-3)}`
}

/** Paise as a reader writes them: 123456 → ₹1,234.56, -500000 → −₹5,000. */
export function rupees(paise: number): string {
  const whole = Math.trunc(Math.abs(paise) / 100)
  const rest = Math.abs(paise) % 100
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`
  return `${paise < 0 ? '−' : ''}₹${groupIndian(String(whole))}${fraction}`
}

/** A share of whole paise, rounded half away from zero: the rule of commercial rounding. */
export const shareOf = (paise: number, percent: number): number =>
  Math.sign(paise) * Math.round((Math.abs(paise) * percent) / 100)
