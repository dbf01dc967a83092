/** The SQL of sources for the owner of their base. */
import { sql } from 'kysely'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { FileId, UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId } from '#contract/knowledge/documents.ts'
import type { SourceItemState, SourceKindName, SourceState, SyncEvery } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSourceId } from '#contract/knowledge/sources.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { beginSync, dueAfter } from './syncing.store.ts'

export interface SourceRow {
  id: KnowledgeSourceId
  kind: SourceKindName
  name: string
  place: string
  credential: CredentialId | null
  credential_name: string | null
  state: SourceState
  error_code: string | null
  error_message: string | null
  sync_every: SyncEvery
  max_documents: number
  max_megabytes: number
  synced_at: Date | null
  next_at: Date | null
  waits_until: Date | null
  folders_left: number
  items: Partial<Record<SourceItemState, number>>
  created_at: Date
  updated_at: Date
}

const columns = sql`s.id, s.kind, s.name, s.place, s.credential_id as credential, c.name as credential_name,
  case when s.credential_id is null then 'paused' else s.status end as state, s.error_code, s.error_message, s.sync_every,
  s.document_limit as max_documents, (s.byte_limit / 1000000)::int as max_megabytes, s.synced_at,
  case when s.status in ('done', 'failed') and s.credential_id is not null then s.due_at end as next_at,
  case when s.status = 'syncing' and s.wait_until > now() then s.wait_until end as waits_until, s.created_at, s.updated_at,
  (select count(*)::int from knowledge_source_items i where i.source_id = s.id and i.type = 'container' and i.status = 'waiting') as folders_left,
  coalesce((select jsonb_object_agg(x.status, x.count) from (
    select i.status, count(*)::int as count from knowledge_source_items i where i.source_id = s.id and i.type = 'document' group by 1) x), '{}') as items`

export interface AskedSource {
  base: KnowledgeId
  id: KnowledgeSourceId
}

export async function findSource(db: Queryable, owner: UserId, { base, id }: AskedSource): Promise<SourceRow | null> {
  const { rows } = await sql<SourceRow>`
    select ${columns} from knowledge_sources s join knowledge_bases b on b.id = s.base_id left join credentials c on c.id = s.credential_id
    where s.id = ${id} and s.base_id = ${base} and b.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

/** The newest first. */
export async function findSources(db: Queryable, owner: UserId, base: KnowledgeId): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select ${columns} from knowledge_sources s join knowledge_bases b on b.id = s.base_id left join credentials c on c.id = s.credential_id
    where s.base_id = ${base} and b.owner_id = ${owner} order by s.created_at desc, s.id desc limit 1000`.execute(db)
  return rows
}

