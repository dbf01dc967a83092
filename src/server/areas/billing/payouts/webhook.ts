/** RazorpayX webhooks: signed over their bytes, each event applied once, in any order and any number of copies. */
import { AppError } from '#contract/core/errors.ts'
import { type ReceivedHook, takeOnce } from '#server/areas/billing/gateway/dedupe-events.ts'
import { type Paying, takeTransfer } from './transfers.ts'

const GATEWAY = 'razorpayx'

/** @throws payment_refused; what fails is thrown, so that RazorpayX sends it again */
export async function receivePayoutEvent(deps: Paying, hook: ReceivedHook): Promise<{ taken: boolean }> {
  const { db, gateway } = deps
  const { bytes, signature } = hook
  if (signature === null || !gateway.isWebhookSigned(bytes, signature))
    throw new AppError('payment_refused', { message: 'The signature is invalid.' })
  const event = gateway.readEvent(bytes)
  const payout = event?.payload.payout?.entity
  if (!event || !payout) return { taken: false }
  const about = { name: event.event, payload: { payout: payout.id } }
  return takeOnce(db, GATEWAY, hook, about, () => takeTransfer(deps, payout))
}
