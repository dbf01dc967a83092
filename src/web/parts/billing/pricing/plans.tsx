import { t } from '#web/lib/language.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { destinationOf, MEETING } from './billing.ts'
import { billingChoices, PlanCard, YearlyBanner } from './plan-card.tsx'
import { useBilling } from './use-billing.ts'
import { usePlans } from './use-plans.ts'

/** The pricing section (§2.3): the switch of billing, three plans, and the way to a meeting. */
export function Plans() {
  const [billing, choose] = useBilling()
  const plans = usePlans()
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label={t('Billing')} segments={billingChoices()} value={billing} onChange={choose} />
        <YearlyBanner />
        <p className="text-muted text-base sm:ml-auto">{t('Prices include GST')}</p>
      </div>
      <ul className="grid gap-4 lg:grid-cols-3">
        {plans.map((plan, at) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            before={plans[at - 1] ?? null}
            billing={billing}
            href={destinationOf(plan, billing)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded border border-line bg-sunken px-4 py-3 sm:px-5">
        <p>
          <span className="font-medium">{t('More than one clinic or office?')}</span>{' '}
          <span className="text-muted">{t('Talk through volumes, data location and an agreement with us.')}</span>
        </p>
        <LinkButton href={MEETING()}>{t('Book a Meeting')}</LinkButton>
      </div>
    </div>
  )
}
