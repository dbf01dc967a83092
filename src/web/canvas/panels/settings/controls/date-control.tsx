import { shownText } from '#web/canvas/model/fields/field-value.ts'
import { inputClass } from '#web/ui/forms/text-field.tsx'
import type { ControlProps } from './control-props.ts'

/** A moment as the field of the browser writes it: in the reader’s own time zone, without naming it. */
function localOf(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

const READS = { date: /^\d{4}-\d\d-\d\d$/, time: /^\d{4}-\d\d-\d\dT/ }

/** A day, or with `time` a moment, which is kept in UTC. What is no date stays a text, so that nothing typed is lost. */
export function DateControl({ field, value, onChange, ids, disabled, time }: ControlProps & { time: boolean }) {
  const text = shownText(value ?? field.preset)
  const look = `h-9 px-3 ${inputClass(ids['aria-invalid'] ? 'error' : undefined)}`
  if (text !== '' && !(time ? READS.time : READS.date).test(text))
    return (
      <input
        {...ids}
        type="text"
        value={text}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        className={look}
      />
    )
  return (
    <input
      {...ids}
      type={time ? 'datetime-local' : 'date'}
      value={time ? localOf(text) : text}
      disabled={disabled}
      onChange={({ target }) => {
        if (target.value === '') return onChange(undefined)
        onChange(time ? new Date(target.value).toISOString() : target.value)
      }}
      className={look}
    />
  )
}
