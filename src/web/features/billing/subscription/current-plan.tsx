import type { CurrentSubscription, Renewal, Subscription } from '#contract/billing/subscriptions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { openCheckout } from '#web/parts/billing/checkout/open-checkout.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { CancelButton } from './cancel.tsx'
import { Mandate } from './mandate.tsx'

const states = (): Record<Subscription['status'], { label: string; tone: Tone }> => ({
  trialing: { label: t('Free trial'), tone: 'live' },
  active: { label: t('Active'), tone: 'good' },
  past_due: { label: t('Payment failed'), tone: 'bad' },
  awaiting_customer: { label: t('Payment needed'), tone: 'warn' },
  cancelled: { label: t('Cancelled'), tone: 'neutral' },
  ended: { label: t('Ended'), tone: 'neutral' },
})

const per = (billing: Subscription['billing']): string => (billing === 'monthly' ? t('a month') : t('a year'))

/** What happens next, in one sentence. */
function nextText({ status, period_end, access_until, next, renewal, price_paise, billing }: Subscription): string {
  const end = formatFullDay(period_end)
  if (status === 'trialing') return t('Free until {day}. You won’t be charged automatically.', { day: end })
  if (status === 'cancelled')
    return t('Ends on {day}. You won’t be charged again, and nothing is deleted.', { day: end })
  if (status === 'past_due' || status === 'awaiting_customer')
    return t('Your plan stays until {day}.', { day: formatFullDay(access_until) })
  if (next)
    return t('{plan}, {billing}, begins on {day}.', { plan: next.plan.name, billing: t(next.billing), day: end })
  return t('Renews on {day} for {price} {per}.', {
    day: end,
    price: formatPaise(renewal?.amount_paise ?? price_paise),
    per: per(renewal?.billing ?? billing),
  })
}

/** Its renewal should have been paid by now. */
export const isLate = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'past_due' || status === 'awaiting_customer'

interface CurrentPlanProps {
  current: CurrentSubscription
  /** A renewal that is late is said elsewhere on the page. */
  withoutLate?: boolean
}

export function CurrentPlan({ current, withoutLate = false }: CurrentPlanProps) {
  const { subscription } = current
  if (subscription === null) return <NoPlan current={current} />
  const { plan, status, billing, renewal } = subscription
  const { label, tone } = states()[status]
  return (
    <Card aria-label={t('Your plan')} className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="flex flex-wrap items-center gap-2 text-xl">
            {plan.name} <Badge tone={tone}>{label}</Badge>
          </h2>
          {status !== 'trialing' && (
            <p className="text-muted tabular-nums">
              {t('{price} {per}, including GST', { price: formatPaise(subscription.price_paise), per: per(billing) })}
            </p>
          )}
          <p>{nextText(subscription)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {status === 'trialing' && (
            <LinkButton variant="primary" href={paths.subscribe(plan.id, billing)}>
              {t('Subscribe')}
            </LinkButton>
          )}
          {subscription.abilities.resume.allowed && <ResumeButton subscription={subscription} />}
          {subscription.abilities.cancel.allowed && <CancelButton subscription={subscription} />}
        </div>
      </div>
      {renewal && !(withoutLate && isLate(subscription)) && <RenewalNote renewal={renewal} status={status} />}
      {current.mandate && <Mandate mandate={current.mandate} />}
    </Card>
  )
}

/** A renewal that waits for its payment, with the button that pays it. */
export function RenewalNote({ renewal, status }: { renewal: Renewal; status: Subscription['status'] }) {
  const { plan, billing, amount_paise, at, by, next_attempt_at, pay_by } = renewal
  const late = isLate({ status })
  const pay = () =>
    openCheckout({ purpose: 'plan', subject: { plan_id: plan.id, billing } }, (order) =>
      paths.subscriptionSuccess(order),
    )
  return (
    <Callout
      tone={late ? 'warn' : 'neutral'}
      title={
        late
          ? t('Pay {price} to keep your plan', { price: formatPaise(amount_paise) })
          : t('Renewal on {day}', { day: formatFullDay(at) })
      }
    >
      <div className="grid justify-items-start gap-2">
        <p>
          {t('{plan}, {per}: {price}, GST included.', {
            plan: plan.name,
            per: per(billing),
            price: formatPaise(amount_paise),
          })}{' '}
          {by === 'mandate'
            ? late
              ? t('It is charged again on {day}.', { day: formatFullDay(next_attempt_at) })
              : t('It is charged on {day}.', { day: formatFullDay(next_attempt_at) })
            : t('Your bank needs your confirmation by {day}.', { day: formatFullDay(pay_by) })}
        </p>
        {(late || by === 'customer') && (
          <Button variant={late ? 'primary' : 'secondary'} size="sm" onClick={pay}>
            {t('Pay {price}', { price: formatPaise(amount_paise) })}
          </Button>
        )}
      </div>
    </Callout>
  )
}

function ResumeButton({ subscription }: { subscription: Subscription }) {
  const resume = useAction(async () => {
    await call('resumeSubscription', { params: { id: subscription.id } })
    await refresh('getCurrentSubscription', 'listSubscriptionHistory')
  })
  return (
    <>
      <Button variant="primary" busy={resume.busy && t('Resuming...')} onClick={() => void resume.run()}>
        {t('Resume')}
      </Button>
      {resume.error !== null && <Callout tone="bad">{friendly(resume.error)}</Callout>}
    </>
  )
}

const NoPlan = ({ current }: { current: CurrentSubscription }) => (
  <Card aria-label={t('Your plan')} className="flex flex-wrap items-center justify-between gap-3">
    <div className="grid gap-1">
      <h2 className="text-xl">{current.exempt ? t('No limits') : t('No plan')}</h2>
      <p className="text-muted">
        {current.exempt
          ? t('Admins have no plan limits.')
          : t('The free limits apply. A plan includes more agents that you keep.')}
      </p>
    </div>
    {current.trial.allowed && !current.exempt && (
      <LinkButton variant="primary" href={paths.subscribe('starter', 'monthly')}>
        {t('Start Free Trial')}
      </LinkButton>
    )}
  </Card>
)
