/** A model's key, sealed as the vault seals credentials. */
import type { UserId } from '#contract/core/primitives.ts'
import type { Belongs } from '#server/gateways/vault/envelope.ts'
import type { Vault } from '#server/gateways/vault/vault.ts'
import type { ModelRow } from './models.store.ts'

/** The operator has no account: what is theirs is bound to this id. */
const OPERATOR = '00000000-0000-0000-0000-000000000000' as UserId

const belongsTo = ({ id, owner_id }: Pick<ModelRow, 'id' | 'owner_id'>): Belongs => ({
  id,
  owner_id: owner_id ?? OPERATOR,
  type: 'openai_compatible',
})

type KeyColumns = Pick<ModelRow, 'key_id' | 'wrapped_key' | 'sealed' | 'key_hint'>
export const NO_KEY: KeyColumns = { key_id: null, wrapped_key: null, sealed: null, key_hint: null }

/** How much of a key tells one from another; a short one shows nothing. */
const HINT = 4

export const sealKey = (vault: Vault, key: string, row: Pick<ModelRow, 'id' | 'owner_id'>): KeyColumns => ({
  ...vault.seal({ api_key: key }, belongsTo(row)),
  key_hint: key.length >= 3 * HINT ? key.slice(-HINT) : null,
})

/** @throws NodeError `credential_unreadable` when the vault's key has changed */
export function openModelKey(vault: Vault, row: ModelRow): string | null {
  const { key_id, wrapped_key, sealed, name } = row
  if (key_id === null || wrapped_key === null || sealed === null) return null
  const { id, owner_id } = belongsTo(row)
  const secret = vault.read({
    id,
    owner_id: owner_id as UserId,
    type: 'openai_compatible',
    name,
    status: 'ready',
    key_id,
    wrapped_key,
    sealed,
  })
  return secret.fields.api_key ?? null
}
