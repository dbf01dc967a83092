/** Accounts whose tokens a service refused although they had not expired. */
import type { UserId } from '#contract/core/primitives.ts'
import type { RunAs } from '#nodes/ports.ts'
import { isConnected, needsReconnect, type SealedRow, type Vault } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './credentials.store.ts'
import { expireAccessToken } from './expire-token.ts'

export interface RefusedAccounts {
  /** Has the next use of an account renew its token. @returns false for one without tokens: what it signs in with was entered */
  renew(credential: string, who: RunAs): Promise<boolean>
  /** A renewed token was refused as well: its owner has to connect the account again. @throws NodeError `credential_reconnect` */
  end(credential: string, who: RunAs): Promise<void>
}

export function createRefusedAccounts(db: Database, vault: Vault): RefusedAccounts {
  const find = async (credential: string, { author, owner, lender }: RunAs): Promise<SealedRow | null> => {
    const holder = lender ?? author ?? ('user_id' in owner ? (owner.user_id as UserId) : null)
    const row = holder && (await store.findSealed(db, credential))
    return row && row.owner_id === holder && isConnected(vault.read(row)) ? row : null
  }
  return {
    async renew(credential, who) {
      const row = await find(credential, who)
      if (!row) return false
      await expireAccessToken(db, vault, row, vault.read(row).fields.access_token ?? '')
      return true
    },
    async end(credential, who) {
      const row = await find(credential, who)
      if (!row) return
      // One that was connected again meanwhile stays as it is.
      await store.endConnection(db, row)
      throw needsReconnect(row)
    },
  }
}
