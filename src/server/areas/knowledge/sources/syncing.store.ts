/** The SQL of the job that syncs sources: whose turn it is, what was listed, and what became of an item. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId } from '#contract/knowledge/documents.ts'
import { SOURCE, type SourceItemState, type SourceKindName } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSourceId } from '#contract/knowledge/sources.ts'
import { lockAddresses } from '#server/areas/knowledge/documents/documents.store.ts'
import { isActive } from '#server/areas/knowledge/sites/readings.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ClaimFrom } from '#server/platform/jobs/lanes.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import type { Listed } from './kinds/source-kind.ts'
import { plainName } from './plain-name.ts'

/** How long a process has a source without a sign of life: longer than a turn may take. */
const LEASE = sql`interval '5 minutes'`

/** When the next sync is due after one that ended at `time`; null where it isn't synced by the clock. Of an unnamed source. */
export const dueAfter = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case sync_every when 'hourly' then ${time} + interval '1 hour' when 'daily' then ${time} + interval '1 day'
    when 'weekly' then ${time} + interval '7 days' end`

/**
 * Begins the syncs that are due, and continues what waited for an account that is connected again. Those of people who are blocked stay
 * due.
 */
export async function beginDue(tx: Queryable): Promise<void> {
  const { rows } = await sql<{ id: KnowledgeSourceId }>`
    select s.id from knowledge_sources s join knowledge_bases b on b.id = s.base_id join users o on o.id = b.owner_id
    where s.due_at <= now() and s.status in ('done', 'failed') and s.credential_id is not null and ${isActive(sql`o`)}
    order by s.due_at limit 20 for update of s skip locked`.execute(tx)
  for (const { id } of rows) await beginSync(tx, id)
  await sql`
    update knowledge_sources s set status = 'syncing', error_code = null, error_message = null, updated_at = now() from credentials c
    where s.status = 'paused' and s.error_code = 'credential_reconnect' and c.id = s.credential_id and c.status = 'ready'`.execute(
    tx,
  )
}

/** Everything is listed again, from the first container on. Its source is locked. */
export async function beginSync(tx: Queryable, id: KnowledgeSourceId): Promise<void> {
  await sql`
    update knowledge_sources set status = 'syncing', round = round + 1, listed = false, complete = true, attempts = 0, due_at = null,
      error_code = null, error_message = null, wait_until = '-infinity', lease = null, leased_until = '-infinity', updated_at = now()
    where id = ${id}`.execute(tx)
  // The first one is the root.
  await sql`delete from knowledge_source_items i where i.source_id = ${id} and i.type = 'container'
    and i.id > (select min(r.id) from knowledge_source_items r where r.source_id = ${id} and r.type = 'container')`.execute(
    tx,
  )
  await sql`update knowledge_source_items set status = 'waiting', attempts = 0, position = null, error_code = null, error_message = null
    where source_id = ${id} and type = 'container'`.execute(tx)
  await sql`delete from knowledge_source_items where source_id = ${id} and type = 'document' and status = 'gone'`.execute(
    tx,
  )
}

export interface ClaimedSource {
  id: KnowledgeSourceId
  base_id: KnowledgeId
  owner_id: UserId
  kind: SourceKindName
  credential_id: CredentialId
  round: number
  listed: boolean
  document_limit: number
  byte_limit: number
  attempts: number
  lease: string
  /** What the source has; undefined until it is counted in this turn. */
  kept?: { documents: number; bytes: number }
}

/**
 * Takes a source for a turn: of the owner whose last turn is longest ago, the source whose last turn is. Sources of people who are blocked
 * wait, and so do those whose service asked for it. Claims come one after the other.
 */
export async function claimSource(tx: Queryable, from: ClaimFrom): Promise<ClaimedSource | null> {
  await sql`select pg_advisory_xact_lock(${LOCKS.sourceClaims})`.execute(tx)
  const lease = randomUUID()
  const { rows } = await sql<ClaimedSource>`
    with busy as (
      select b.owner_id from knowledge_sources s join knowledge_bases b on b.id = s.base_id
      where s.status = 'syncing' and s.leased_until > now() group by 1
    ), served as (
      select b.owner_id, max(s.turn_at) as at from knowledge_sources s join knowledge_bases b on b.id = s.base_id group by 1
    ), next as (
      select s.id from knowledge_sources s join knowledge_bases b on b.id = s.base_id join users o on o.id = b.owner_id
        join served on served.owner_id = b.owner_id left join busy on busy.owner_id = b.owner_id
      where s.status = 'syncing' and s.credential_id is not null and s.leased_until < now() and s.wait_until <= now()
        and (${from === 'any owner'}::bool or busy.owner_id is null) and ${isActive(sql`o`)}
      order by served.at, s.turn_at, s.id limit 1 for update of s skip locked
    ), taken as (
      update knowledge_sources s set leased_until = now() + ${LEASE}, lease = ${lease}::uuid, turn_at = now()
      from next n where s.id = n.id returning s.*
    )
    select t.id, t.base_id, b.owner_id, t.kind, t.credential_id, t.round, t.listed, t.document_limit,
      t.byte_limit::float8 as byte_limit, t.attempts, t.lease::text
    from taken t join knowledge_bases b on b.id = t.base_id`.execute(tx)
  return rows[0] ?? null
}

export async function endTurn(db: Queryable, { id, lease }: ClaimedSource): Promise<void> {
  await sql`update knowledge_sources set leased_until = '-infinity', lease = null where id = ${id} and lease = ${lease}::uuid`.execute(
    db,
  )
}

/**
 * Locks the base and then the source for the rest of the transaction, and prolongs the lease. The base first, as its deletion does.
 * @returns false when it was paused or removed, or another process has it: nothing of this turn counts then
 */
export async function lockTurn(tx: Queryable, { id, base_id, lease }: ClaimedSource): Promise<boolean> {
  await lockAddresses(tx, base_id)
  const { rows } = await sql`
    update knowledge_sources set leased_until = now() + ${LEASE}
    where id = ${id} and lease = ${lease}::uuid and status = 'syncing' and credential_id is not null returning id`.execute(
    tx,
  )
  return rows.length === 1
}

/** It has its next turn after `wait_ms`. */
export async function postponeSource(tx: Queryable, { id }: ClaimedSource, wait_ms: number): Promise<void> {
  await sql`update knowledge_sources set attempts = attempts + 1, wait_until = now() + ${wait_ms}::float8 * interval '1 millisecond',
    updated_at = now() where id = ${id}`.execute(tx)
}

/** The service answers again. */
export async function forgetAttempts(tx: Queryable, { id }: ClaimedSource): Promise<void> {
  await sql`update knowledge_sources set attempts = 0 where id = ${id} and attempts > 0`.execute(tx)
}

type Told = { code: string; message: string }

export async function endSource(
  tx: Queryable,
  { id }: ClaimedSource,
  { state, error }: { state: 'done' | 'failed' | 'paused'; error: Told | null },
): Promise<void> {
  await sql`update knowledge_sources set status = ${state}, error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null},
    synced_at = case when ${state} = 'paused' then synced_at else now() end,
    due_at = case when ${state} = 'paused' then null else ${dueAfter(sql`now()`)} end, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

