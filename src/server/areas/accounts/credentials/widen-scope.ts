import type { SealedRow, Vault } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import * as store from './credentials.store.ts'

/** Characters of all scopes together. */
const MOST = 2000

/**
 * Notes that a service asks for more than its owner agreed to: the next time they sign in at it, these scopes are asked for as well. What
 * is connected stays as it is, because nobody has agreed yet.
 */
export async function widenScope(
  db: Database,
  vault: Pick<Vault, 'read' | 'seal'>,
  { id, owner_id }: Pick<SealedRow, 'id' | 'owner_id'>,
  scope: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await store.lockSealed(tx, id, owner_id)
    if (row?.status !== 'ready') return
    const { fields } = vault.read(row)
    const all = [...new Set([...(fields.scope ?? '').split(' '), ...scope.split(' ')])].filter(Boolean).join(' ')
    if (all === fields.scope || all.length > MOST) return
    await store.storeExpired(tx, id, vault.seal({ ...fields, scope: all }, { id, owner_id, type: row.type }))
  })
}
