import type { SealedRow, Vault } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './credentials.store.ts'

/**
 * Notes that a service took an access token no longer, before its time: the next use renews it, and only a renewal that is refused ends
 * the connection. A token that was renewed since stays.
 */
export async function expireAccessToken(
  db: Database,
  vault: Pick<Vault, 'read' | 'seal'>,
  { id, owner_id }: Pick<SealedRow, 'id' | 'owner_id'>,
  access_token: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await store.lockSealed(tx, id, owner_id)
    if (row?.status !== 'ready') return
    const { fields } = vault.read(row)
    if (fields.access_token !== access_token) return
    const expired = { ...fields, expires_at: new Date(0).toISOString() }
    await store.storeExpired(tx, id, vault.seal(expired, { id, owner_id, type: row.type }))
  })
}
