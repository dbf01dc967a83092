import type { ReactNode } from 'react'
import { UPGRADE_CLAIMS, UPGRADE_PLANS } from '#contract/billing/upgrades.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** §6: the note next to every upgrade prompt and Access Denied card. */
export const UPGRADE_NOTE = 'Admin/Seller roles require approval, not payment; platform fees apply to all users.'

export type UpgradePlan = (typeof UPGRADE_PLANS)[number]

/** §6: the plan that is offered where a page is refused; deeper addresses belong to their page. */
const PROMPTS: Readonly<Record<string, UpgradePlan['id']>> = {
  workflows: 'enterprise',
  'custom-agents': 'creator',
  analytics: 'pro',
}
export const findUpgradePrompt = (pathname: string): UpgradePlan | null =>
  UPGRADE_PLANS.find(({ id }) => id === PROMPTS[pathname.split('/')[1] ?? '']) ?? null

/** A sales talk opens with its topic. */
const hrefOf = ({ id, href }: UpgradePlan): string => (id === 'enterprise' ? paths.contact('enterprise') : href)

/**
 * §9: one upgrade card: its name, US dollars a month, what it brings, the claims, and its button. `action` takes the place of the
 * button, for a page that the button would lead to itself.
 */
export function UpgradePrompt({ plan, action }: { plan: UpgradePlan; action?: ReactNode }) {
  const label = t('Upgrade to {plan}', { plan: plan.name })
  return (
    <Card as="article" aria-label={plan.name} className="flex flex-col gap-3">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-lg">
        {plan.name}
        <span className="tabular-nums">
          ${plan.usd} <span className="font-normal text-muted text-xs">{t('per month')}</span>
        </span>
      </h2>
      <ul className="grow list-disc pl-5 text-muted">
        {plan.features.map((feature) => (
          <li key={feature}>{t(feature)}</li>
        ))}
      </ul>
      {action ?? <UpgradeButton plan={plan} label={label} />}
      <p className="text-muted text-base">{UPGRADE_CLAIMS.map((claim) => t(claim)).join(' · ')}</p>
    </Card>
  )
}

const UpgradeButton = ({ plan, label }: { plan: UpgradePlan; label: string }) => (
  <LinkButton href={hrefOf(plan)} variant="primary" wide>
    {label}
  </LinkButton>
)
