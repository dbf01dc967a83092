/** What a person agreed to when they connected an account at an app. */
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { SealedRow, Vault } from '#server/gateways/vault/vault.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './credentials.store.ts'

export interface OwnAccount extends Pick<SealedRow, 'name' | 'status'> {
  connector: string
  /** Null for an account that is signed in to with a key: what a key allows is not known. */
  scopes: string[] | null
}

/** @returns null for another person's, and for a credential that is no account at an app */
export async function findScopesOfAccount(
  db: Queryable,
  vault: Pick<Vault, 'read'>,
  owner: UserId,
  id: CredentialId,
): Promise<OwnAccount | null> {
  const row = await store.findSealed(db, id)
  if (!row || row.owner_id !== owner || row.type !== 'app_account') return null
  const { fields } = vault.read(row)
  const { connector = '', token_url, scope = '' } = fields
  const scopes = token_url === undefined ? null : scope.split(/[\s,]+/).filter((one) => one !== '')
  return { name: row.name, status: row.status, connector, scopes }
}
