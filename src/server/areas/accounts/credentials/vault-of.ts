/** The vault over the table of credentials. */

import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { createVault, type Freshen, type Vault } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './credentials.store.ts'

export const createVaultOf = (db: Database, ring: KeyRing, freshen?: Freshen): Vault =>
  createVault({
    ring,
    rows: { find: (id) => store.findSealed(db, id), noteUse: (id) => store.recordCredentialUse(db, id) },
    ...(freshen && { freshen }),
  })