export interface SourceItem {
  id: string
  type: 'container' | 'document'
  external_id: string
  name: string
  url: string | null
  version: string
  /** What its document was made from, also where a person removed that since; null for what never was one. */
  read_version: string | null
  bytes: number | null
  how: string
  attempts: number
  position: string | null
  /** Whether it is the container that the sync begins with. */
  is_root: boolean
  /** The document that it is; null where there is none, and where a person replaced its file. */
  document: { id: KnowledgeDocumentId; sha256: string } | null
}

/** Containers first: what is gone is known when all are listed. */
export async function findNextItem(db: Queryable, { id }: ClaimedSource): Promise<SourceItem | null> {
  const { rows } = await sql<SourceItem>`
    select i.id::text, i.type, i.external_id, i.name, i.url, i.version, i.read_version, i.bytes::float8 as bytes, i.how, i.attempts, i.position,
      i.type = 'container' and i.id = (select min(r.id) from knowledge_source_items r where r.source_id = i.source_id and r.type = 'container') as is_root,
      case when d.id is not null then jsonb_build_object('id', d.id, 'sha256', d.sha256) end as document
    from knowledge_source_items i left join knowledge_documents d on d.id = i.document_id and d.file_id = i.file_id
    where i.source_id = ${id} and i.status = 'waiting' order by i.type, i.id limit 1`.execute(db)
  return rows[0] ?? null
}

/** One more page of a container is listed. */
export async function storePage(tx: Queryable, item: SourceItem, next: string | null): Promise<void> {
  await sql`update knowledge_source_items set position = ${next}, attempts = 0, status = ${next === null ? 'read' : 'waiting'}
    where id = ${item.id}::bigint`.execute(tx)
}

