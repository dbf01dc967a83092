import { ShieldAlert } from 'lucide-react'
import { ERROR_PAGE_TEXTS } from '#contract/messages.ts'
import { pageAt } from '#contract/pages.ts'
import { UPGRADE_CLAIMS, UPGRADE_PLANS } from '#contract/upgrades.ts'
import { titled } from '#web/lib/brand.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const NOTE = 'Admin/Seller roles require approval, not payment; platform fees apply to all users.'

type PlanId = (typeof UPGRADE_PLANS)[number]['id']
/** §6: where an upgrade prompt takes the place of the plain card. */
const PROMPTS: Record<string, PlanId> = { '/workflows': 'enterprise', '/custom-agents': 'creator', '/analytics': 'pro' }

export interface AccessDeniedProps {
  pathname: string
  /** The role or permission that was missing. */
  required: string | null
}

/** §6: the Access Denied card, or the upgrade prompt of the page that was asked for. */
export function AccessDeniedCard({ pathname, required }: AccessDeniedProps) {
  const plan = UPGRADE_PLANS.find(({ id }) => id === PROMPTS[pathname])
  return (
    <div className="mx-auto grid w-full max-w-lg gap-4 px-4 py-12">
      <title>{titled(ERROR_PAGE_TEXTS.access_denied)}</title>
      <Card className="grid justify-items-center gap-3 text-center">
        <ShieldAlert aria-hidden="true" className="size-8 text-warn" />
        <h1 className="text-2xl">{ERROR_PAGE_TEXTS.access_denied}</h1>
        <p>{pathname.startsWith('/admin') ? 'Admin access needs approval.' : ERROR_PAGE_TEXTS.no_permission}</p>
        {required && (
          <p className="text-muted">
            It takes the role or permission <strong className="font-semibold text-ink">{required}</strong>.
          </p>
        )}
        <p className="text-muted text-sm">{NOTE}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <LinkButton href={paths.dashboard()}>Go to the dashboard</LinkButton>
          <LinkButton href={paths.marketplace()} variant="ghost">
            Browse the marketplace
          </LinkButton>
        </div>
      </Card>
      {plan && <UpgradePrompt plan={plan} />}
    </div>
  )
}

function UpgradePrompt({ plan }: { plan: (typeof UPGRADE_PLANS)[number] }) {
  const label = `Upgrade to ${plan.name}`
  return (
    <Card className="grid gap-3">
      <h2 className="flex items-baseline justify-between gap-3 text-lg">
        {plan.name} <span className="tabular-nums">${plan.usd} per month</span>
      </h2>
      <ul className="list-disc pl-5 text-muted">
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {pageAt(plan.href)?.served ? (
        <LinkButton href={plan.href} variant="primary">
          {label}
        </LinkButton>
      ) : (
        <Button variant="primary" wide reason="Not available yet">
          {label}
        </Button>
      )}
      <p className="text-muted text-sm">{UPGRADE_CLAIMS.join(' · ')}</p>
    </Card>
  )
}
