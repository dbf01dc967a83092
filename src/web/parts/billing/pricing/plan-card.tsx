import { Check } from 'lucide-react'
import { type Plan, YEARLY_BANNER } from '#contract/billing/plans.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { addedBy, type Billing, priceTexts } from './billing.ts'

export interface PlanCardProps {
  plan: Plan
  billing: Billing
  /** The next smaller one. */
  before: Plan | null
  /** Where its button leads. */
  href: string
}

/** §9: one plan. The yearly view takes as many lines as the monthly one, so that switching moves nothing. */
export function PlanCard({ plan, billing, before, href }: PlanCardProps) {
  const { perMonth, charged, saving } = priceTexts(plan, billing)
  return (
    <Card
      as="li"
      className={`flex flex-col gap-4 ${plan.isPopular ? 'ring-1 ring-marigold-edge' : ''}`}
      data-plan={plan.id}
    >
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="text-lg">{plan.name}</h3>
        {plan.isPopular && <Badge tone="live">{t('Most popular')}</Badge>}
      </div>
      <div className="grid gap-1">
        <p className="flex items-baseline gap-1.5">
          <span className="font-semibold text-3xl tabular-nums">{perMonth}</span>
          <span className="text-muted">{t('per month')}</span>
        </p>
        <p className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1 text-muted text-base tabular-nums">
          {charged}
          {saving && <Badge tone="good">{saving}</Badge>}
        </p>
      </div>
      <PlanButton plan={plan} href={href} />
      <PlanAdds plan={plan} before={before} />
    </Card>
  )
}

/** What it has more than the next smaller one. */
export function PlanAdds({ plan, before }: Pick<PlanCardProps, 'plan' | 'before'>) {
  const { base, items } = addedBy(plan, before)
  return (
    <div className="grid content-start gap-2">
      <p className="font-medium">{base}</p>
      <ul className="grid content-start gap-2">
        {items.map((text) => (
          <li key={text} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function PlanButton({ plan, href }: Pick<PlanCardProps, 'plan' | 'href'>) {
  const look = { variant: plan.isPopular ? 'primary' : 'secondary', size: 'lg', wide: true } as const
  return (
    <LinkButton {...look} href={href}>
      {t(plan.cta)}
      <span className="sr-only">: {plan.name}</span>
    </LinkButton>
  )
}

/** The label next to the billing switch. */
export const YearlyBanner = () => <Badge tone="good">{t(YEARLY_BANNER)}</Badge>

export const billingChoices = () => [
  { value: 'monthly', label: t('Monthly') },
  { value: 'yearly', label: t('Yearly') },
]