/** The rest of a container can't be listed from there any more: it is listed from its beginning. */
export async function listFromBeginning(tx: Queryable, item: SourceItem): Promise<void> {
  await sql`update knowledge_source_items set position = null, attempts = attempts + 1 where id = ${item.id}::bigint`.execute(
    tx,
  )
}

/** A container could not be listed: in this round nothing counts as gone. */
export async function markIncomplete(tx: Queryable, { id }: ClaimedSource): Promise<void> {
  await sql`update knowledge_sources set complete = false where id = ${id}`.execute(tx)
}

/** What Postgres can keep: no lone surrogates, no zero character, and no longer than an id is. */
const isKeepable = ({ id }: Listed): boolean => id.isWellFormed() && !id.includes('\0') && id.length <= 1100

const only = <Type extends Listed['type']>(items: readonly Listed[], type: Type) =>
  items.filter((item): item is Extract<Listed, { type: Type }> => item.type === type)

/** Remembers containers that were not listed in this round. @returns false at the limit */
async function addContainers(tx: Queryable, { id, round }: ClaimedSource, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  await sql`
    insert into knowledge_source_items (source_id, type, external_id, name, seen_in)
    select ${id}::uuid, 'container', u.external_id, '', ${round}::int
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) u(external_id)
    on conflict (source_id, type, md5(external_id)) do nothing`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_source_items where source_id = ${id} and type = 'container'`.execute(
    tx,
  )
  const over = (rows[0]?.count ?? 0) - SOURCE.containers
  if (over <= 0) return true
  await sql`delete from knowledge_source_items where id in (select i.id from knowledge_source_items i
    where i.source_id = ${id} and i.type = 'container' and i.status = 'waiting' order by i.id desc limit ${over})`.execute(
    tx,
  )
  return false
}

/**
 * Stores a page of a listing. What is as it was read waits for nothing; what was deleted there is gone at once, with its document.
 * @returns false where more was found than is remembered
 */
export async function storeListed(tx: Queryable, source: ClaimedSource, found: readonly Listed[]): Promise<boolean> {
  const listed = found.filter(isKeepable)
  const { id, round } = source
  const byId = new Map(only(listed, 'document').map((one) => [one.id, one]))
  const documents = JSON.stringify(
    [...byId.values()].map(({ id: external_id, refused, type: _, name, version, ...rest }) => ({
      ...{ ...rest, external_id, name: plainName(name), version: version.toWellFormed().replaceAll('\0', '') },
      ...{ error_code: refused?.code ?? null, error_message: refused?.message ?? null },
    })),
  )
  const rows = sql`jsonb_to_recordset(${documents}::jsonb)
    u(external_id text, name text, url text, version text, bytes float8, how text, trashed bool, error_code text, error_message text)`
  // Renamed there; one that a person named here keeps that name.
  await sql`
    update knowledge_documents d set name = u.name, updated_at = now()
    from ${rows} join knowledge_source_items i on i.source_id = ${id} and i.type = 'document' and md5(i.external_id) = md5(u.external_id)
    where d.id = i.document_id and d.file_id = i.file_id and d.name = i.name and u.name <> i.name`.execute(tx)
  await sql`
    update knowledge_source_items i set name = u.name, url = u.url, version = u.version, bytes = u.bytes::bigint, how = u.how,
      seen_in = ${round}::int, missed_in = null, attempts = 0,
      status = case when u.trashed then 'gone' when u.error_code is not null then 'skipped' when i.read_version = u.version then 'read' else 'waiting' end,
      error_code = case when u.trashed then 'trashed' else u.error_code end,
      error_message = case when u.trashed then 'It was deleted there, so its document was removed.' else u.error_message end
    from ${rows} where i.source_id = ${id} and i.type = 'document' and md5(i.external_id) = md5(u.external_id)`.execute(
    tx,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_source_items where source_id = ${id} and type = 'document'`.execute(tx)
  const room = Math.max(0, SOURCE.found - (counts[0]?.count ?? 0))
  const { numAffectedRows = 0n } = await sql`
    insert into knowledge_source_items (source_id, type, external_id, name, url, version, bytes, how, seen_in, status, error_code, error_message)
    select ${id}::uuid, 'document', u.external_id, u.name, u.url, u.version, u.bytes::bigint, u.how, ${round}::int,
      case when u.error_code is null then 'waiting' else 'skipped' end, u.error_code, u.error_message
    from ${rows} where not u.trashed and not exists (select from knowledge_source_items i
      where i.source_id = ${id} and i.type = 'document' and md5(i.external_id) = md5(u.external_id))
    limit ${room} on conflict (source_id, type, md5(external_id)) do nothing`.execute(tx)
  const containers = [...new Set(only(listed, 'container').map((one) => one.id))]
  const isAll = await addContainers(tx, source, containers)
  return isAll && (room === 0 ? byId.size === 0 : Number(numAffectedRows) < room)
}

