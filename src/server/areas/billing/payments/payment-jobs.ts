/** What goes on with payments beside the requests: refunds are handed over, orders expire, the books are compared. */

import { notifyDeadlines } from '#server/areas/billing/disputes/deadlines.ts'
import { forgetEvents } from '#server/areas/billing/gateway/events.store.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { escalateRefunds } from '#server/areas/billing/refunds/escalate.ts'
import { sendRefunds } from '#server/areas/billing/refunds/send.ts'
import { endMandates } from '#server/areas/billing/subscriptions/end-mandates.ts'
import { syncMandates } from '#server/areas/billing/subscriptions/sync-mandates.ts'
import { withLease } from '#server/platform/jobs/job-lease.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { expireOrders } from './expire.ts'
import { reconcileAndReport } from './reconcile.ts'

/** Often what is new, once a day all that may still change. */
const SHORT = { every_ms: 5 * MINUTE_MS, back_ms: 2 * 60 * MINUTE_MS }
const LONG = { every_ms: DAY_MS, back_ms: 7 * DAY_MS }

/** @returns does what is due, one step after the other while `goesOn` */
export function createPaymentWork(deps: Paying): (goesOn: () => boolean) => Promise<void> {
  let [short, long] = [0, 0]
  const compare = async () => {
    const until = deps.now()
    const at = until.getTime()
    const isLong = at >= long + LONG.every_ms
    if (!isLong && at < short + SHORT.every_ms) return
    const { back_ms } = isLong ? LONG : SHORT
    await reconcileAndReport(deps, { since: new Date(at - back_ms), until, always: isLong })
    short = at
    if (isLong) long = at
  }
  const steps: [string, () => Promise<unknown>][] = [
    ['refunds could not be handed over', () => sendRefunds(deps)],
    ['unanswered refunds could not be passed on', () => escalateRefunds(deps.db, deps.now())],
    ['deadlines of disputes could not be told', () => notifyDeadlines(deps.db, deps.now())],
    ['mandates could not be ended at the gateway', () => endMandates(deps)],
    ['mandates could not be looked at', () => syncMandates(deps)],
    ['orders could not be looked through', () => expireOrders(deps)],
    ['the books could not be compared with the gateway', compare],
    ['old events could not be removed', () => forgetEvents(deps.db, deps.now())],
  ]
  return async (goesOn) => {
    for (const [failed, step] of steps)
      if (goesOn()) await step().catch((err: unknown) => deps.log.warn({ err }, failed))
  }
}

/** One process at a time, which holds no connection while the gateway is asked. @returns one turn of the job */
export function createPaymentJob(deps: Paying): () => Promise<void> {
  const work = createPaymentWork(deps)
  return () => withLease(deps.db, 'payments', work)
}
