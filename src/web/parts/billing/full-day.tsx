/** Days of money in full: 30 November 2026. What is owed and what was paid is looked up by its date, not by how long ago it was. */
import { useInBrowser } from '#web/lib/in-browser.ts'
import { memoisePerLocale } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'

const day = memoisePerLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }))
/** A date without a time is the same day everywhere. */
const date = memoisePerLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))

export const formatFullDay = (time: string): string => (time.length === 10 ? date() : day()).format(new Date(time))

/** '30 November 2026', with the exact time on hover. */
export function FullDay({ time }: { time: string }) {
  const inBrowser = useInBrowser()
  return (
    <time dateTime={time} title={inBrowser ? formatExactTime(time) : undefined} suppressHydrationWarning>
      {formatFullDay(time)}
    </time>
  )
}
