/** Points in time as an Indian reader writes them, and relative to now, in the language of the interface. */
import { memoisePerLocale, t } from './language.ts'

const inZones = (options: Intl.DateTimeFormatOptions) => {
  const made = new Map<string | undefined, () => Intl.DateTimeFormat>()
  return (timeZone: string | undefined): Intl.DateTimeFormat => {
    const format =
      made.get(timeZone) ?? memoisePerLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone }))
    made.set(timeZone, format)
    return format()
  }
}
const exact = inZones({ dateStyle: 'medium', timeStyle: 'medium' })
const day = inZones({ dateStyle: 'medium' })
const ago = memoisePerLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }))

/** @param zone the reader's when absent */
export const formatExactTime = (time: string | number | Date, zone?: string): string =>
  exact(zone).format(new Date(time))
const clock = memoisePerLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const dayAndClock = memoisePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }),
)
/** `11:18 pm` of today; `23 Nov, 11:18 pm` of another day. */
export function formatTimeSoon(time: string | number | Date, now: number = Date.now()): string {
  const date = new Date(time)
  return (date.toDateString() === new Date(now).toDateString() ? clock() : dayAndClock()).format(date)
}
/** A date without a time is the same day everywhere. */
const isDate = (time: string | number | Date): boolean => typeof time === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(time)

/** @param zone the reader's when absent */
export const formatDay = (time: string | number | Date, zone?: string): string =>
  day(isDate(time) ? 'UTC' : zone).format(new Date(time))

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** '3 minutes ago', 'in 2 days', 'just now' within 45 seconds. */
export function formatRelative(time: string | number | Date, now: number = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000
  if (Math.abs(seconds) < 45) return t('just now')
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return ago().format(Math.trunc(seconds / size), unit)
  }
  return ago().format(seconds < 0 ? -1 : 1, 'minute')
}
