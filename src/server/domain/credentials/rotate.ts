/** Everything moves under the newest key of the vault. Only data keys are written anew: no credential is decrypted for it. */
import type { Database } from '#server/database/database.ts'
import { rewrap, Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import * as store from './credentials.store.ts'

const AT_A_TIME = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

export interface Rotation {
  rewrapped: number
  /** Under a key that is not there: their owners have to enter them again. */
  unreadable: number
}

/** May be run at any time, on several processes at once, and again after it was cut off. */
export async function rotateKeys(db: Database, ring: KeyRing): Promise<Rotation> {
  const [current] = ring
  const done: Rotation = { rewrapped: 0, unreadable: 0 }
  for (let after = FIRST; ; ) {
    const rows = await store.findUnderOtherKeys(db, current.id, after, AT_A_TIME)
    for (const row of rows) {
      after = row.id
      try {
        await store.storeWrapped(db, row, rewrap(ring, row, row))
        done.rewrapped++
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        done.unreadable++
      }
    }
    if (rows.length < AT_A_TIME) return done
  }
}

/** The same at the start of a process, told in its log. @returns waits for it */
export function moveToNewestKey(
  db: Database,
  ring: KeyRing,
  log: { info(detail: object, text: string): void; warn(detail: object, text: string): void },
): () => Promise<void> {
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
