/** Moves all vault contents to its newest key. Only data keys are rewritten: nothing is decrypted for it. */

import {
  belongsToSeller,
  findCredentialsUnderOtherKeys,
  findProfilesUnderOtherKeys,
  storeWrappedCredential,
  storeWrappedProfile,
} from '#server/areas/accounts/accounts.ts'
import {
  belongsToApplication,
  belongsToMcpPackage,
  findApplicationsUnderOtherKeys,
  findMcpPackagesUnderOtherKeys,
  storeWrappedApplication,
  storeWrappedMcpPackage,
} from '#server/areas/connectors/connectors.ts'
import { belongsToAppTrigger, findAppTriggersUnderOtherKeys, storeWrappedAppTrigger } from '#server/areas/runs/runs.ts'
import {
  belongsTo,
  findUnderOtherKeys as findModelsUnderOtherKeys,
  storeWrapped as storeWrappedModel,
} from '#server/areas/workflows/workflows.ts'
import { type Belongs, rewrap, type Sealed, Unreadable } from '#server/gateways/vault/envelope.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/logger.ts'

const AT_A_TIME = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

export interface Rotation {
  rewrapped: number
  /** Under a key that is not there: their owners have to enter them again. */
  unreadable: number
}

type Row = Sealed & { id: string }

/** A table with sealed rows. */
interface Kept<R extends Row> {
  under: (db: Queryable, key_id: string, after: string, limit: number) => Promise<R[]>
  store: (db: Queryable, was: R, now: Pick<Sealed, 'key_id' | 'wrapped_key'>) => Promise<void>
  belongs: (row: R) => Belongs
}

async function moveAll<R extends Row>(db: Database, ring: KeyRing, kept: Kept<R>, done: Rotation): Promise<void> {
  const [current] = ring
  for (let after = FIRST; ; ) {
    const rows = await kept.under(db, current.id, after, AT_A_TIME)
    for (const row of rows) {
      after = row.id
      try {
        await kept.store(db, row, rewrap(ring, row, kept.belongs(row)))
        done.rewrapped++
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        done.unreadable++
      }
    }
    if (rows.length < AT_A_TIME) return
  }
}

/** May be run at any time, on several processes at once, and again after it was cut off. */
export async function rotateKeys(db: Database, ring: KeyRing): Promise<Rotation> {
  const done: Rotation = { rewrapped: 0, unreadable: 0 }
  await moveAll(
    db,
    ring,
    { under: findCredentialsUnderOtherKeys, store: storeWrappedCredential, belongs: (row) => row },
    done,
  )
  await moveAll(db, ring, { under: findModelsUnderOtherKeys, store: storeWrappedModel, belongs: belongsTo }, done)
  await moveAll(
    db,
    ring,
    { under: findProfilesUnderOtherKeys, store: storeWrappedProfile, belongs: ({ id }) => belongsToSeller(id) },
    done,
  )
  await moveAll(
    db,
    ring,
    {
      under: findApplicationsUnderOtherKeys,
      store: storeWrappedApplication,
      belongs: ({ id }) => belongsToApplication(id),
    },
    done,
  )
  await moveAll(
    db,
    ring,
    {
      under: findMcpPackagesUnderOtherKeys,
      store: storeWrappedMcpPackage,
      belongs: ({ id }) => belongsToMcpPackage(id),
    },
    done,
  )
  await moveAll(
    db,
    ring,
    { under: findAppTriggersUnderOtherKeys, store: storeWrappedAppTrigger, belongs: belongsToAppTrigger },
    done,
  )
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
