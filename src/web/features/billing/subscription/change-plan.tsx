import { useState } from 'react'
import { type Plan, TRIAL_PLAN } from '#contract/billing/plans.ts'
import type { CurrentSubscription } from '#contract/billing/subscriptions.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { type Billing, MEETING, priceTexts } from '#web/parts/billing/pricing/billing.ts'
import { PlanAdds, YearlyBanner } from '#web/parts/billing/pricing/plan-card.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { KeepPlan } from './keep-plan.tsx'
import { plansQuery } from './subscription-queries.ts'

const choices = () => [
  { value: 'monthly', label: t('Monthly') },
  { value: 'yearly', label: t('Yearly') },
]

/** The plans, each with what one would have of it. What a change costs is shown before it is paid. */
export function ChangePlan({ current }: { current: CurrentSubscription }) {
  const { items } = useData(plansQuery)
  const [billing, setBilling] = useState<Billing>(current.subscription?.billing ?? 'monthly')
  return (
    <section aria-labelledby="plans" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="plans" className="text-xl">
          {current.subscription ? t('Change your plan') : t('Plans')}
        </h2>
        <Segmented
          label={t('Billing')}
          segments={choices()}
          value={billing}
          onChange={(value) => setBilling(value === 'yearly' ? 'yearly' : 'monthly')}
        />
        <YearlyBanner />
        <p className="text-muted text-base sm:ml-auto">{t('Prices include GST')}</p>
      </div>
      <ul className="grid gap-4 lg:grid-cols-3">
        {items.map((plan, at) => (
          <PlanRow key={plan.id} plan={plan} before={items[at - 1] ?? null} billing={billing} current={current} />
        ))}
      </ul>
    </section>
  )
}

interface PlanRowProps {
  plan: Plan
  before: Plan | null
  billing: Billing
  current: CurrentSubscription
}

function PlanRow({ plan, before, billing, current }: PlanRowProps) {
  const { subscription } = current
  const isMine = subscription?.plan.id === plan.id
  const { perMonth, charged } = priceTexts(plan, billing)
  return (
    <Card as="li" className="flex flex-col gap-3" data-plan={plan.id}>
      <h3 className="flex items-center justify-between gap-3 text-lg">
        {plan.name}
        {isMine && <Badge tone="good">{t('Your plan')}</Badge>}
      </h3>
      <div>
        <p className="flex items-baseline gap-1.5">
          <span className="font-semibold text-3xl tabular-nums">{perMonth}</span>
          <span className="text-muted">{t('per month')}</span>
        </p>
        <p className="text-muted text-base tabular-nums">{charged}</p>
      </div>
      <div className="grow">
        <PlanAdds plan={plan} before={before} />
      </div>
      <Doing plan={plan} billing={billing} current={current} />
    </Card>
  )
}

function Doing({ plan, billing, current }: { plan: Plan; billing: Billing; current: CurrentSubscription }) {
  const { subscription } = current
  const href = paths.subscribe(plan.id, billing)
  const isPresent = subscription?.plan.id === plan.id && subscription.billing === billing
  if (isPresent && subscription.next) return <KeepPlan subscription={subscription} />
  if (isPresent && subscription.status !== 'trialing')
    return (
      <p className="text-muted text-base">
        {billing === 'yearly' ? t('Your current plan, yearly.') : t('Your current plan, monthly.')}
      </p>
    )
  if (subscription?.next?.plan.id === plan.id && subscription.next.billing === billing)
    return <p className="text-muted text-base">{t('Begins with your next period.')}</p>
  if (plan.id === 'enterprise' && subscription?.plan.id !== 'enterprise')
    return (
      <LinkButton wide href={MEETING()}>
        {t(plan.cta)}
      </LinkButton>
    )
  const isTrial = plan.id === TRIAL_PLAN && current.trial.allowed && subscription === null
  return (
    <LinkButton wide href={href}>
      {isTrial
        ? t(plan.cta)
        : subscription && subscription.status !== 'trialing'
          ? t('Change to {plan}', { plan: plan.name })
          : t('Subscribe')}
      <span className="sr-only">: {plan.name}</span>
    </LinkButton>
  )
}
