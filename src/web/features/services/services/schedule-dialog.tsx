import { type FormEvent, useId, useRef, useState } from 'react'
import type { ServiceSchedule } from '#contract/services/service-schedules.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { AskAgreement, readAgreementRequest } from '#web/parts/runs/ask-agreement.tsx'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { Fields, Problems } from '#web/parts/runs/run-form.tsx'
import { useRunForm } from '#web/parts/runs/use-run-form.ts'
import { NextTimes, TimeZones, USUAL_TIMES } from '#web/parts/workflows/schedules/cron-times.tsx'
import { MISSED } from '#web/parts/workflows/schedules/on-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { schedulesQuery, showSaved } from './service-queries.ts'

interface Props {
  service: ServiceDetail
  /** Null makes a new one. */
  schedule: ServiceSchedule | null
  onClose: () => void
}

type Settings = Pick<ServiceSchedule, 'cron' | 'time_zone' | 'missed'>
const missedOptions = () => Object.entries(MISSED).map(([value, label]) => ({ value, label: t(label) }))

/** What the server says of a field of the schedule itself. */
function problemAt(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.problems.find((one) => one.field === field)?.message : undefined
}

/** Times, time zone and input of a service's scheduled runs. */
export function ScheduleDialog({ service, schedule, onClose }: Props) {
  const [when, setWhen] = useState<Settings>({
    cron: schedule?.cron ?? '0 9 * * *',
    time_zone: schedule?.time_zone ?? 'Asia/Kolkata',
    missed: schedule?.missed ?? 'run_once',
  })
  const [withInput, setWithInput] = useState(schedule === null)
  const form = useRunForm(formShape(service.input_schema), schedule?.input)
  const element = useRef<HTMLFormElement>(null)
  const save = useAction(async () => {
    const input = withInput ? await form.input() : undefined
    const settings = { ...when, cron: when.cron.trim(), time_zone: when.time_zone.trim() }
    const saved = schedule
      ? await call('changeServiceSchedule', {
          params: { id: service.id, schedule: schedule.id },
          body: { ...settings, ...(input && { input }) },
        })
      : await call('addServiceSchedule', { params: { id: service.id }, body: { ...settings, input: input ?? {} } })
    await showSaved(schedulesQuery(service.id), saved)
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { fits, first } = withInput ? form.check() : { fits: true, first: null }
    if (fits) void save.run()
    else element.current?.querySelector<HTMLElement>(`[name="${first}"], [type="file"]`)?.focus()
  }
  const told = ['cron', 'time_zone'].some((field) => problemAt(save.error, field) !== undefined)
  return (
    <Dialog open onClose={onClose} title={schedule ? t('Edit schedule') : t('Add schedule')} size="md">
      <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <When value={when} error={save.error} onChange={setWhen} />
        {schedule && (
          <Checkbox
            label={t('Change the runs’ input')}
            help={t('Otherwise the current input and documents are kept.')}
            checked={withInput}
            onChange={({ target }) => setWithInput(target.checked)}
          />
        )}
        {withInput && (
          <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <legend className="mb-2 font-medium">{t('Input of each run')}</legend>
            <Fields form={form} disabled={save.busy} />
          </fieldset>
        )}
        {save.error !== null && !told && (
          <Refused error={save.error} service={service} onAgreed={() => void save.run()} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.busy && t('Saving...')}>
            {schedule ? t('Save') : t('Add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Refused({ error, service, onAgreed }: { error: unknown; service: ServiceDetail; onAgreed: () => void }) {
  if (error instanceof ApiError && error.code === 'agreement_needed')
    return (
      <AskAgreement
        asked={readAgreementRequest(service.agent.id, error)}
        act={t('Agree and save')}
        onAgreed={onAgreed}
      />
    )
  return (
    <Callout tone="bad">
      <Problems failure={error} />
    </Callout>
  )
}

function When({ value, error, onChange }: { value: Settings; error: unknown; onChange: (value: Settings) => void }) {
  const { cron, time_zone, missed } = value
  const zones = useId()
  return (
    <>
      <Select
        label={t('When')}
        value={USUAL_TIMES.find((one) => one.value === cron)?.value ?? ''}
        options={[{ value: '', label: t('Custom') }, ...USUAL_TIMES.map((one) => ({ ...one, label: t(one.label) }))]}
        onChange={({ target }) => target.value !== '' && onChange({ ...value, cron: target.value })}
      />
      <TextField
        label={t('Cron line')}
        help={t('Minute, hour, day of month, month, day of week. 0 9 * * 1-5 means 09:00 from Monday to Friday.')}
        value={cron}
        spellCheck={false}
        maxLength={200}
        error={problemAt(error, 'cron')}
        onChange={({ target }) => onChange({ ...value, cron: target.value })}
      />
      <TextField
        label={t('Time zone')}
        list={zones}
        value={time_zone}
        spellCheck={false}
        maxLength={64}
        error={problemAt(error, 'time_zone')}
        onChange={({ target }) => onChange({ ...value, time_zone: target.value })}
      />
      <TimeZones id={zones} />
      <NextTimes cron={cron} zone={time_zone} count={5} />
      <Select
        label={t('If {brand} was offline', { brand })}
        value={missed}
        options={missedOptions()}
        onChange={({ target }) => onChange({ ...value, missed: target.value as Settings['missed'] })}
      />
    </>
  )
}
