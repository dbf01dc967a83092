import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { locale, t } from '#web/lib/language.ts'

/** Common cron expressions with their labels. */
export const USUAL_TIMES = [
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 9 * * *', label: 'Every day at 09:00' },
  { value: '0 9 * * 1-5', label: 'Monday to Friday at 09:00' },
  { value: '0 9 * * 1', label: 'Every Monday at 09:00' },
  { value: '0 9 1 * *', label: 'On the 1st of every month at 09:00' },
] as const

/** Keystrokes this close to each other are asked about once, in ms. */
const WAIT_MS = 400

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** When a cron line comes next, asked while it is written; or what is wrong with it. */
export function NextTimes({ cron, zone, count }: { cron: string; zone: string; count: number }) {
  const line = useSettled(cron.trim())
  const clock = useSettled(zone.trim())
  const { data, error } = useQuery({
    ...q('previewSchedule', { query: { cron: line, time_zone: clock } }),
    enabled: line !== '' && clock !== '',
    retry: false,
  })
  if (error) return <p className="text-muted text-base">{friendly(error)}</p>
  if (!data) return null
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short', timeZone: clock })
  return (
    <div className="text-base">
      <p className="text-muted">{t('Next runs, in time zone {zone}:', { zone: clock })}</p>
      <ul className="tabular-nums">
        {data.times.slice(0, count).map((time) => (
          <li key={time}>{format.format(new Date(time))}</li>
        ))}
      </ul>
    </div>
  )
}

/** Every time zone there is, for a field that names it as its `list`. */
export const TimeZones = ({ id }: { id: string }) => (
  <datalist id={id}>
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
)
