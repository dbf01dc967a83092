/** Times in pages that are drawn without a browser, which don't know the reader's time zone. */
import { useInBrowser } from './in-browser.ts'
import { formatDay, formatExactTime } from './time.ts'

/** Until the page is taken over, so that both sides write the same. */
const DRAWN_ZONE = 'Asia/Kolkata'

export interface Clock {
  day: (time: string) => string
  exact: (time: string) => string
}

/** The reader's own clock, once the page is theirs. */
export function useClock(): Clock {
  const zone = useInBrowser() ? undefined : DRAWN_ZONE
  return { day: (time) => formatDay(time, zone), exact: (time) => formatExactTime(time, zone) }
}
