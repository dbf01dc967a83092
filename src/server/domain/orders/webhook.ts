/** What the gateway tells by itself: signed over its bytes, each event once, in any order and any number of copies. */
import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { takeDispute } from '#server/domain/disputes/take-dispute.ts'
import { takeRefund } from '#server/domain/refunds/send.ts'
import { revokeMandate } from '#server/domain/subscriptions/renewals.store.ts'
import type { GatewayEvent, GatewayToken } from '#server/gateways/payments/entities.ts'
import { beginEvent, endEvent } from './events.store.ts'
import type { Paying } from './paying.ts'
import { takePayment } from './take-payment.ts'

export interface ReceivedHook {
  bytes: Uint8Array
  signature: string | null
  /** The gateway's number of the event; it is not signed, so nothing rests on it but that the same is not worked on twice. */
  event_id: string | null
}

/** @throws payment_refused; what fails is thrown, so that the gateway sends it again */
export async function receiveEvent(
  deps: Paying,
  { bytes, signature, event_id }: ReceivedHook,
): Promise<{ taken: boolean }> {
  const { db, gateway } = deps
  if (signature === null || !gateway.isWebhookSigned(bytes, signature))
    throw new AppError('payment_refused', { message: 'The signature is not right.' })
  const event = gateway.readEvent(bytes)
  // Signed, and of no kind that we know.
  if (!event) return { taken: false }
  const id = event_id?.slice(0, 200) || createHash('sha256').update(bytes).digest('hex')
  const { payment, refund, dispute, token } = event.payload
  const payload = {
    payment: payment?.entity.id ?? null,
    refund: refund?.entity.id ?? null,
    dispute: dispute?.entity.id ?? null,
    token: token?.entity.id ?? null,
  }
  if (!(await beginEvent(db, { gateway: gateway.name, id, name: event.event, payload }))) return { taken: false }
  try {
    const taken = await takeEvent(deps, event)
    await endEvent(db, gateway.name, id, null)
    return { taken }
  } catch (error) {
    await endEvent(db, gateway.name, id, error instanceof Error ? error.message.slice(0, 500) : 'unknown')
    throw error
  }
}

async function takeEvent(deps: Paying, { payload }: GatewayEvent): Promise<boolean> {
  const { payment, refund, dispute, token } = payload
  let taken = payment ? (await takePayment(deps, payment.entity)) !== 'unchanged' : false
  if (refund && (await takeRefund(deps, refund.entity))) taken = true
  if (dispute && (await takeDispute(deps, dispute.entity))) taken = true
  if (token && (await takeToken(deps, token.entity))) taken = true
  return taken
}

/** A mandate that its holder, or their bank, has ended. What stands again is given with a payment. */
function takeToken({ db, gateway, now }: Paying, { id, recurring_details }: GatewayToken): Promise<boolean> {
  const isOver = recurring_details?.status === 'cancelled' || recurring_details?.status === 'rejected'
  return isOver ? revokeMandate(db, gateway.name, id, now()) : Promise.resolve(false)
}
