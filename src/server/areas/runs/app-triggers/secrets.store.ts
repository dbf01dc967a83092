/** The SQL that moves the secrets of what is watched under the newest key of the vault. */
import { sql } from 'kysely'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface SealedRow extends Sealed {
  id: string
  owner_id: string
}

/** Some that another key than this one encrypts, after `after`, by id. */
export async function findUnderOtherKeys(
  db: Queryable,
  key_id: string,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select id, owner_id, key_id, wrapped_key, sealed from app_triggers
    where key_id is not null and key_id <> ${key_id} and id > ${after}::uuid order by id limit ${limit}`.execute(db)
  return rows
}

/** Unless it was sealed again in the meantime. */
export async function storeWrapped(
  db: Queryable,
  was: Pick<SealedRow, 'id' | 'wrapped_key'>,
  now: Pick<Sealed, 'key_id' | 'wrapped_key'>,
): Promise<void> {
  await sql`
    update app_triggers set key_id = ${now.key_id}, wrapped_key = ${now.wrapped_key}
    where id = ${was.id} and wrapped_key = ${was.wrapped_key}`.execute(db)
}
