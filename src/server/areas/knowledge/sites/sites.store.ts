/** The SQL of sites for people. Every statement asks for the caller's access to the base it is in. */
import { type RawBuilder, sql } from 'kysely'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId } from '#contract/knowledge/documents.ts'
import type { ReadAgain, SitePageState, SiteState } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSiteId } from '#contract/knowledge/sites.ts'
import { mayRead, mayWrite, type Reader } from '#server/areas/knowledge/bases/access.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { beginReading, dueAfter, removeDocuments } from './readings.store.ts'
import type { Scope } from './scope.ts'

export interface SiteRow {
  id: KnowledgeSiteId
  url: string
  state: SiteState
  error_code: string | null
  error_message: string | null
  max_pages: number
  max_depth: number
  read_again: ReadAgain
  pages: Partial<Record<SitePageState, number>>
  read_at: Date | null
  next_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface AskedSite {
  base: KnowledgeId
  id: KnowledgeSiteId
}

const columns = sql`s.id, s.url, s.status as state, s.error_code, s.error_message, s.page_limit as max_pages, s.depth_limit as max_depth,
  s.read_again, s.read_at, case when s.status in ('done', 'failed') then s.due_at end as next_at, s.created_at, s.updated_at, coalesce((select jsonb_object_agg(x.status, x.count) from (
    select p.status, count(*)::int as count from knowledge_site_pages p where p.site_id = s.id and p.kind = 'page' group by 1) x), '{}') as pages`

const where = (reader: Reader, { base, id }: AskedSite): RawBuilder<unknown> =>
  sql`s.id = ${id} and s.base_id = ${base} and b.id = s.base_id and ${mayRead(reader)}`

export async function findSite(db: Queryable, reader: Reader, asked: AskedSite): Promise<SiteRow | null> {
  const { rows } = await sql<SiteRow>`
    select ${columns} from knowledge_sites s join knowledge_bases b on b.id = s.base_id where ${where(reader, asked)}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The newest first. @returns null for who may not read the base */
export async function findSites(db: Queryable, reader: Reader, base: KnowledgeId): Promise<SiteRow[] | null> {
  const { rows: bases } = await sql`select from knowledge_bases b where b.id = ${base} and ${mayRead(reader)}`.execute(
    db,
  )
  if (bases.length === 0) return null
  const { rows } = await sql<SiteRow>`
    select ${columns} from knowledge_sites s join knowledge_bases b on b.id = s.base_id
    where s.base_id = ${base} and ${mayRead(reader)} order by s.created_at desc, s.id desc limit 1000`.execute(db)
  return rows
}

export interface NewSite {
  base: KnowledgeId
  url: URL
  scope: Scope
  max_pages: number
  max_depth: number
  read_again: ReadAgain
}

/** With its first page. @returns null at the limit, where the caller may not write, and where the base has this site */
export async function insertSite(
  tx: Queryable,
  reader: Reader,
  { base, url, scope, max_pages, max_depth, read_again }: NewSite,
  most: number,
): Promise<KnowledgeSiteId | null> {
  const { rows } = await sql<{ id: KnowledgeSiteId }>`
    insert into knowledge_sites (base_id, added_by, url, origin, path, host, page_limit, depth_limit, read_again)
    select b.id, ${reader.user}::uuid, ${url.href}, ${scope.origin}, ${scope.path}, ${url.host}, ${max_pages}::int, ${max_depth}::int,
      ${read_again}
    from knowledge_bases b where b.id = ${base} and ${mayWrite(reader)}
      and (select count(*) from knowledge_sites where base_id = b.id) < ${most}
    on conflict (base_id, url) do nothing returning id`.execute(tx)
  const [row] = rows
  if (!row) return null
  await sql`insert into knowledge_site_pages (site_id, url, depth) values (${row.id}, ${url.href}, 0)`.execute(tx)
  return row.id
}

export async function hasSite(db: Queryable, base: KnowledgeId, url: string): Promise<boolean> {
  const { rows } = await sql`select from knowledge_sites where base_id = ${base} and url = ${url}`.execute(db)
  return rows.length > 0
}

/** What a worker has under way ends: it asks for the lease before it stores anything. */
export async function stopSite(db: Queryable, reader: Reader, { base, id }: AskedSite): Promise<void> {
  await sql`
    update knowledge_sites s set status = 'stopped', lease = null, leased_until = '-infinity', updated_at = now() from knowledge_bases b
    where s.id = ${id} and s.base_id = ${base} and b.id = s.base_id and ${mayWrite(reader)} and s.status = 'reading'`.execute(
    db,
  )
}

/** Reads what waits, what failed, and robots.txt again. The person who asks for it is whose access counts. */
export async function continueSite(tx: Queryable, reader: Reader, { base, id }: AskedSite): Promise<void> {
  const { rows } = await sql`
    update knowledge_sites s set status = 'reading', error_code = null, error_message = null, robots = null, attempts = 0,
      added_by = ${reader.user}::uuid, updated_at = now() from knowledge_bases b
    where s.id = ${id} and s.base_id = ${base} and b.id = s.base_id and ${mayWrite(reader)} and s.status <> 'reading'
    returning s.id`.execute(tx)
  if (rows.length === 0) return
  await sql`update knowledge_site_pages set status = 'waiting', attempts = 0, error_code = null, error_message = null
    where site_id = ${id} and (status = 'failed' or error_code = 'robots_forbid')`.execute(tx)
}

/**
 * Reads all its pages again, whether it was read or stopped; one that is being read is left to it. The person who asks for it is whose
 * access counts.
 */
export async function readAgain(tx: Queryable, reader: Reader, { base, id }: AskedSite): Promise<void> {
  const { rows } = await sql`
    update knowledge_sites s set added_by = ${reader.user}::uuid from knowledge_bases b
    where s.id = ${id} and s.base_id = ${base} and b.id = s.base_id and ${mayWrite(reader)} and s.status <> 'reading'
    returning s.id`.execute(tx)
  if (rows.length > 0) await beginReading(tx, id)
}

/** The person who asks for readings by the clock is whose access counts then. */
export async function setReadAgain(
  tx: Queryable,
  reader: Reader,
  { base, id }: AskedSite,
  read_again: ReadAgain,
): Promise<void> {
  const { rows } = await sql`
    update knowledge_sites s set read_again = ${read_again},
      added_by = case when ${read_again} = 'never' then s.added_by else ${reader.user}::uuid end, updated_at = now()
    from knowledge_bases b where s.id = ${id} and s.base_id = ${base} and b.id = s.base_id and ${mayWrite(reader)}
    returning s.id`.execute(tx)
  if (rows.length === 0) return
  await sql`update knowledge_sites set due_at = ${dueAfter(sql`coalesce(read_at, now())`)}
    where id = ${id} and status <> 'reading'`.execute(tx)
}

/** With the documents that are still what was read there. @returns whether there was one to remove */
export async function deleteSite(tx: Queryable, reader: Reader, { base, id }: AskedSite): Promise<boolean> {
  // A page that is being added is added first, and removed as well.
  const { rows: locked } = await sql`
    select from knowledge_sites s join knowledge_bases b on b.id = s.base_id
    where s.id = ${id} and s.base_id = ${base} and ${mayWrite(reader)} for update of s`.execute(tx)
  if (locked.length === 0) return false
  await removeDocuments(tx, base, sql`p.site_id = ${id}`)
  await sql`delete from knowledge_sites where id = ${id} and base_id = ${base}`.execute(tx)
  return true
}

export interface SitePageRow {
  url: string
  depth: number
  state: SitePageState
  error_code: string | null
  error_message: string | null
  document_id: KnowledgeDocumentId | null
  read_at: Date | null
}

/** In the order in which they were found. */
export async function findSitePages(
  db: Queryable,
  reader: Reader,
  asked: AskedSite,
  { state, limit, offset }: { state: SitePageState | null; limit: number; offset: number },
): Promise<{ rows: SitePageRow[]; total: number }> {
  const from = sql`from knowledge_site_pages p join knowledge_sites s on s.id = p.site_id join knowledge_bases b on b.id = s.base_id
    where ${where(reader, asked)} and p.kind = 'page' and (${state}::text is null or p.status = ${state})`
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  const { rows } = await sql<SitePageRow>`
    select p.url, p.depth, p.status as state, p.error_code, p.error_message, p.document_id, p.read_at ${from}
    order by p.id limit ${limit} offset ${offset}`.execute(db)
  return { rows, total: counts[0]?.total ?? 0 }
}
