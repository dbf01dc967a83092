/** The SQL of what the operator registered this installation as at services. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ApplicationRow extends Sealed {
  id: string
  name: string
  client_id: string
  /** Whether it holds what the service signs events with. */
  signs: boolean
  changed_at: Date
}

export async function findApplications(db: Queryable): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select id, name, client_id, signs, key_id, wrapped_key, sealed, changed_at from oauth_applications order by name`.execute(
    db,
  )
  return rows
}

export async function findApplication(db: Queryable, name: string): Promise<ApplicationRow | null> {
  const { rows } = await sql<ApplicationRow>`
    select id, name, client_id, signs, key_id, wrapped_key, sealed, changed_at from oauth_applications where name = ${name}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Keeps one per name. */
export async function saveApplication(
  tx: Queryable,
  row: Omit<ApplicationRow, 'changed_at'> & { changed_by: UserId },
): Promise<void> {
  await sql`
    insert into oauth_applications (id, name, client_id, signs, key_id, wrapped_key, sealed, changed_by)
    values (${row.id}, ${row.name}, ${row.client_id}, ${row.signs}, ${row.key_id}, ${row.wrapped_key}, ${row.sealed}, ${row.changed_by})
    on conflict (name) do update set id = excluded.id, client_id = excluded.client_id, signs = excluded.signs, key_id = excluded.key_id,
      wrapped_key = excluded.wrapped_key, sealed = excluded.sealed, changed_by = excluded.changed_by, changed_at = now()`.execute(
    tx,
  )
}

export async function deleteApplication(tx: Queryable, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from oauth_applications where name = ${name}`.execute(tx)
  return numAffectedRows === 1n
}
