import type { FormEvent, ReactNode } from 'react'
import type { ServiceDetail } from '#contract/services/services.ts'
import { t } from '#web/lib/language.ts'
import { parsePaise } from '#web/lib/rupees.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { problemAt, VisitorsRefused } from './visitors-refused.tsx'

interface DoorFormProps {
  service: ServiceDetail
  /** Whether visitors come in now. */
  enabled: boolean
  /** False while the first settings are entered: there is nothing to turn on yet. */
  exists?: boolean
  /** What the form has fields for: the server’s problems with these are shown there. */
  fields: readonly string[]
  save: { error: unknown; busy: boolean }
  onSubmit: (change: { enabled?: boolean }) => void
  children: ReactNode
}

/** The settings of a way in which visitors reach a service, with the switch that opens and closes it. */
export function DoorForm({ service, enabled, exists = true, fields, save, onSubmit, children }: DoorFormProps) {
  const isElsewhere = save.error !== null && fields.every((field) => problemAt(save.error, field) === undefined)
  const busy = save.busy && t('Saving...')
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit({})
      }}
      className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-4"
    >
      {children}
      {isElsewhere && (
        <VisitorsRefused error={save.error} agent={service.agent.id} onAgreed={() => onSubmit({ enabled: true })} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={enabled || !exists ? 'primary' : 'secondary'} busy={busy}>
          {exists ? t('Save') : t('Connect')}
        </Button>
        {exists && (
          <Button
            variant={enabled ? 'secondary' : 'primary'}
            busy={busy}
            onClick={() => onSubmit({ enabled: !enabled })}
          >
            {enabled ? t('Turn off') : t('Turn on')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What a person is told once their change is saved: that visitors come in from now on, or no longer, says more than that it is saved. */
export const savedTitle = (before: boolean, after: boolean): string =>
  before === after ? t('Settings saved') : after ? t('Turned on') : t('Turned off')

/** As they are typed. */
interface DayLimits {
  runs: string
  rupees: string
}

/** What visitors may use in a day, or what is wrong with it by field. */
export function readDayLimits({ runs, rupees }: DayLimits) {
  const daily_runs = Number(runs)
  const daily_paise = parsePaise(rupees)
  const wrong = {
    ...((!Number.isInteger(daily_runs) || daily_runs < 1) && { daily_runs: t('Enter a whole number, at least 1') }),
    ...(daily_paise === undefined && { daily_paise: t('Enter rupees, such as 500 or 12.50') }),
  }
  return { wrong, daily_runs, daily_paise: daily_paise ?? 0 }
}

interface DayFieldsProps<T extends DayLimits> {
  entered: T
  /** Whose messages count together. */
  help: string
  errorAt: (field: 'daily_runs' | 'daily_paise') => string | undefined
  onChange: (entered: T) => void
}

/** How many messages a day, and for how much. */
export function DayFields<T extends DayLimits>({ entered, help, errorAt, onChange }: DayFieldsProps<T>) {
  return (
    <>
      <TextField
        label={t('Messages per day')}
        help={help}
        inputMode="numeric"
        value={entered.runs}
        error={errorAt('daily_runs')}
        onChange={({ target }) => onChange({ ...entered, runs: target.value })}
      />
      <TextField
        label={t('Daily budget (₹)')}
        help={t('Maximum cost of their messages, including AI models. 0 for free agents.')}
        inputMode="decimal"
        value={entered.rupees}
        error={errorAt('daily_paise')}
        onChange={({ target }) => onChange({ ...entered, rupees: target.value })}
      />
    </>
  )
}
