import { useEffect, useState } from 'react'
import { formatExactTime, formatRelative } from '#web/lib/time.ts'

/** '3 minutes ago', with the exact time on hover. It keeps itself true once a minute. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={time} title={formatExactTime(time)} className="whitespace-nowrap">
      {formatRelative(time, now)}
    </time>
  )
}
