/** The SQL of programs that registered themselves. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

export interface RegisteredClient {
  id: string
  name: string
  redirect_uris: string[]
  created_at: Date
}

/** Registrations that no person has used yet. More are refused: anyone can register. */
const MOST_UNUSED = 5000

/** @returns null while too many registrations wait for their first use */
export async function insertClient(
  db: Queryable,
  { id, name, redirect_uris }: Omit<RegisteredClient, 'created_at'>,
): Promise<RegisteredClient | null> {
  const { rows } = await sql<RegisteredClient>`
    insert into assistant_clients (id, name, redirect_uris)
    select ${id}, ${name}, ${redirect_uris}::text[]
    where (select count(*) from (select from assistant_clients where used_at is null limit ${MOST_UNUSED}) c) < ${MOST_UNUSED}
    returning id, name, redirect_uris, created_at`.execute(db)
  return rows[0] ?? null
}

/** Forgets registrations whose program has had ten minutes to bring a person, so that new ones find room. */
export async function deleteUnusedClients(db: Queryable): Promise<void> {
  await sql`
    delete from assistant_clients where used_at is null and created_at < now() - interval '10 minutes'`.execute(db)
}

export async function findClient(db: Queryable, id: string): Promise<RegisteredClient | null> {
  const { rows } = await sql<RegisteredClient>`
    select c.id, c.name, c.redirect_uris, c.created_at from assistant_clients c where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function noteClientUse(db: Queryable, id: string): Promise<void> {
  await sql`update assistant_clients set used_at = now() where id = ${id}`.execute(db)
}
