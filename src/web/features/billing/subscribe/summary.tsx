import { useNavigate } from 'react-router'
import type { PlanQuote } from '#contract/billing/subscriptions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { openCheckout } from '#web/parts/billing/checkout/open-checkout.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import type { Billing } from '#web/parts/billing/pricing/billing.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { quoteQuery } from './subscribe-queries.ts'
import { Sum, TrialSum } from './sum.tsx'

const titleOf = (kind: PlanQuote['kind']): string =>
  ({
    start: t('Your order'),
    upgrade: t('Your upgrade'),
    renew: t('Your renewal'),
    later: t('Your change'),
    none: t('Your plan'),
  })[kind]

/** What it costs now, and the one button. */
export function Summary({ planId, billing }: { planId: string; billing: Billing }) {
  const quote = useData(quoteQuery(planId, billing))
  const isPaid = ['start', 'upgrade', 'renew'].includes(quote.kind)
  return (
    <Card as="aside" aria-label={titleOf(quote.kind)} className="grid gap-4">
      <h2 className="text-lg">{titleOf(quote.kind)}</h2>
      {quote.trial.allowed ? <TrialSum quote={quote} /> : isPaid && <Sum quote={quote} />}
      {quote.kind === 'later' && (
        <p>
          {t(
            '{plan} begins on {day}, when your paid period ends. Until then nothing changes, and you pay nothing now.',
            { plan: quote.plan.name, day: formatFullDay(quote.starts_at) },
          )}{' '}
          {quote.billing === 'monthly'
            ? t('It then costs {amount} per month.', { amount: formatPaise(quote.price_paise) })
            : t('It then costs {amount} per year.', { amount: formatPaise(quote.price_paise) })}
        </p>
      )}
      {quote.kind === 'none' && <p>{quote.reason}</p>}
      <Doing quote={quote} billing={billing} />
    </Card>
  )
}

/** The page where what was done is shown. */
const donePath = (order: string | null): string => paths.subscriptionSuccess(order)

function Doing({ quote, billing }: { quote: PlanQuote; billing: Billing }) {
  const navigate = useNavigate()
  const choice = { plan_id: quote.plan.id, billing }
  const trial = useAction(async () => {
    await call('createSubscription', { body: choice })
    await refresh('getCurrentSubscription', 'quotePlan')
    await navigate(donePath(null))
  })
  const change = useAction(async () => {
    const { subscription } = await call('getCurrentSubscription', {})
    if (subscription) await call('changeSubscription', { params: { id: subscription.id }, body: choice })
    await refresh('getCurrentSubscription', 'quotePlan')
    await navigate(paths.subscription('plan'))
  })
  const pay = () => openCheckout({ purpose: 'plan', subject: choice }, donePath)
  const error = trial.error ?? change.error
  return (
    <div className="grid gap-2">
      {quote.trial.allowed && (
        <Button variant="primary" size="lg" wide busy={trial.busy && t('Starting...')} onClick={() => void trial.run()}>
          {t('Start Free Trial')}
        </Button>
      )}
      {quote.trial.allowed && (
        <p className="mt-2 border-line border-t pt-4 text-muted text-base">
          {t('Or skip the trial. A paid plan starts today and renews until you cancel.')}
        </p>
      )}
      {['start', 'upgrade', 'renew'].includes(quote.kind) && (
        <Button variant={quote.trial.allowed ? 'secondary' : 'primary'} size="lg" wide onClick={pay}>
          {quote.trial.allowed
            ? t('Subscribe now for {amount}', { amount: formatPaise(quote.amount_paise) })
            : t('Pay {amount}', { amount: formatPaise(quote.amount_paise) })}
        </Button>
      )}
      {quote.kind === 'later' && (
        <Button
          variant="primary"
          size="lg"
          wide
          busy={change.busy && t('Changing...')}
          onClick={() => void change.run()}
        >
          {t('Change on {day}', { day: formatFullDay(quote.starts_at) })}
        </Button>
      )}
      {quote.kind === 'none' && (
        <LinkButton wide href={paths.subscription()}>
          {t('Your subscription')}
        </LinkButton>
      )}
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
    </div>
  )
}
