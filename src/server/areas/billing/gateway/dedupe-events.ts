/** An event that a gateway tells is worked on once, however many copies of it come. */
import { createHash } from 'node:crypto'
import type { Queryable } from '#server/platform/database/database.ts'
import { claimEvent, endEvent, type ReceivedEvent } from './events.store.ts'

export interface ReceivedHook {
  bytes: Uint8Array
  signature: string | null
  /** The gateway's number of the event; it is not signed, so nothing rests on it but that the same is not worked on twice. */
  event_id: string | null
}

/**
 * @param about its name, and the ids it speaks of, as the log of events keeps them
 * @throws what the work throws, so that the gateway sends it again
 */
export async function takeOnce(
  db: Queryable,
  gateway: string,
  { bytes, event_id }: ReceivedHook,
  about: Pick<ReceivedEvent, 'name' | 'payload'>,
  work: () => Promise<boolean>,
): Promise<{ taken: boolean }> {
  const id = event_id?.slice(0, 200) || createHash('sha256').update(bytes).digest('hex')
  if (!(await claimEvent(db, { gateway, id, ...about }))) return { taken: false }
  try {
    const taken = await work()
    await endEvent(db, gateway, id, null)
    return { taken }
  } catch (error) {
    await endEvent(db, gateway, id, error instanceof Error ? error.message.slice(0, 500) : 'unknown')
    throw error
  }
}
