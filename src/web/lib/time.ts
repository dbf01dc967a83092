/** Points in time as an Indian reader writes them, and relative to now. */

const exact = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' })
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })

export const formatExactTime = (time: string | number | Date): string => exact.format(new Date(time))
export const formatDay = (time: string | number | Date): string => day.format(new Date(time))

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
  if (Math.abs(seconds) < 45) return 'just now'
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return ago.format(Math.trunc(seconds / size), unit)
  }
  return ago.format(seconds < 0 ? -1 : 1, 'minute')
}
