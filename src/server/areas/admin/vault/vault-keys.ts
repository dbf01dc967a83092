/** The verbs of the vault's keys: how much is under which, and moving it under the newest, which the audit log keeps. */
import type { VaultState } from '#contract/accounts/vault.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Rotation, rotateKeys } from './rotate.ts'
import { countByKey } from './sealed-tables.store.ts'

export interface VaultKeysDeps {
  db: Database
  ring: KeyRing
}

export async function getVaultState({ db, ring }: VaultKeysDeps, _grant: Grant<'vault.rotate'>): Promise<VaultState> {
  const counts = await countByKey(db)
  const [newest, ...others] = ring.map(({ id }) => id)
  const sum = (wanted: (key_id: string) => boolean) =>
    [...counts].reduce((all, [key_id, kept]) => (wanted(key_id) ? all + kept : all), 0)
  return {
    keys: ring.length,
    newest: sum((id) => id === newest),
    older: sum((id) => others.includes(id)),
    unreadable: sum((id) => id !== newest && !others.includes(id)),
  }
}

/** Can be asked for again at any time: what lies under the newest key stays as it is. */
export async function rotateVault(
  deps: VaultKeysDeps,
  grant: Grant<'vault.rotate'>,
): Promise<{ rewrapped: number; state: VaultState }> {
  const { db, ring } = deps
  const before = await getVaultState(deps, grant)
  const { rewrapped, unreadable }: Rotation = await rotateKeys(db, ring)
  if (grant.by.type === 'user')
    await insertAudit(db, {
      actor_id: grant.by.id,
      action: grant.action,
      // It is done to the installation; the log wants an id.
      target_id: grant.by.id,
      reason: null,
      // The id of a key is a digest: it tells one from another and nothing more.
      details: { key: ring[0].id, rewrapped, unreadable, older_before: before.older },
    })
  return { rewrapped, state: await getVaultState(deps, grant) }
}
