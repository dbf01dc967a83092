import { useId } from 'react'
import { shownText, takenText } from '#web/canvas/model/fields/field-value.ts'
import { TimeZones } from '#web/parts/workflows/schedules/cron-times.tsx'
import { inputClass } from '#web/ui/forms/text-field.tsx'
import type { ControlProps } from './control-props.ts'

/** A time zone, found by typing a part of its name. */
export function TimeZoneControl({ field, value, onChange, ids, disabled }: ControlProps) {
  const list = useId()
  return (
    <>
      <input
        {...ids}
        type="text"
        list={list}
        value={shownText(value ?? field.preset)}
        disabled={disabled}
        spellCheck={false}
        onChange={({ target }) => onChange(takenText(field, target.value))}
        className={`h-9 px-3 ${inputClass(ids['aria-invalid'] ? 'error' : undefined)}`}
      />
      <TimeZones id={list} />
    </>
  )
}
