import type { ReactNode } from 'react'
import { SUBSCRIPTIONS } from '#contract/billing/plans.ts'
import type { PlanQuote } from '#contract/billing/subscriptions.ts'
import { DAY_MS } from '#shared/time.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { Money } from '#web/ui/money.tsx'

function Line({ label, children, strong }: { label: ReactNode; children: ReactNode; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'border-line border-t pt-2 font-semibold text-lg' : ''}`}>
      <dt>{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

/** The day a trial that starts with this quote ends. */
const trialEnd = ({ starts_at }: PlanQuote): string =>
  formatFullDay(new Date(Date.parse(starts_at) + SUBSCRIPTIONS.trial_days * DAY_MS).toISOString())

const priceText = ({ billing, price_paise }: PlanQuote): string =>
  billing === 'monthly'
    ? t('{amount} a month', { amount: formatPaise(price_paise) })
    : t('{amount} a year', { amount: formatPaise(price_paise) })

/** A trial costs nothing today, and nothing later either: it has no card to charge. */
export function TrialSum({ quote }: { quote: PlanQuote }) {
  return (
    <div className="grid gap-3">
      <p className="text-muted">
        {t('{plan}, free for {days} days', { plan: quote.plan.name, days: String(SUBSCRIPTIONS.trial_days) })}
      </p>
      <p className="font-semibold text-display tabular-nums">{t('{amount} due today', { amount: formatPaise(0) })}</p>
      <p className="text-muted text-base">
        {t(
          'Your trial ends on {day}. You won’t be charged: no card is needed. After that the free limits apply and nothing is deleted. To keep {plan}, subscribe for {price}, GST included.',
          { day: trialEnd(quote), plan: quote.plan.name, price: priceText(quote) },
        )}
      </p>
    </div>
  )
}

export function Sum({ quote }: { quote: PlanQuote }) {
  const { plan, billing } = quote
  const what =
    billing === 'monthly' ? t('{plan}, monthly', { plan: plan.name }) : t('{plan}, yearly', { plan: plan.name })
  return (
    <div className="grid gap-3">
      <dl className="grid gap-2">
        <Line label={what}>
          <Money paise={quote.price_paise} />
        </Line>
        {quote.credit_paise > 0 && (
          <Line label={t('Credit for your current period')}>
            <Money paise={-quote.credit_paise} />
          </Line>
        )}
        <Line label={t('Due today')} strong>
          <Money paise={quote.amount_paise} />
        </Line>
      </dl>
      <p className="text-muted text-base">
        {t('Includes {gst} GST (18%). Covers {from} to {until}, then renews for {price} until you cancel.', {
          gst: formatPaise(quote.gst_paise),
          from: formatFullDay(quote.starts_at),
          until: formatFullDay(quote.period_end),
          price: priceText(quote),
        })}{' '}
        {/* The quote is a moment old: only whole days tell. */}
        {quote.kind === 'start' &&
          Date.now() - Date.parse(quote.starts_at) > DAY_MS &&
          t('This includes the days you kept your plan after your last paid period ended.')}
      </p>
    </div>
  )
}
