/** A webhook of Razorpay as it came: its bytes, what signs them, and its number. */

import type { RequestContext } from '#server/platform/http/handlers.ts'
import { isObject } from '#shared/json.ts'
import type { ReceivedHook } from './dedupe-events.ts'

const header = ({ raw }: RequestContext, name: string): string | null => {
  const { headers } = raw
  const value = isObject(headers) ? headers[name] : null
  return typeof value === 'string' ? value : null
}

export const receivedHook = (context: RequestContext): ReceivedHook => ({
  bytes: context.received?.bytes ?? new Uint8Array(),
  signature: header(context, 'x-razorpay-signature'),
  event_id: header(context, 'x-razorpay-event-id'),
})
