import { UPGRADE_PLANS } from '#contract/upgrades.ts'
import { UpgradePrompt } from '#web/layouts/upgrade-prompt.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'

/**
 * The three upgrade prompts of §9. That of the creator leads to this page: here it leads to the form.
 * @param unaskable why no role can be asked for now
 */
export function Prompts({ onAsk, unaskable }: { onAsk: () => void; unaskable: string | undefined }) {
  const label = (name: string) => t('Upgrade to {plan}', { plan: name })
  const actions = {
    creator: (
      <Button wide reason={unaskable} onClick={onAsk}>
        {label('Creator')}
      </Button>
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
