import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Order } from '#contract/billing/payments.ts'
import { stateByCode } from '#contract/india/states.ts'
import { call } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { safeNext } from '#web/app/guards/next.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { AskRefund } from '#web/parts/billing/checkout/ask-refund.tsx'
import { resumeCheckout } from '#web/parts/billing/checkout/open-checkout.ts'
import { OrderChip } from '#web/parts/billing/checkout/order-status.tsx'
import { orderTitle } from '#web/parts/billing/checkout/order-title.ts'
import { RefundsOfOrder } from '#web/parts/billing/checkout/own-refunds.tsx'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { InvoicePdf } from '#web/parts/billing/invoices/invoice-pdf.tsx'
import { usePaperSoon } from '#web/parts/billing/invoices/use-paper-soon.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const query = (id: string) => q('getOrder', { params: { id } })

export const loader = ({ params }: ScreenArgs) => load(query(params.id ?? ''))

const EVERY_MS = 3000

/** While a payment is under way, or the page may have missed it, the gateway is asked. It survives a reload: all of it is the order. */
function useChecked({ id, status }: Order): void {
  const waits = status === 'pending' || status === 'created' || status === 'failed'
  useEffect(() => {
    if (!waits) return
    let left = false
    const check = async () => {
      if (document.visibilityState !== 'visible') return
      const order = await call('checkOrder', { params: { id } }).catch(() => null)
      if (order && !left) queryClient.setQueryData(query(id).queryKey, order)
    }
    void check()
    const timer = setInterval(() => void check(), EVERY_MS)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [id, waits])
}

/** An order: what is to be paid, what is waited for, or its receipt. */
export function Component() {
  const { id = '' } = useParams()
  const order = useData(query(id))
  useChecked(order)
  usePaperSoon(order.status === 'paid' && order.purpose !== 'credits' && order.papers.length === 0, 'getOrder')
  return (
    <Page title={orderTitle(order.title)}>
      <PageHeader
        title={orderTitle(order.title)}
        crumbs={[{ label: t('Payments'), href: paths.payments() }]}
        actions={order.test && <TestPaymentsNote />}
      />
      <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
        <Outcome order={order} />
        <Receipt order={order} />
        <div className="flex flex-wrap gap-2 print:hidden">
          {order.status === 'paid' && (
            <>
              <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
                {t('Print the receipt')}
              </Button>
              <AskRefund
                of={{ order_id: order.id }}
                ability={order.abilities.ask_refund}
                credits={order.purpose === 'credits'}
              />
            </>
          )}
        </div>
        <RefundsOfOrder order_id={order.id} />
      </div>
    </Page>
  )
}

/** Where the receipt leads: to what was bought, and after buying credits back to where they were needed. */
function nextStep({ purpose, agent }: Order, from: string | null): { label: string; href: string } {
  if (purpose === 'plan') return { label: t('See your plan'), href: paths.subscription() }
  if (agent) return { label: t('Open {agent}', { agent: agent.name }), href: paths.agent(agent.slug) }
  if (from === null) return { label: t('Find agents'), href: paths.marketplace() }
  if (from.startsWith('/agent/')) return { label: t('Back to the agent'), href: from }
  if (from.startsWith('/my-ai-services/')) return { label: t('Back to your service'), href: from }
  return { label: t('Continue'), href: from }
}

/** The page that the checkout was opened on. */
function useFrom(): string | null {
  const [params] = useSearchParams()
  return safeNext(params.get('next'), window.location.origin)
}

function Outcome({ order }: { order: Order }) {
  const from = useFrom()
  const { status, payment } = order
  if (order.disputed)
    return (
      <Callout tone="warn" title={t('Your bank disputes this payment')}>
        {t('The money is withheld until your bank and the payment service have decided.')}
      </Callout>
    )
  if (status === 'paid') {
    const { label, href } = nextStep(order, from)
    return (
      <div className="grid justify-items-start gap-3">
        <Callout tone="good" title={order.amount_paise === 0 ? t('You own it') : t('Payment received')}>
          {order.amount_paise === 0
            ? t('Your code covers {title}.', { title: orderTitle(order.title) })
            : t('{price} for {title}.', {
                price: formatPaise(order.amount_paise),
                title: orderTitle(order.title),
              })}{' '}
          {t('We’ve emailed your receipt.')}
        </Callout>
        <LinkButton variant="primary" href={href}>
          {label}
        </LinkButton>
      </div>
    )
  }
  if (status === 'pending')
    return (
      <Callout tone="warn" title={t('Waiting for your bank')}>
        {t(
          'Approve the payment in your UPI app or with your bank. You can close this page: we’ll tell you when the payment is confirmed.',
        )}
      </Callout>
    )
  if (status === 'expired')
    return (
      <Callout title={t('This order has expired')}>
        {t('It wasn’t paid in time. You weren’t charged. You can order again at the current price.')}
      </Callout>
    )
  return (
    <div className="grid justify-items-start gap-3">
      {status === 'failed' ? (
        <Callout tone="bad" title={t('The payment failed')}>
          {payment?.error ?? t('Your bank declined it.')} {t('You weren’t charged. Try again.')}
        </Callout>
      ) : (
        <Callout title={t('Not paid')}>
          {t('This price is valid until {time}.', { time: formatExactTime(order.expires_at) })}
        </Callout>
      )}
      <Button
        variant="primary"
        reason={order.abilities.pay.allowed ? undefined : (order.abilities.pay.reason ?? t('Not now'))}
        onClick={() => resumeCheckout(order.id, (id) => paths.payment(id, from))}
      >
        {t('Pay {price}', { price: formatPaise(order.amount_paise) })}
      </Button>
    </div>
  )
}

const methods = (): Record<string, string> => ({
  card: t('Card'),
  upi: 'UPI',
  netbanking: t('Net banking'),
  wallet: t('Wallet'),
})

function Receipt({ order }: { order: Order }) {
  const { billing, payment, paid_at } = order
  const facts: [string, string | null][] = [
    [
      t('Amount'),
      order.purpose === 'credits'
        ? formatPaise(order.amount_paise)
        : t('{price}, including GST', { price: formatPaise(order.amount_paise) }),
    ],
    [
      t('Code'),
      order.coupon &&
        t('{code}: {off} off {price}', {
          code: order.coupon.code,
          off: formatPaise(order.coupon.off_paise),
          price: formatPaise(order.amount_paise + order.coupon.off_paise),
        }),
    ],
    [t('Refunded'), order.refunded_paise > 0 ? formatPaise(order.refunded_paise) : null],
    [t('Receipt'), order.receipt],
    [t('Ordered'), formatExactTime(order.created_at)],
    [t('Paid'), paid_at === null ? null : formatExactTime(paid_at)],
    [
      order.paid_at === null ? t('Payment method tried') : t('Payment method'),
      payment?.method ? (methods()[payment.method] ?? payment.method) : null,
    ],
    [t('Payment'), payment?.id ?? null],
    [t('Billed to'), billing.name],
    [t('State'), t(stateByCode(billing.state_code)?.name ?? billing.state_code)],
    [t('Address'), billing.address || null],
    ['GSTIN', billing.gstin],
  ]
  return (
    <section aria-labelledby="receipt" className="grid gap-3 surface-card p-5">
      <div className="flex items-center justify-between gap-4">
        <h2 id="receipt" className="text-lg">
          {order.status === 'paid' ? t('Receipt') : t('Order')}
        </h2>
        <OrderChip order={order} />
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="break-words tabular-nums">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      <Papers order={order} />
      {order.test && order.amount_paise > 0 && (
        <p className="text-muted text-base">{t('Test payment: no money was charged.')}</p>
      )}
    </section>
  )
}

/** Its invoice and its credit notes. */
function Papers({ order: { status, purpose, papers } }: { order: Order }) {
  if (papers.length > 0)
    return (
      <div className="flex flex-wrap gap-2 print:hidden">
        {papers.map((paper) => (
          <InvoicePdf
            key={paper.id}
            invoice={paper}
            label={`${paper.kind === 'credit_note' ? t('Credit note') : t('Invoice')} ${paper.number}`}
          />
        ))}
      </div>
    )
  if (status !== 'paid') return null
  return (
    <p role="status" className="text-muted text-base print:hidden">
      {purpose === 'credits'
        ? t('Credits aren’t invoiced when you add them. You get one invoice a month for the runs you made.')
        : t('Your invoice is being prepared.')}
    </p>
  )
}