/** Whether a credential is this person's and of the kind that a source needs. `app` null: the type `s3`. */
export async function isUsable(db: Queryable, owner: UserId, id: CredentialId, app: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from credentials c where c.id = ${id} and c.owner_id = ${owner}
      and case when ${app}::text is null then c.type = 's3' else c.type = 'app_account' and c.connector = ${app}::text end`.execute(
    db,
  )
  return rows.length > 0
}

/** Locks the base, so that what is in it can be counted. @returns false for who does not own it */
export async function lockOwnBase(tx: Queryable, owner: UserId, base: KnowledgeId): Promise<boolean> {
  const { rows } = await sql`
    select from knowledge_bases where id = ${base} and owner_id = ${owner} for no key update`.execute(tx)
  return rows.length > 0
}

export async function countSources(tx: Queryable, base: KnowledgeId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_sources where base_id = ${base}`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface NewSource {
  base: KnowledgeId
  kind: SourceKindName
  credential: CredentialId
  place: string
  name: string
  root: string
  sync_every: SyncEvery
  max_documents: number
  max_megabytes: number
}

export async function hasSource(
  tx: Queryable,
  { base, kind, credential, place }: Pick<NewSource, 'base' | 'kind' | 'credential' | 'place'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from knowledge_sources where base_id = ${base} and kind = ${kind} and credential_id = ${credential} and place = ${place}`.execute(
    tx,
  )
  return rows.length > 0
}

/** With the container that its sync begins with. */
export async function insertSource(tx: Queryable, source: NewSource): Promise<KnowledgeSourceId> {
  const { base, kind, credential, place, name, root, sync_every, max_documents, max_megabytes } = source
  const { rows } = await sql<{ id: KnowledgeSourceId }>`
    insert into knowledge_sources (base_id, kind, credential_id, place, name, sync_every, document_limit, byte_limit)
    values (${base}, ${kind}, ${credential}, ${place}, ${name}, ${sync_every}, ${max_documents}, ${max_megabytes}::bigint * 1000000)
    returning id`.execute(tx)
  const id = (rows[0] as { id: KnowledgeSourceId }).id
  await sql`insert into knowledge_source_items (source_id, type, external_id, name, seen_in)
    values (${id}, 'container', ${root}, ${name}, 1)`.execute(tx)
  return id
}

/** What a worker has under way ends: it asks for the lease before it stores anything. */
export async function pauseSource(tx: Queryable, { base, id }: AskedSource): Promise<void> {
  await sql`update knowledge_sources set status = 'paused', lease = null, leased_until = '-infinity', error_code = null,
    error_message = null, updated_at = now() where id = ${id} and base_id = ${base} and status <> 'paused'`.execute(tx)
}

/** Continues where it was paused, or tries again what failed. */
export async function continueSource(tx: Queryable, { base, id }: AskedSource): Promise<void> {
  const { rows } = await sql`
    update knowledge_sources set status = 'syncing', error_code = null, error_message = null, attempts = 0, wait_until = '-infinity',
      due_at = null, updated_at = now()
    where id = ${id} and base_id = ${base} and status <> 'syncing' and credential_id is not null
    returning id`.execute(tx)
  if (rows.length === 0) return
  await sql`update knowledge_source_items set status = 'waiting', attempts = 0, error_code = null, error_message = null
    where source_id = ${id} and status = 'failed' and missed_in is null`.execute(tx)
  await sql`update knowledge_sources set complete = true where id = ${id} and not listed`.execute(tx)
}

/** Looks through everything again; one that is under way is left to it. */
export async function syncAgain(tx: Queryable, { base, id }: AskedSource): Promise<void> {
  const { rows } = await sql`
    select from knowledge_sources where id = ${id} and base_id = ${base} and status <> 'syncing' and credential_id is not null
    for update`.execute(tx)
  if (rows.length > 0) await beginSync(tx, id)
}

export async function setSyncEvery(tx: Queryable, { base, id }: AskedSource, sync_every: SyncEvery): Promise<void> {
  await sql`update knowledge_sources set sync_every = ${sync_every}, updated_at = now() where id = ${id} and base_id = ${base}`.execute(
    tx,
  )
  await sql`update knowledge_sources set due_at = ${dueAfter(sql`coalesce(synced_at, now())`)}
    where id = ${id} and base_id = ${base} and status in ('done', 'failed')`.execute(tx)
}

export async function setCredential(tx: Queryable, { base, id }: AskedSource, credential: CredentialId): Promise<void> {
  await sql`update knowledge_sources set credential_id = ${credential}, lease = null, leased_until = '-infinity', updated_at = now()
    where id = ${id} and base_id = ${base}`.execute(tx)
}

/** Removes the documents that these items (`i`) are, unless a person replaced their file. */
export async function removeDocuments(
  tx: Queryable,
  { base, source }: { base: KnowledgeId; source: KnowledgeSourceId },
  which: 'all' | 'trashed' | 'missed',
): Promise<void> {
  const { rows: removed } = await sql<{ file_id: FileId }>`
    delete from knowledge_documents d using knowledge_source_items i join knowledge_sources s on s.id = i.source_id
    where i.source_id = ${source} and i.type = 'document' and d.id = i.document_id and d.base_id = ${base} and d.file_id = i.file_id
      and case ${which}::text when 'all' then true when 'trashed' then i.status = 'gone' else i.seen_in < s.round and i.missed_in < s.round end
    returning d.file_id`.execute(tx)
  const files = JSON.stringify(removed.map(({ file_id }) => file_id))
  await sql`update files set expires_at = now()
    where id in (select f::uuid from jsonb_array_elements_text(${files}::jsonb) f)`.execute(tx)
}

/** @returns whether there was one to remove */
export async function deleteSource(
  tx: Queryable,
  { base, id }: AskedSource,
  documents: 'keep' | 'remove',
): Promise<boolean> {
  // A document that is being added is added first, and removed as well.
  const { rows: locked } = await sql`
    select from knowledge_sources where id = ${id} and base_id = ${base} for update`.execute(tx)
  if (locked.length === 0) return false
  if (documents === 'remove') await removeDocuments(tx, { base, source: id }, 'all')
  await sql`delete from knowledge_sources where id = ${id} and base_id = ${base}`.execute(tx)
  return true
}

export interface SourceItemRow {
  name: string
  url: string | null
  bytes: number | null
  state: SourceItemState
  error_code: string | null
  error_message: string | null
  document_id: KnowledgeDocumentId | null
  read_at: Date | null
}

/** In the order in which they were found. Folders that could not be listed are among them. */
export async function findSourceItems(
  db: Queryable,
  { id }: AskedSource,
  { state, limit, offset }: { state: SourceItemState | null; limit: number; offset: number },
): Promise<{ rows: SourceItemRow[]; total: number }> {
  const from = sql`from knowledge_source_items i
    where i.source_id = ${id} and (i.type = 'document' or i.status = 'failed') and (${state}::text is null or i.status = ${state})`
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const { rows } = await sql<SourceItemRow>`
    select i.name, i.url, i.bytes::float8 as bytes, i.status as state, i.error_code, i.error_message, i.document_id, i.read_at ${from}
    order by i.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}
