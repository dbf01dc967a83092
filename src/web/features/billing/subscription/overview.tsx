import type { ReactNode } from 'react'
import type { CurrentSubscription } from '#contract/billing/subscriptions.ts'
import { q, useData } from '#web/api/query.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { resumeCheckout } from '#web/parts/billing/checkout/open-checkout.ts'
import { OrderChip } from '#web/parts/billing/checkout/order-status.tsx'
import { orderTitle } from '#web/parts/billing/checkout/order-title.ts'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { FullDay, formatFullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Due } from './due.tsx'
import { SpendingByDay } from './spending-by-day.tsx'
import { currentQuery, recentQuery } from './subscription-queries.ts'
import { Usage } from './usage.tsx'

export const creditsQuery = q('getCredits')

/** What is not paid, what is charged next, what is left, and what is used, at one look. */
export function Overview() {
  const current = useData(currentQuery)
  return (
    <>
      <Due current={current} />
      <Figures current={current} />
      <SpendingByDay />
      <CurrentPlan current={current} withoutLate />
      <Usage current={current} />
      <Recent />
    </>
  )
}

const methods = (): Readonly<Record<string, string>> => ({ card: t('Card'), upi: 'UPI', emandate: t('Bank account') })

/** The next charge; null when there is none. What a smaller plan costs that begins then, its order says. */
function nextCharge({ subscription }: CurrentSubscription): { paise: number | null; detail: string } | null {
  if (subscription === null || subscription.status === 'trialing' || subscription.status === 'cancelled') return null
  const { renewal, price_paise, period_end, next } = subscription
  if (next)
    return {
      paise: null,
      detail: t('{plan} begins on {day}', { plan: next.plan.name, day: formatFullDay(period_end) }),
    }
  const day = formatFullDay(renewal?.next_attempt_at ?? period_end)
  return { paise: renewal?.amount_paise ?? price_paise, detail: t('On {day}, including GST', { day }) }
}

function whyNothing({ subscription }: CurrentSubscription): string {
  if (subscription?.status === 'trialing')
    return t('Your trial ends on {day} and isn’t charged', { day: formatFullDay(subscription.period_end) })
  if (subscription?.status === 'cancelled') return t('Your plan won’t renew')
  return t('You don’t have a plan that renews')
}

function Figures({ current }: { current: CurrentSubscription }) {
  const { balance_paise, held_paise, today_paise, day_cap_paise } = useData(creditsQuery)
  const charge = nextCharge(current)
  const { mandate } = current
  const method = (
    <Figure
      label={t('Payment method')}
      value={mandate === null ? t('None saved') : (methods()[mandate.method] ?? mandate.method)}
      detail={
        mandate === null
          ? t('You confirm each payment yourself')
          : fill(t('Charges up to {price}', { price: '{price}' }), { price: <Money paise={mandate.max_paise} /> })
      }
    />
  )
  const credits = (
    <Figure
      leads={charge === null}
      label={t('Credits left')}
      value={<Money paise={balance_paise} />}
      detail={
        held_paise > 0
          ? fill(t('{price} reserved for active runs', { price: '{price}' }), { price: <Money paise={held_paise} /> })
          : t('For agents with a price per run')
      }
      action={<TopUpButton size="sm">{t('Top up')}</TopUpButton>}
    />
  )
  const spent = (
    <Figure
      label={t('Spent on runs today')}
      value={<Money paise={today_paise} />}
      detail={
        day_cap_paise === null ? (
          <TextLink href={paths.subscription('credits')}>{t('Set a daily limit')}</TextLink>
        ) : (
          <ProgressBar
            label={t('Daily limit')}
            value={day_cap_paise === 0 ? 1 : today_paise / day_cap_paise}
            detail={formatPaise(day_cap_paise)}
          />
        )
      }
    />
  )
  return (
    <Card
      raised
      aria-label={t('At a glance')}
      className="grid grid-cols-2 gap-x-6 gap-y-6 xl:grid-cols-[1.5fr_1fr_1fr_1fr]"
    >
      {/* Where nothing is charged next, what is left to spend is what people come to see. */}
      {charge === null ? (
        <>
          {credits}
          {spent}
          <Figure label={t('Next charge')} value={t('None')} detail={whyNothing(current)} />
          {method}
        </>
      ) : (
        <>
          <Figure
            leads
            label={t('Next charge')}
            value={charge.paise === null ? '—' : <Money paise={charge.paise} />}
            detail={charge.detail}
          />
          {method}
          {credits}
          {spent}
        </>
      )}
    </Card>
  )
}

interface FigureProps {
  label: string
  value: ReactNode
  detail: ReactNode
  action?: ReactNode
  /** What people come to see: it is read first. */
  leads?: boolean
}

const Figure = ({ label, value, detail, action, leads = false }: FigureProps) => (
  <div className="grid content-start gap-1">
    <h2 className="font-normal text-base text-muted">{label}</h2>
    <p className={`font-semibold tabular-nums ${leads ? 'text-3xl' : 'text-xl'}`}>{value}</p>
    <div className="text-muted">{detail}</div>
    {action && <div className="mt-1">{action}</div>}
  </div>
)

function Recent() {
  const { items } = useData(recentQuery)
  if (items.length === 0) return null
  return (
    <Card aria-label={t('Recent payments')}>
      <CardHeader
        title={t('Recent payments')}
        aside={<TextLink href={paths.payments()}>{t('See all payments')}</TextLink>}
      />
      <ul className="grid">
        {items.map((order) => (
          <li
            key={order.id}
            className="grid grid-cols-[minmax(0,1fr)_max-content] items-center gap-x-4 border-line border-b py-2.5 last:border-0 last:pb-0"
          >
            <div className="grid">
              <Link href={paths.payment(order.id)} className="font-medium [overflow-wrap:anywhere] hover:underline">
                <bdi>{orderTitle(order.title)}</bdi>
              </Link>
              <span className="text-muted">
                <FullDay time={order.paid_at ?? order.created_at} />
              </span>
            </div>
            <div className="flex flex-wrap items-center justify-end gap-3">
              <OrderChip order={order} />
              <Money paise={order.amount_paise} />
              {order.abilities.pay.allowed && (
                <Button size="sm" onClick={() => resumeCheckout(order.id, (id) => paths.payment(id))}>
                  {t('Pay')}
                  <span className="sr-only">: {orderTitle(order.title)}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
