import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { Select } from '#web/ui/select.tsx'
import type { ControlProps } from './control-props.ts'
import { shownText } from './field-value.ts'
import { useSettingsForm } from './form-context.ts'
import { TextControl } from './simple-controls.tsx'

const USUAL = [
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

/** A cron line, the usual ones by name, and when it runs next. */
export function CronControl(props: ControlProps) {
  const { value, field, onChange, disabled } = props
  const { config } = useSettingsForm()
  const line = shownText(value ?? field.preset)
  const zone = typeof config.time_zone === 'string' ? config.time_zone : 'Asia/Kolkata'
  return (
    <div className="grid gap-1.5">
      <Select
        label="Usual times"
        hideLabel
        disabled={disabled}
        value={USUAL.find((one) => one.value === line)?.value ?? ''}
        options={[{ value: '', label: 'Other times' }, ...USUAL]}
        onChange={({ target }) => {
          if (target.value !== '') onChange(target.value)
        }}
      />
      <TextControl {...props} />
      <NextTimes cron={line} zone={zone} />
    </div>
  )
}

function NextTimes({ cron, zone }: { cron: string; zone: string }) {
  const line = useSettled(cron.trim())
  const { data, error } = useQuery({
    ...q('previewSchedule', { query: { cron: line, time_zone: zone } }),
    enabled: line !== '',
    retry: false,
  })
  if (error) return <p className="text-muted text-sm">{friendly(error)}</p>
  if (!data) return null
  const format = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
  return (
    <div className="text-sm">
      <p className="text-muted">Next times, on the clock of {zone}:</p>
      <ul className="tabular-nums">
        {data.times.slice(0, 3).map((time) => (
          <li key={time}>{format.format(new Date(time))}</li>
        ))}
      </ul>
    </div>
  )
}
