import { useState } from 'react'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
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
      <Button onClick={() => setOpen(true)}>{t('Cancel plan')}</Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('Cancel {name}?', { name })}
        size="md"
        keep={t('Keep plan')}
        act={t('Cancel plan')}
        busy={cancel.busy && t('Cancelling...')}
        onAct={() => void cancel.run()}
        failure={cancel.error !== null && friendly(cancel.error)}
      >
        <p>
          {isUnpaid(subscription)
            ? t('The last period wasn’t paid, so the plan ends now.')
            : t('It stays until {day} and doesn’t renew. You can resume it until then.', {
                day: formatFullDay(subscription.period_end),
              })}
        </p>
        <p className="text-muted">
          {t(
            'Nothing is deleted. Afterwards the free limits apply: one of your services keeps running, the others are paused.',
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
