/** Numbers, money and amounts of time as an Indian reader writes them (en-IN: ₹1,00,000), in the language of the interface. */
import { memoisePerLocale, t } from './language.ts'

const number = (options: Intl.NumberFormatOptions) =>
  memoisePerLocale((locale) => new Intl.NumberFormat(locale, options))
const rupees = number({ style: 'currency', currency: 'INR', minimumFractionDigits: 0 })
const rupeesAndPaise = number({ style: 'currency', currency: 'INR', minimumFractionDigits: 2 })
const whole = number({ maximumFractionDigits: 1 })
const compact = number({ notation: 'compact', maximumFractionDigits: 1 })
const percent = number({ style: 'percent', maximumFractionDigits: 1 })

/** Whole paise as rupees: 123456 → ₹1,234.56, 10000000 → ₹1,00,000. */
export const formatPaise = (paise: number): string =>
  (paise % 100 === 0 ? rupees() : rupeesAndPaise()).format(paise / 100)

export const formatNumber = (value: number): string => whole().format(value)
export const formatCompact = (value: number): string => compact().format(value)
/** A fraction of 1 as a percentage. */
export const formatPercent = (fraction: number): string => percent().format(fraction)

/** Milliseconds as '480 ms', '2.4 s', '3 min 5 s', '1 h 4 min'. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return t('{count} ms', { count: Math.round(ms) })
  if (ms < 60_000) return t('{count} s', { count: formatNumber(Math.round(ms / 100) / 10) })
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) {
    const seconds = Math.floor((ms % 60_000) / 1000)
    return seconds ? t('{minutes} min {seconds} s', { minutes, seconds }) : t('{count} min', { count: minutes })
  }
  const hours = Math.floor(minutes / 60)
  return minutes % 60
    ? t('{hours} h {minutes} min', { hours, minutes: minutes % 60 })
    : t('{count} h', { count: hours })
}

/** Bytes as '640 B', '12.5 kB', '3.1 MB' (steps of 1000). */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${formatNumber(bytes / 1000)} kB`
  if (bytes < 1_000_000_000) return `${formatNumber(bytes / 1_000_000)} MB`
  return `${formatNumber(bytes / 1_000_000_000)} GB`
}
