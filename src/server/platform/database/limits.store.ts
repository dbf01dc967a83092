/** Locks under which something is counted before it is made: a limit then holds however many ask at once. */

import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCK_SEEDS } from '#server/platform/locks/advisory-locks.ts'

/** Until the transaction ends nobody else makes anything for this user. */
export async function lockOwner(tx: Queryable, owner: UserId): Promise<void> {
  await sql`select 1 from users where id = ${owner} for no key update`.execute(tx)
}

/** The same for a visitor, who has no row. */
export async function lockVisitor(tx: Queryable, visitorKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${visitorKey}, ${LOCK_SEEDS.visitor}))`.execute(tx)
}

/** Until the transaction ends no other adds rows to the data tables of this user. */
export async function lockTablesOf(tx: Queryable, owner: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${owner}, ${LOCK_SEEDS.dataTables}))`.execute(tx)
}
