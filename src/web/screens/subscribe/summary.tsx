import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { PlanQuote } from '#contract/subscriptions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useData } from '#web/api/query.ts'
import { openCheckout } from '#web/checkout/open-checkout.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import type { Billing } from '#web/pricing/billing.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { quoteQuery } from './query.ts'

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
      {isPaid && <Sum quote={quote} />}
      {quote.kind === 'later' && (
        <p>
          {t(
            '{plan} begins on {day}, when the period you have paid for ends. Until then nothing changes, and nothing is to be paid now.',
            { plan: quote.plan.name, day: formatDay(quote.starts_at) },
          )}{' '}
          {quote.billing === 'monthly'
            ? t('It then costs {amount} a month.', { amount: formatPaise(quote.price_paise) })
            : t('It then costs {amount} a year.', { amount: formatPaise(quote.price_paise) })}
        </p>
      )}
      {quote.kind === 'none' && <p>{quote.reason}</p>}
      <Doing quote={quote} billing={billing} />
    </Card>
  )
}

function Line({ label, children, strong }: { label: ReactNode; children: ReactNode; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-line border-t pt-2 font-semibold text-lg' : ''}`}>
      <dt>{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

function Sum({ quote }: { quote: PlanQuote }) {
  const { plan, billing } = quote
  const what =
    billing === 'monthly' ? t('{plan}, a month', { plan: plan.name }) : t('{plan}, a year', { plan: plan.name })
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2">
        <Line label={what}>
          <Money paise={quote.price_paise} />
        </Line>
        {quote.credit_paise > 0 && (
          <Line label={t('Left of your present period')}>
            <Money paise={-quote.credit_paise} />
          </Line>
        )}
        <Line label={t('To pay now')} strong>
          <Money paise={quote.amount_paise} />
        </Line>
      </dl>
      <p className="text-muted text-sm">
        {t('{gst} GST (18 %) is in it. The period runs from {from} to {until}, and then renews for {amount}.', {
          gst: formatPaise(quote.gst_paise),
          from: formatDay(quote.starts_at),
          until: formatDay(quote.period_end),
          amount: formatPaise(quote.price_paise),
        })}
      </p>
    </div>
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
    await navigate(paths.subscription())
  })
  const pay = () => openCheckout({ purpose: 'plan', subject: choice }, donePath)
  const error = trial.error ?? change.error
  return (
    <div className="grid gap-2">
      {quote.trial.allowed && (
        <>
          <Button
            variant="primary"
            size="lg"
            wide
            busy={trial.busy && t('Starting...')}
            onClick={() => void trial.run()}
          >
            {t('Start Free Trial')}
          </Button>
          <p className="text-muted text-sm">
            {t('7 days free, no card. Then the free limits apply; nothing is deleted.')}
          </p>
        </>
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
          {t('Change on {day}', { day: formatDay(quote.starts_at) })}
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
