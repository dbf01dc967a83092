/** Months of India, which money goes by. */
import { inIndia } from '#contract/india/time.ts'
import { memoisePerLocale } from '#web/lib/language.ts'

const named = memoisePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
)

/** This month and those before it, newest first. */
export function monthsUntil(now: number, count: number): { value: string; label: string }[] {
  const india = inIndia(new Date(now))
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(india.getUTCFullYear(), india.getUTCMonth() - back, 1))
    return { value: first.toISOString().slice(0, 7), label: named().format(first) }
  })
}
