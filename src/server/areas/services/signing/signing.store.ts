/** The SQL of secrets that requests are signed with. */
import { sql } from 'kysely'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Whose secret: of an account’s callbacks, or of the webhook of one of its services. */
export type SecretOf = { owner_id: UserId; service_id: ServiceId | null }

const purposeOf = ({ service_id }: SecretOf) => (service_id === null ? 'callback' : 'service_hook')
const those = (of: SecretOf) => sql`owner_id = ${of.owner_id} and purpose = ${purposeOf(of)}
  and service_id is not distinct from ${of.service_id}::uuid`

export interface SecretRow extends Sealed {
  id: string
  owner_id: UserId
  created_at: Date
  replaced_at: Date | null
}

/** The one in use, then those that were replaced less than a day ago. */
export async function findSecrets(db: Queryable, of: SecretOf): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select id, owner_id, key_id, wrapped_key, sealed, created_at, replaced_at from signing_secrets
    where ${those(of)} and (replaced_at is null or replaced_at > now() - interval '1 day')
    order by replaced_at desc nulls first limit 3`.execute(db)
  return rows
}

/** Takes the place of the one in use. Within a transaction that has locked whose it is. */
export async function replaceSecret(tx: Queryable, id: string, of: SecretOf, box: Sealed): Promise<void> {
  await sql`update signing_secrets set replaced_at = now() where ${those(of)} and replaced_at is null`.execute(tx)
  await sql`
    delete from signing_secrets where ${those(of)} and replaced_at < now() - interval '1 day'`.execute(tx)
  await sql`
    insert into signing_secrets (id, owner_id, purpose, service_id, key_id, wrapped_key, sealed)
    values (${id}, ${of.owner_id}, ${purposeOf(of)}, ${of.service_id}, ${box.key_id}, ${box.wrapped_key}, ${box.sealed})`.execute(
    tx,
  )
}
