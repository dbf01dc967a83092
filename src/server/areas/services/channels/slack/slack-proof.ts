/** How Slack proves what it delivers, whatever the app is for. */
import { SLACK } from '#contract/services/channel-values.ts'
import { fieldsOf } from '#server/areas/services/channels/kind/delivered-values.ts'
import type { Delivery } from '#server/areas/services/channels/kind/kind.ts'
import { isSame, refuseDelivery, signatureOf } from '#server/areas/services/channels/kind/proof.ts'
import { SECOND_MS } from '#shared/time.ts'

/** https://api.slack.com/authentication/verifying-requests-from-slack. @throws AppError unauthenticated */
export function checkSignature({ headers, bytes }: Delivery, signing_secret: string): void {
  const at = String(headers['x-slack-request-timestamp'])
  const age_s = Math.abs(Date.now() / SECOND_MS - Number(at))
  if (signing_secret === '' || !/^\d{1,12}$/.test(at) || age_s > SLACK.signature_s)
    refuseDelivery('The delivery isn’t signed, or its signature is more than five minutes old.')
  const signature = `v0=${signatureOf(signing_secret, `v0:${at}:`, bytes)}`
  if (!isSame(headers['x-slack-signature'], signature)) refuseDelivery()
}

/** Slack asks when the address is entered, which may be before the secret is known here: its own word comes back, and says nothing. */
export function answerCheck({ body }: Delivery): { type: string; body: object } | null {
  const { type, challenge } = fieldsOf(body)
  if (type !== 'url_verification' || typeof challenge !== 'string') return null
  return { type: 'application/json', body: { challenge: challenge.slice(0, 1_000) } }
}
