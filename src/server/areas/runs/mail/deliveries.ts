/**
 * Remembers each address that a mail of a step was taken for, by the mail server of a credential or by the outbox. A step that failed
 * half-way, or whose process died, sends to the others alone when it is tried again, in the same run or in a retry of it.
 */

import { executionOfKey } from '#server/areas/runs/files/run-files.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import * as store from './deliveries.store.ts'

export interface Deliveries {
  /** Those of the addresses that have not got the mail. */
  left(addresses: readonly string[]): Promise<string[]>
  /** Writes down that the mail to the address was taken over. */
  add(db: Queryable, address: string): Promise<void>
}

const deliveryId = (key: string, address: string): string => uuidOf(['delivery', key, address])

/**
 * @param key the idempotency key of the step
 * @param content the content of the mail. Another attempt of one run may contain another time of day, and is the same
 * mail; in a run that
 * continues another one the person may have changed it, and it is sent
 */
export async function deliveriesOf(db: Queryable, key: string, content: unknown): Promise<Deliveries> {
  const run = executionOfKey(key)
  // A key of no run belongs to no step that could be tried again.
  if (run === null) return { left: async (addresses) => [...addresses], add: async () => {} }
  const content_id = uuidOf(['content', content])
  const earlier = (await store.findRetriedRuns(db, run)).slice(1).map((id) => key.replace(run, id))
  return {
    async left(addresses) {
      if (addresses.length === 0) return []
      const ids = (address: string) => [key, ...earlier].map((one) => deliveryId(one, address))
      const taken = new Map(
        (await store.findDeliveries(db, addresses.flatMap(ids))).map((row) => [row.id, row.content_id]),
      )
      return addresses.filter((address) => {
        const [own = '', ...others] = ids(address)
        return !taken.has(own) && !others.some((id) => taken.get(id) === content_id)
      })
    },
    add: (tx, address) => store.insertDelivery(tx, { id: deliveryId(key, address), run_id: run, content_id }),
  }
}
