import { UPGRADE_PLANS } from '#contract/billing/upgrades.ts'
import { UpgradePrompt } from '#web/app/guards/upgrade-prompt.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'

/**
 * The three upgrade prompts of §9. That of the creator leads to this page: here it leads to the form, and to the plans while no role can
 * be asked for. A plan can always be bought, also while a request waits.
 */
export function Prompts({ onAsk }: { onAsk: (() => void) | undefined }) {
  const label = (name: string) => t('Upgrade to {plan}', { plan: name })
  const actions = {
    creator: onAsk ? (
      <Button wide onClick={onAsk}>
        {label('Creator')}
      </Button>
    ) : (
      <LinkButton wide href={paths.pricing()}>
        {label('Creator')}
      </LinkButton>
    ),
    pro: (
      <LinkButton wide href={paths.pricing()}>
        {label('Pro')}
      </LinkButton>
    ),
    enterprise: (
      <LinkButton wide href={paths.contact('enterprise')}>
        {label('Enterprise')}
      </LinkButton>
    ),
  }
  return (
    <section aria-labelledby="plans" className="grid gap-3">
      <h2 id="plans" className="text-xl">
        {t('Plans')}
      </h2>
      <div className="grid gap-4 md:grid-cols-3">
        {UPGRADE_PLANS.map((plan) => (
          <UpgradePrompt key={plan.id} plan={plan} action={actions[plan.id]} />
        ))}
      </div>
    </section>
  )
}
