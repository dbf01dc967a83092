/**
 * Whatever waits for a decision of the gateway or of a bank, however old: a dispute is decided after weeks, and a refund may fail after
 * days. Lists go by the day that something began, so each is asked about by its number, the one that was not asked for longest first. It is
 * marked before it is asked: one that always fails waits its time like the others.
 */

import { takeToAsk as takeDisputeToAsk } from '#server/areas/billing/disputes/disputes.store.ts'
import { syncDispute } from '#server/areas/billing/disputes/sync-disputes.ts'
import type { Attempt } from '#server/areas/billing/gateway/attempts.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { takeToAsk as takePaymentToAsk } from '#server/areas/billing/orders/payments.store.ts'
import { takeToAsk as takeRefundToAsk } from '#server/areas/billing/refunds/refunds.store.ts'
import { takeRefund } from '#server/areas/billing/refunds/send.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { takePayment } from './take-payment.ts'

interface Asking {
  gateway: string
  /** Not asked about since. */
  before: Date
  now: Date
}

interface Asked {
  /** The gateway's number. */
  id: string
  paise: number
}

interface Waiting {
  kind: 'missed_payment' | 'missed_refund' | 'missed_dispute'
  every_ms: number
  /** A run of the comparison asks about so many. */
  most: number
  take(db: Paying['db'], asking: Asking): Promise<Asked | null>
  /** @returns whether something was new */
  ask(deps: Paying, id: string): Promise<boolean>
}

const WAITING: readonly Waiting[] = [
  { kind: 'missed_dispute', every_ms: DAY_MS, most: 25, take: takeDisputeToAsk, ask: syncDispute },
  {
    kind: 'missed_refund',
    every_ms: DAY_MS,
    most: 25,
    take: takeRefundToAsk,
    ask: async (deps, id) => takeRefund(deps, await deps.gateway.findRefund(id)),
  },
  {
    kind: 'missed_payment',
    every_ms: HOUR_MS,
    most: 50,
    take: takePaymentToAsk,
    ask: async (deps, id) => (await takePayment(deps, await deps.gateway.payment(id))) !== 'unchanged',
  },
]

/** @returns what the gateway had decided and we had not heard of. @throws GatewayUnreachable; what was learned until then stays */
export async function checkUndecided(deps: Paying, attempt: Attempt): Promise<(Asked & Pick<Waiting, 'kind'>)[]> {
  const { db, gateway } = deps
  const news: (Asked & Pick<Waiting, 'kind'>)[] = []
  for (const { kind, every_ms, most, take, ask } of WAITING)
    for (let asked = 0; asked < most; asked++) {
      const now = deps.now()
      const one = await take(db, { gateway: gateway.name, before: new Date(now.getTime() - every_ms), now })
      if (one === null) break
      if (await attempt(one.id, () => ask(deps, one.id))) news.push({ kind, ...one })
    }
  return news
}