/** Items whose document is removed with them (`removeDocuments`) become as if they had never been read: when they come back, so does it. */
export async function forgetGone(tx: Queryable, { id }: ClaimedSource): Promise<void> {
  await sql`update knowledge_source_items set read_version = null, document_id = null, file_id = null
    where source_id = ${id} and type = 'document' and status = 'gone'`.execute(tx)
}

/** What two syncs in a row missed is gone; call after its documents were removed. What only this one missed says so. */
export async function storeMissing(tx: Queryable, { id, round }: ClaimedSource): Promise<void> {
  await sql`update knowledge_source_items set status = 'gone', error_code = 'gone',
    error_message = 'Two syncs in a row didn’t find it, so its document was removed.'
    where source_id = ${id} and type = 'document' and seen_in < ${round}::int and missed_in < ${round}::int`.execute(tx)
  await sql`delete from knowledge_source_items where source_id = ${id} and type = 'document' and seen_in < ${round}::int
    and read_version is null and status <> 'gone'`.execute(tx)
  await sql`update knowledge_source_items set missed_in = ${round}::int, status = 'failed', error_code = 'missing',
    error_message = 'This sync didn’t find it. If the next one doesn’t either, its document is removed.'
    where source_id = ${id} and type = 'document' and seen_in < ${round}::int and missed_in is null`.execute(tx)
}

/** Whether this round could list everything so far. */
export async function isComplete(tx: Queryable, { id }: ClaimedSource): Promise<boolean> {
  const { rows } = await sql`select from knowledge_sources where id = ${id} and complete`.execute(tx)
  return rows.length > 0
}

export async function storeAllListed(tx: Queryable, { id }: ClaimedSource): Promise<void> {
  await sql`update knowledge_sources set listed = true, updated_at = now() where id = ${id}`.execute(tx)
}

/** A document of this address that no source keeps, such as one of a source that was removed without it. */
export async function findLeft(
  tx: Queryable,
  { base_id }: ClaimedSource,
  url: string,
): Promise<{ id: KnowledgeDocumentId; file_id: FileId; sha256: string } | null> {
  const { rows } = await sql<{ id: KnowledgeDocumentId; file_id: FileId; sha256: string }>`
    select d.id, d.file_id, d.sha256 from knowledge_documents d where d.base_id = ${base_id} and d.source_url = ${url}
      and not exists (select from knowledge_source_items i where i.document_id = d.id and i.file_id = d.file_id)`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** How many documents the source has, and their bytes. */
export async function countKept(tx: Queryable, { id }: ClaimedSource): Promise<{ documents: number; bytes: number }> {
  const { rows } = await sql<{ documents: number; bytes: number }>`
    select count(*)::int as documents, coalesce(sum(d.bytes), 0)::float8 as bytes
    from knowledge_source_items i join knowledge_documents d on d.id = i.document_id and d.file_id = i.file_id
    where i.source_id = ${id}`.execute(tx)
  return rows[0] ?? { documents: 0, bytes: 0 }
}

export interface ItemOutcome {
  state: Exclude<SourceItemState, 'waiting'>
  error: Told | null
  /** Without it, as it was. */
  read_version?: string
  document?: { id: KnowledgeDocumentId; file_id: FileId }
}

export async function finishItem(tx: Queryable, { id }: SourceItem, outcome: ItemOutcome): Promise<void> {
  const { state, error, read_version = null, document } = outcome
  await sql`update knowledge_source_items set status = ${state}, error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null},
    read_version = coalesce(${read_version}, read_version), document_id = coalesce(${document?.id ?? null}::uuid, document_id),
    file_id = coalesce(${document?.file_id ?? null}::uuid, file_id), read_at = now() where id = ${id}::bigint`.execute(
    tx,
  )
}

export async function postponeItem(tx: Queryable, { id }: SourceItem): Promise<void> {
  await sql`update knowledge_source_items set attempts = attempts + 1 where id = ${id}::bigint`.execute(tx)
}

/** What waits and is no document yet can't become one. */
export async function skipWaiting(tx: Queryable, { id }: ClaimedSource, { code, message }: Told): Promise<void> {
  await sql`update knowledge_source_items set status = 'skipped', error_code = ${code}, error_message = ${message}
    where source_id = ${id} and type = 'document' and status = 'waiting' and read_version is null`.execute(tx)
}
