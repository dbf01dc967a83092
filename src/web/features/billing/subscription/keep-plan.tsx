import type { Subscription } from '#contract/billing/subscriptions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** Drops the smaller plan that was chosen for the next period. */
export function KeepPlan({ subscription }: { subscription: Subscription }) {
  const keep = useAction(async () => {
    const { id, plan, billing } = subscription
    await call('changeSubscription', { params: { id }, body: { plan_id: plan.id, billing } })
    await refresh('getCurrentSubscription', 'quotePlan', 'listSubscriptionHistory')
  })
  return (
    <>
      <Button wide busy={keep.busy && t('Saving...')} onClick={() => void keep.run()}>
        {t('Keep {plan}', { plan: subscription.plan.name })}
      </Button>
      {keep.error !== null && <Callout tone="bad">{friendly(keep.error)}</Callout>}
    </>
  )
}
