import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ANALYTICS_PERIODS, type PeriodProblem } from '#contract/platform/analytics-values.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type AnalyticsState, analyticsHref, type PeriodName } from './analytics-address.ts'

export const PERIOD_NAMES: Record<PeriodName, string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '365': '12 months',
  own: 'Custom',
}

/** Chooses the days: some until today, or from one day to another. */
export function PeriodPicker({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState(false)
  const isOwn = choosing || state.period === 'own'
  const choose = (period: PeriodName) => {
    setChoosing(period === 'own')
    if (period === 'own') return
    const change = { period: period === '30' ? null : period, from: null, to: null }
    void navigate(analyticsHref(state, change), { preventScrollReset: true })
  }
  return (
    <div className="grid gap-3">
      <div className="p-0.5">
        <Segmented
          label={t('Period')}
          segments={ANALYTICS_PERIODS.map((value) => ({ value, label: t(PERIOD_NAMES[value]) }))}
          value={isOwn ? 'own' : state.period}
          onChange={(value) => choose(value as PeriodName)}
        />
      </div>
      {isOwn && <OwnPeriod key={`${state.from}|${state.to}`} state={state} />}
    </div>
  )
}

function OwnPeriod({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const [from, setFrom] = useState(state.from ?? '')
  const [to, setTo] = useState(state.to ?? '')
  const show = (event: FormEvent) => {
    event.preventDefault()
    void navigate(analyticsHref(state, { period: 'own', from, to }), { preventScrollReset: true })
  }
  const errorOf = (field: PeriodProblem['field']) =>
    state.problem?.field === field ? state.problem.message : undefined
  return (
    <form onSubmit={show} noValidate className="flex flex-wrap items-start gap-3">
      <TextField
        label={t('First day')}
        type="date"
        value={from}
        error={errorOf('first_day')}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        label={t('Last day')}
        type="date"
        value={to}
        error={errorOf('last_day')}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button type="submit" className="mt-6.5">
        {t('Show')}
      </Button>
    </form>
  )
}
