import { useNavigate } from 'react-router'
import { t } from '#web/lib/language.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'

/** A page that says nothing else is about the last 30 days. */
const USUAL = '30'

/** The days of an address, where they are one of these periods. */
export const daysIn = <Days extends string>(params: URLSearchParams, periods: readonly Days[]): Days =>
  periods.find((days) => days === (params.get('days') ?? USUAL)) ?? (USUAL as Days)

interface PeriodChoiceProps<Days extends string> {
  /** In days. */
  periods: readonly Days[]
  days: Days
  /** The address of another period; null is the usual one. */
  href: (days: Days | null) => string
}

/** How many days until today a page is about. */
export function PeriodChoice<Days extends string>({ periods, days, href }: PeriodChoiceProps<Days>) {
  const navigate = useNavigate()
  return (
    // On a narrow screen the periods are scrolled, with room for the ring of the focus.
    <div className="max-w-full overflow-x-auto p-0.5">
      <Segmented
        label={t('Period')}
        value={days}
        segments={periods.map((value) => ({
          value,
          label: value === '365' ? t('1 year') : t('{count} days', { count: value }),
        }))}
        onChange={(value) => {
          const chosen = periods.find((one) => one === value) ?? days
          void navigate(href(chosen === USUAL ? null : chosen), { preventScrollReset: true })
        }}
      />
    </div>
  )
}
