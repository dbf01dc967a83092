/** The SQL of workflows on their way in and out. Every statement names the owner: a foreign workflow is not found. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { BundleSample, Slot } from '#contract/workflows/bundle.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface WholeRow {
  name: string
  description: string
  document: unknown
  samples: unknown
  docs: string
  slots: unknown
}

export async function findWhole(db: Queryable, owner: UserId, id: WorkflowId): Promise<WholeRow | null> {
  const { rows } = await sql<WholeRow>`
    select w.name, w.description, w.document, w.samples, w.docs, w.slots from workflows w
    where w.id = ${id} and w.owner_id = ${owner} and w.archived_at is null`.execute(db)
  return rows[0] ?? null
}

export async function storeTransferParts(
  db: Queryable,
  id: WorkflowId,
  { samples, docs, slots }: { samples: readonly BundleSample[]; docs: string; slots: readonly Slot[] },
): Promise<void> {
  await sql`update workflows set samples = ${JSON.stringify(samples)}::jsonb, docs = ${docs},
    slots = ${JSON.stringify(slots)}::jsonb where id = ${id}`.execute(db)
}

export interface NamedRow {
  id: string
  kind: 'credential' | 'workflow'
  type: string
  name: string
}

/** What the owner's own credentials and workflows among these ids are called. */
export async function findNames(db: Queryable, owner: UserId, ids: readonly string[]): Promise<NamedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedRow>`
    select c.id::text, 'credential' as kind, c.type, c.name from credentials c
    where c.owner_id = ${owner} and c.id = any(${ids}::uuid[])
    union all
    select w.id::text, 'workflow', 'workflow', w.name from workflows w
    where w.owner_id = ${owner} and w.archived_at is null and w.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** At which app each of the owner's accounts is, among these ids. */
export async function findAccounts(
  db: Queryable,
  owner: UserId,
  ids: readonly string[],
): Promise<{ id: string; connector: string | null }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; connector: string | null }>`
    select c.id::text, c.connector from credentials c
    where c.owner_id = ${owner} and c.type = 'app_account' and c.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** The owner's credentials with these names, for slots that ask for them. */
export async function findCredentialsByName(
  db: Queryable,
  owner: UserId,
  names: readonly string[],
): Promise<(NamedRow & { connector: string | null })[]> {
  if (names.length === 0) return []
  const { rows } = await sql<NamedRow & { connector: string | null }>`
    select c.id::text, 'credential' as kind, c.type, c.name, c.connector from credentials c
    where c.owner_id = ${owner} and c.name = any(${names}::text[])`.execute(db)
  return rows
}
