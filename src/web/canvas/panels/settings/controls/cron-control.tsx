import { shownText } from '#web/canvas/model/fields/field-value.ts'
import { useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { NextTimes, USUAL_TIMES } from '#web/parts/workflows/schedules/cron-times.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { ControlProps } from './control-props.ts'
import { TextControl } from './simple-controls.tsx'

/** A cron expression, common ones from a list, and the next times. */
export function CronControl(props: ControlProps) {
  const { value, field, onChange, disabled } = props
  const { config } = useSettingsForm()
  const line = shownText(value ?? field.preset)
  const zone = typeof config.time_zone === 'string' ? config.time_zone : 'Asia/Kolkata'
  return (
    <div className="grid gap-1.5">
      <Select
        label={t('Common times')}
        hideLabel
        disabled={disabled}
        value={USUAL_TIMES.find((one) => one.value === line)?.value ?? ''}
        options={[{ value: '', label: t('Custom') }, ...USUAL_TIMES]}
        onChange={({ target }) => {
          if (target.value !== '') onChange(target.value)
        }}
      />
      <TextControl {...props} />
      <NextTimes cron={line} zone={zone} count={3} />
    </div>
  )
}
