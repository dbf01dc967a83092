/** Moves all vault contents to its newest key. Only data keys are rewritten: nothing is decrypted for it. */
import { rewrap, Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/logger.ts'
import { findUnderOtherKeys, storeWrapped } from './sealed-tables.store.ts'

export interface Rotation {
  rewrapped: number
  /** Under a key that is not there: their owners have to enter them again. */
  unreadable: number
}

/** May be run at any time, on several processes at once, and again after it was cut off. */
export async function rotateKeys(db: Database, ring: KeyRing): Promise<Rotation> {
  const done: Rotation = { rewrapped: 0, unreadable: 0 }
  for await (const row of findUnderOtherKeys(db, ring[0].id))
    try {
      await storeWrapped(db, row, rewrap(ring, row, row))
      done.rewrapped++
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      done.unreadable++
    }
  return done
}

/** The same at the start of a process, told in its log. @returns waits for it */
export function moveToNewestKey(db: Database, ring: KeyRing, log: Pick<Log, 'info' | 'warn'>): () => Promise<void> {
  const moving = rotateKeys(db, ring).then(
    ({ rewrapped, unreadable }) => {
      if (rewrapped > 0) log.info({ rewrapped }, 'credentials moved under the newest key of the vault')
      if (unreadable > 0)
        log.warn({ unreadable }, 'credentials under a key that is not there: put it into VAULT_KEY, behind the newest')
    },
    (error: unknown) => log.warn({ err: error }, 'credentials could not be moved under the newest key of the vault'),
  )
  return () => moving
}
