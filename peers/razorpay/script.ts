/** What the gateway is told by tests and by whoever tries it out: nothing of it is Razorpay's. */
import { type Answer, type Asked, refused } from './answers.ts'
import type { State } from './behaviour.ts'
import { chargeNow } from './cycles.ts'
import type { PayoutEntity } from './entities.ts'
import { authorise, decline, dispute, endDispute, endRefund, sendBackDispute } from './moves.ts'
import { movePayout } from './payout-moves.ts'
import type { Post } from './webhooks.ts'

const done = (json: object = { done: true }): Answer => ({ status: 200, json })

/** What a payment that waits, a refund or a dispute comes to. */
function settle(state: State, { json }: Asked): Answer {
  const payment = state.payments.get(String(json.payment_id))
  if (payment) {
    if (json.outcome === 'failure') decline(state, payment)
    else authorise(state, payment)
    return done(payment)
  }
  const refund = state.refunds.get(String(json.refund_id))
  if (refund) {
    endRefund(state, refund, json.outcome === 'failure' ? 'failed' : 'processed')
    return done(refund)
  }
  const payout = state.payouts.get(String(json.payout_id))
  if (payout) {
    movePayout(state, payout, String(json.outcome ?? 'processed') as PayoutEntity['status'])
    return done(payout)
  }
  const opened = state.disputes.get(String(json.dispute_id))
  if (!opened) return refused('The id provided does not exist')
  if (json.outcome === 'action_required') {
    sendBackDispute(state, opened)
    return done(opened)
  }
  const status = (['under_review', 'won', 'lost', 'closed'] as const).find((one) => one === json.outcome) ?? 'won'
  endDispute(state, opened, status)
  return done(opened)
}

/** "Charge this now" of the dashboard's test mode (razorpay.com/docs/payments/subscriptions/test): what is next for a subscription happens now. */
function chargeDue(state: State, { json }: Asked): Answer {
  const kept = state.subscriptions.get(String(json.subscription_id))
  if (!kept) return refused('The id provided does not exist', 'subscription_id')
  if (!chargeNow(state, kept, json.outcome === 'failure' ? 'failure' : 'success'))
    return refused(`Nothing is due in ${kept.shown.status} status.`)
  return done(kept.shown)
}

/** `POST /script/behave`, `/script/settle`, `/script/charge`, `/script/dispute`, `/script/flush`. @returns null for anything else */
export function script(state: State, post: Post, asked: Asked): Answer | null {
  if (asked.method !== 'POST' || !asked.path.startsWith('/script/')) return null
  if (asked.path === '/script/behave') return done(Object.assign(state.behaviour, asked.json))
  if (asked.path === '/script/settle') return settle(state, asked)
  if (asked.path === '/script/charge') return chargeDue(state, asked)
  if (asked.path === '/script/flush') {
    void post.flush()
    return done()
  }
  const payment = state.payments.get(String(asked.json.payment_id))
  if (asked.path === '/script/dispute' && payment)
    return done(dispute(state, payment, Number(asked.json.amount ?? payment.amount)))
  return refused('The id provided does not exist')
}
