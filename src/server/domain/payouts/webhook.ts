/** What RazorpayX tells by itself: signed over its bytes, each event once, in any order and any number of copies. */
import { createHash } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { beginEvent, endEvent } from '#server/domain/orders/events.store.ts'
import type { ReceivedHook } from '#server/domain/orders/webhook.ts'
import { type Paying, takeTransfer } from './transfers.ts'

const GATEWAY = 'razorpayx'

/** @throws payment_refused; what fails is thrown, so that RazorpayX sends it again */
export async function receivePayoutEvent(
  deps: Paying,
  { bytes, signature, event_id }: ReceivedHook,
): Promise<{ taken: boolean }> {
  const { db, gateway } = deps
  if (signature === null || !gateway.isWebhookSigned(bytes, signature))
    throw new AppError('payment_refused', { message: 'The signature is not right.' })
  const event = gateway.readEvent(bytes)
  const payout = event?.payload.payout?.entity
  if (!event || !payout) return { taken: false }
  const id = event_id?.slice(0, 200) || createHash('sha256').update(bytes).digest('hex')
  const payload = { payout: payout.id }
  if (!(await beginEvent(db, { gateway: GATEWAY, id, name: event.event, payload }))) return { taken: false }
  try {
    const taken = await takeTransfer(deps, payout)
    await endEvent(db, GATEWAY, id, null)
    return { taken }
  } catch (error) {
    await endEvent(db, GATEWAY, id, error instanceof Error ? error.message.slice(0, 500) : 'unknown')
    throw error
  }
}
