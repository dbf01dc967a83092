import { useState } from 'react'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatDay } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

const isUnpaid = ({ status }: Subscription): boolean => status === 'past_due' || status === 'awaiting_customer'

/** One dialog that says what happens, and one button that does it. */
export function CancelButton({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState(false)
  const cancel = useAction(async () => {
    await call('cancelSubscription', { params: { id: subscription.id } })
    setOpen(false)
    await refresh('getCurrentSubscription', 'listSubscriptionHistory')
  })
  const name = subscription.plan.name
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel plan</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel ${name}?`}
        size="md"
        keep="Keep plan"
        act="Cancel plan"
        busy={cancel.busy && 'Cancelling...'}
        onAct={() => void cancel.run()}
        failure={cancel.error !== null && friendly(cancel.error)}
      >
        <p>
          {isUnpaid(subscription)
            ? 'The last period wasn’t paid, so the plan ends now.'
            : `It stays until ${formatDay(subscription.period_end)} and doesn’t renew. You can resume it until then.`}
        </p>
        <p className="text-muted">
          Nothing is deleted. Afterwards the free limits apply: one of your services keeps running, the others are
          paused.
        </p>
      </ConfirmDialog>
    </>
  )
}
