/** The gateway's webhooks: signed over their bytes, each event applied once, in any order and any number of copies. */
import { AppError } from '#contract/core/errors.ts'
import { takeDispute } from '#server/areas/billing/disputes/sync-disputes.ts'
import { type ReceivedHook, takeOnce } from '#server/areas/billing/gateway/dedupe-events.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { takeRefund } from '#server/areas/billing/refunds/send.ts'
import { revokeMandate } from '#server/areas/billing/subscriptions/renewals.store.ts'
import type { GatewayEvent, GatewayToken } from '#server/gateways/payments/entities.ts'
import { takePayment } from './take-payment.ts'

/** @throws payment_refused; what fails is thrown, so that the gateway sends it again */
export async function receiveEvent(deps: Paying, hook: ReceivedHook): Promise<{ taken: boolean }> {
  const { db, gateway } = deps
  const { bytes, signature } = hook
  if (signature === null || !gateway.isWebhookSigned(bytes, signature))
    throw new AppError('payment_refused', { message: 'The signature is invalid.' })
  const event = gateway.readEvent(bytes)
  // Signed, and of no kind that we know.
  if (!event) return { taken: false }
  const { payment, refund, dispute, token } = event.payload
  const payload = {
    payment: payment?.entity.id ?? null,
    refund: refund?.entity.id ?? null,
    dispute: dispute?.entity.id ?? null,
    token: token?.entity.id ?? null,
  }
  return takeOnce(db, gateway.name, hook, { name: event.event, payload }, () => takeEvent(deps, event))
}

async function takeEvent(deps: Paying, { payload }: GatewayEvent): Promise<boolean> {
  const { payment, refund, dispute, token } = payload
  let taken = payment ? (await takePayment(deps, payment.entity)) !== 'unchanged' : false
  if (refund && (await takeRefund(deps, refund.entity))) taken = true
  if (dispute && (await takeDispute(deps, dispute.entity))) taken = true
  if (token && (await takeToken(deps, token.entity))) taken = true
  return taken
}

/** A mandate that its holder, or their bank, has ended. A new one is given with a payment. */
function takeToken({ db, gateway, now }: Paying, { id, recurring_details }: GatewayToken): Promise<boolean> {
  const isOver = recurring_details?.status === 'cancelled' || recurring_details?.status === 'rejected'
  return isOver ? revokeMandate(db, gateway.name, id, now()) : Promise.resolve(false)
}
