/** Asking a service outside while its owner waits. */
import { fieldError } from '#contract/core/errors.ts'
import { ChannelApiError } from '#server/gateways/channels/channel-api.ts'

/** Who connects something waits for the service outside that long. */
export const ASK_MS = 15_000
/** What is only tried. */
export const CLOSE_MS = 5_000

/** Where a service outside delivers. */
export const deliveryAddress = (publicUrl: string, of: 'channels' | 'approvals', token: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/hooks/${of}/${token}`

/** Asks the service outside, so that what is wrong is told now. @throws invalid_input with the field */
export async function askOutside<T>(
  field: string,
  refusal: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await work(AbortSignal.timeout(ASK_MS))
  } catch (error) {
    if (error instanceof ChannelApiError) throw fieldError(error.field ?? field, `${refusal}: ${error.message}`)
    if (error instanceof DOMException) throw fieldError(field, `${refusal}: There was no answer in time.`)
    throw error
  }
}

/** Tells the service outside something whose answer changes nothing here: what it says or doesn’t say is let go. */
export async function tellOutside(work: (signal: AbortSignal) => Promise<void> | undefined): Promise<void> {
  try {
    await work(AbortSignal.timeout(CLOSE_MS))
  } catch (error) {
    if (!(error instanceof ChannelApiError) && !(error instanceof DOMException)) throw error
  }
}
