/** What the code of a piece keeps for one trigger: sealed as a whole, and changed key by key. */
import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { Changes, Memory } from '#server/areas/connectors/connectors.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isObject } from '#shared/json.ts'
import { findMemory, storeMemory } from './piece-triggers.store.ts'
import { openSecret, type SealedSecret, sealSecret } from './secrets.ts'

const MOST_KEYS = 1000
const MOST_CHARS = 1_000_000

interface Owned {
  id: string
  owner_id: string
}

/** @throws NodeError `credential_unreadable` */
export function openMemory(ring: KeyRing, row: SealedSecret & Owned): Record<string, Json> {
  const text = openSecret(ring, row)
  const read: unknown = text === '' ? {} : JSON.parse(text)
  return isObject(read) ? (read as Record<string, Json>) : {}
}

const valueIn = (kept: Changes, key: string): Json => (Object.hasOwn(kept, key) ? (kept[key] ?? null) : null)

/**
 * Changes some of it, within the caller's transaction. What others change of other keys meanwhile stays.
 * @throws NodeError `store_refused`, `credential_unreadable`
 */
export async function changeMemory(tx: Queryable, ring: KeyRing, owned: Owned, changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) return
  const row = await findMemory(tx, owned.id)
  if (!row) return
  const merged = new Map(Object.entries(openMemory(ring, { ...row, ...owned })))
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  const text = JSON.stringify(Object.fromEntries(merged))
  if (merged.size > MOST_KEYS || text.length > MOST_CHARS)
    throw new NodeError(
      'store_refused',
      `The store of a trigger has room for ${MOST_KEYS} values, and for ${MOST_CHARS / 1_000_000} MB of them.`,
    )
  await storeMemory(tx, owned.id, sealSecret(ring, text, owned))
}

/** Written down at once, each value on its own. */
export const memoryOf = (db: Database, ring: KeyRing, owned: Owned): Memory => ({
  async get(key) {
    const row = await findMemory(db, owned.id)
    return row ? valueIn(openMemory(ring, { ...row, ...owned }), key) : null
  },
  put: (key, value) =>
    db.transaction().execute((tx) => changeMemory(tx, ring, owned, Object.fromEntries([[key, value]]))),
})
