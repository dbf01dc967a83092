/** The SQL of the chain of hashes over the audit log. */
import { sql } from 'kysely'
import type { AuditEntryId } from '#contract/admin/audit.ts'
import type { AuditBreak } from '#contract/admin/audit-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'

/**
 * What the hash of an entry `e` is made of. Never changed: the hashes of all entries depend on it. JSONB writes equal values as equal
 * texts.
 */
const canonicalText = sql<string>`jsonb_build_array(e.id, e.actor_id, e.action, e.target_id, e.reason, e.details, e.address,
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text`

export interface StateRow {
  /** Of the last sealed entry; 0 without any. */
  position: number
  /** Hexadecimal. */
  hash: string
  next_check: number
  checked_at: Date | null
  broken_position: number | null
  broken_entry: AuditEntryId | null
  broken_why: AuditBreak | null
  broken_found_at: Date | null
}

export async function findState(db: Queryable): Promise<StateRow> {
  const { rows } = await sql<StateRow>`
    select s.position::float8 as position, encode(s.hash, 'hex') as hash, s.next_check::float8 as next_check, s.checked_at,
      s.broken_position::float8 as broken_position, s.broken_entry, s.broken_why, s.broken_found_at
    from audit_state s`.execute(db)
  if (!rows[0]) throw new Error('The state of the audit chain is missing')
  return rows[0]
}

export async function findSince(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select e.created_at from audit_chain c join audit_log e on e.id = c.entry_id order by c.position limit 1`.execute(
    db,
  )
  return rows[0]?.created_at ?? null
}

export async function hasUnsealed(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from audit_unsealed limit 1`.execute(db)
  return rows.length > 0
}

/** One process seals at a time. False when another one does. */
export async function lockChain(tx: Queryable): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.auditChain}) as ours`.execute(tx)
  return rows[0]?.ours === true
}

export interface Unsealed {
  id: AuditEntryId
  text: string
}

/** Entries that wait to be sealed, in the order they were written. */
export async function findUnsealed(tx: Queryable, limit: number): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    select e.id, ${canonicalText} as text from audit_unsealed u join audit_log e on e.id = u.entry_id
    order by u.entry_id limit ${limit}`.execute(tx)
  return rows
}

export interface NewLink {
  id: AuditEntryId
  position: number
  hash: Buffer
}

export async function insertLinks(tx: Queryable, links: readonly NewLink[]): Promise<void> {
  const last = links.at(-1)
  if (!last) return
  const ids = links.map(({ id }) => id)
  await sql`
    insert into audit_chain (entry_id, position, hash)
    select * from unnest(${ids}::uuid[], ${links.map(({ position }) => position)}::bigint[], ${links.map(({ hash }) => hash)}::bytea[])`.execute(
    tx,
  )
  await sql`delete from audit_unsealed where entry_id = any(${ids}::uuid[])`.execute(tx)
  await sql`update audit_state set position = ${last.position}, hash = ${last.hash}`.execute(tx)
}

export interface LinkRow {
  position: number
  entry_id: AuditEntryId
  hash: Buffer
  /** Null when the entry is gone. */
  text: string | null
}

/** The links from a position on, in order. */
export async function findLinks(db: Queryable, from: number, limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select c.position::float8 as position, c.entry_id, c.hash, case when e.id is not null then ${canonicalText} end as text
    from audit_chain c left join audit_log e on e.id = c.entry_id
    where c.position >= ${from} order by c.position limit ${limit}`.execute(db)
  return rows
}

/** An entry in this range of ids that is neither sealed nor waits for it; a bound of null is open. */
export async function findLoose(
  db: Queryable,
  from: AuditEntryId | null,
  to: AuditEntryId | null,
): Promise<AuditEntryId | null> {
  const { rows } = await sql<{ id: AuditEntryId }>`
    select e.id from audit_log e
    where (${from}::uuid is null or e.id >= ${from}::uuid) and (${to}::uuid is null or e.id <= ${to}::uuid)
      and not exists (select from audit_chain c where c.entry_id = e.id)
      and not exists (select from audit_unsealed u where u.entry_id = e.id)
    order by e.id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

export interface Break {
  position: number
  entry_id: AuditEntryId | null
  why: AuditBreak
}

/** Keeps the first break that is known. */
export async function storeBreak(db: Queryable, { position, entry_id, why }: Break): Promise<void> {
  await sql`
    update audit_state set broken_position = ${position}, broken_entry = ${entry_id}, broken_why = ${why}, broken_found_at = now()
    where broken_position is null or broken_position >= ${position}`.execute(db)
}

/** The links between these positions are as they were written: what was wrong there was put right. */
export async function clearBreak(db: Queryable, from: number, to: number): Promise<void> {
  await sql`
    update audit_state set broken_position = null, broken_entry = null, broken_why = null, broken_found_at = null
    where broken_position between ${from} and ${to}`.execute(db)
}

export async function storeNextCheck(db: Queryable, next: number): Promise<void> {
  await sql`update audit_state set next_check = ${next}`.execute(db)
}

export async function storeChecked(db: Queryable): Promise<void> {
  await sql`update audit_state set checked_at = now()`.execute(db)
}
