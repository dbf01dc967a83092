import { useEffect, useState } from 'react'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { formatExactTime, formatRelative } from '#web/lib/time.ts'

/** '3 minutes ago', with the exact time on hover. It keeps itself true once a minute. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => Date.now())
  const inBrowser = useInBrowser()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    // A drawn page is some seconds old, and does not know the reader's time zone.
    <time
      dateTime={time}
      title={inBrowser ? formatExactTime(time) : undefined}
      suppressHydrationWarning
      className="whitespace-nowrap"
    >
      {formatRelative(time, now)}
    </time>
  )
}
