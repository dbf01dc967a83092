/** The SQL of the job that reads sites: whose turn it is, and what became of a page. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeDocumentId } from '#contract/knowledge/documents.ts'
import type { SitePageState } from '#contract/knowledge/knowledge-values.ts'
import type { KnowledgeSiteId } from '#contract/knowledge/sites.ts'
import { lockAddresses, type Source } from '#server/areas/knowledge/documents/documents.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ClaimFrom } from '#server/platform/jobs/lanes.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { dueAfter, isActive, removeDocuments } from './readings.store.ts'
import type { Scope } from './scope.ts'

/** How long a process has a site, and its host, without a sign of life: longer than a page may take. */
const LEASE = sql`interval '3 minutes'`

export interface ClaimedSite extends Scope {
  id: KnowledgeSiteId
  base_id: KnowledgeId
  owner_id: UserId
  /** Null where that account is gone. */
  added_by: UserId | null
  host: string
  moves: number
  /** Which reading this is, from 1. */
  reading: number
  /** Whether pages of it became documents, now or earlier. */
  has_documents: boolean
  page_limit: number
  depth_limit: number
  /** The rules for us; null until they are read. */
  robots: string | null
  attempts: number
  lease: string
}

/**
 * Takes a site for one page: of the owner whose last turn is longest ago, the site whose last turn is. A host is asked by one process at a
 * time, and not before it is free. Sites of people who are blocked, and those in their bases, wait. Claims come one after the other, as those of documents do.
 */
export async function claimSite(tx: Queryable, from: ClaimFrom): Promise<ClaimedSite | null> {
  await sql`select pg_advisory_xact_lock(${LOCKS.siteClaims})`.execute(tx)
  const lease = randomUUID()
  const { rows } = await sql<ClaimedSite>`
    with busy as (
      select b.owner_id from knowledge_sites s join knowledge_bases b on b.id = s.base_id
      where s.status = 'reading' and s.leased_until > now() group by 1
    ), served as (
      select b.owner_id, max(s.turn_at) as at from knowledge_sites s join knowledge_bases b on b.id = s.base_id group by 1
    ), next as (
      select s.id, s.host from knowledge_sites s join knowledge_bases b on b.id = s.base_id
        join served on served.owner_id = b.owner_id left join busy on busy.owner_id = b.owner_id
        left join users u on u.id = s.added_by join users o on o.id = b.owner_id left join knowledge_hosts h on h.host = s.host
      where s.status = 'reading' and s.leased_until < now() and (h.free_at is null or h.free_at <= now())
        and (${from === 'any owner'}::bool or busy.owner_id is null)
        and ${isActive(sql`u`)} and ${isActive(sql`o`)}
      order by served.at, s.turn_at, s.id limit 1 for update of s skip locked
    ), free as (
      insert into knowledge_hosts (host, free_at, lease) select n.host, now() + ${LEASE}, ${lease}::uuid from next n
      on conflict (host) do update set free_at = excluded.free_at, lease = excluded.lease where knowledge_hosts.free_at <= now() returning host
    ), taken as (
      update knowledge_sites s set leased_until = now() + ${LEASE}, lease = ${lease}::uuid, turn_at = now()
      from next n join free f on f.host = n.host where s.id = n.id returning s.*
    )
    select t.id, t.base_id, b.owner_id, t.added_by, t.origin, t.path, t.host, t.moves, t.page_limit, t.depth_limit, t.robots, t.attempts,
      t.reading, exists (select from knowledge_site_pages p where p.site_id = t.id and p.content_hash is not null) as has_documents, t.lease::text
    from taken t join knowledge_bases b on b.id = t.base_id`.execute(tx)
  return rows[0] ?? null
}

/** The host may be asked again after `wait_ms`, and the site has its next turn then. */
export async function endTurn(db: Queryable, { id, host, lease }: ClaimedSite, wait_ms: number): Promise<void> {
  await sql`update knowledge_sites set leased_until = '-infinity', lease = null where id = ${id} and lease = ${lease}::uuid`.execute(
    db,
  )
  await sql`update knowledge_hosts set free_at = now() + ${wait_ms}::float8 * interval '1 millisecond'
    where host = ${host} and lease = ${lease}::uuid`.execute(db)
}

/** Hosts that may be asked at any time are not remembered. */
export async function forgetFreeHosts(db: Queryable): Promise<void> {
  await sql`delete from knowledge_hosts where free_at < now() - interval '1 hour'`.execute(db)
}

/**
 * Locks the base and then the site for the rest of the transaction, so no two readings lead documents to one address. The base first, as
 * its deletion does. @returns false when it was stopped or removed, or another process has it: nothing of this turn counts then
 */
export async function lockTurn(tx: Queryable, { id, base_id, lease }: ClaimedSite): Promise<boolean> {
  await lockAddresses(tx, base_id)
  const { rows } = await sql`
    select from knowledge_sites where id = ${id} and lease = ${lease}::uuid and status = 'reading' for update`.execute(
    tx,
  )
  return rows.length === 1
}

export async function storeRobots(tx: Queryable, { id }: ClaimedSite, robots: string): Promise<void> {
  await sql`update knowledge_sites set robots = ${robots}, attempts = 0, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

export async function countAttempt(tx: Queryable, { id }: ClaimedSite): Promise<void> {
  await sql`update knowledge_sites set attempts = attempts + 1, updated_at = now() where id = ${id}`.execute(tx)
}

/** The first page redirects to another host or path: the site is there. */
export async function moveSite(
  tx: Queryable,
  { id }: ClaimedSite,
  page: SitePage,
  { url, scope }: { url: URL; scope: Scope },
): Promise<void> {
  await sql`update knowledge_sites set origin = ${scope.origin}, path = ${scope.path}, host = ${url.host}, moves = moves + 1, robots = null,
    updated_at = now() where id = ${id}`.execute(tx)
  await sql`update knowledge_site_pages set url = ${url.href} where id = ${page.id}::bigint`.execute(tx)
}

export async function endSite(
  tx: Queryable,
  { id }: ClaimedSite,
  error: { code: string; message: string } | null,
): Promise<void> {
  await sql`update knowledge_sites set status = ${error === null ? 'done' : 'failed'}, error_code = ${error?.code ?? null},
    error_message = ${error?.message ?? null}, read_at = now(), due_at = ${dueAfter(sql`now()`)}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
}

export interface SitePage {
  id: string
  url: string
  kind: 'page' | 'sitemap'
  depth: number
  attempts: number
  /** Of the text that was its document, also where a person removed that since. */
  content_hash: string | null
  /** The document that it is; null where there is none, and where a person replaced its file. */
  document: (Source & { id: KnowledgeDocumentId }) | null
  /** The reading in which it was first missing; null where the last answer was another one. */
  missed_in: number | null
}

/** Sitemaps first, then pages that are documents, then what is fewest links away. */
export async function findNextPage(db: Queryable, { id }: ClaimedSite): Promise<SitePage | null> {
  const { rows } = await sql<SitePage>`
    select p.id::text, p.url, p.kind, p.depth, p.attempts, p.content_hash, p.missed_in, case when d.id is not null then jsonb_build_object(
      'id', d.id, 'url', d.source_url, 'etag', d.etag, 'last_modified', d.last_modified, 'content_hash', d.content_hash) end as document
    from knowledge_site_pages p left join knowledge_documents d on d.id = p.document_id and d.source_url is not null
    where p.site_id = ${id} and p.status = 'waiting'
    order by p.kind desc, p.content_hash is null, p.depth, p.id limit 1`.execute(db)
  return rows[0] ?? null
}

/** Remembers addresses that are new, until there are `most`. */
export async function addPages(
  tx: Queryable,
  { id }: ClaimedSite,
  urls: readonly string[],
  { kind, depth, most }: Pick<SitePage, 'kind' | 'depth'> & { most: number },
): Promise<void> {
  await sql`
    insert into knowledge_site_pages (site_id, url, kind, depth)
    select ${id}::uuid, u.url, ${kind}, ${depth}::int
    from jsonb_array_elements_text(${JSON.stringify(urls)}::jsonb) with ordinality u(url, n)
    where not exists (select from knowledge_site_pages p where p.site_id = ${id} and p.url = u.url)
    order by u.n limit greatest(0, ${most}::int - (select count(*)::int from knowledge_site_pages where site_id = ${id}))
    on conflict (site_id, url) do nothing`.execute(tx)
}

/** Pages that are documents, and those that are read again. */
export async function countRead(db: Queryable, { id }: ClaimedSite): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from knowledge_site_pages where site_id = ${id} and kind = 'page'
      and (status = 'read' or content_hash is not null)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether any page was read in this reading. */
export async function hasRead(db: Queryable, { id }: ClaimedSite): Promise<boolean> {
  const { rows } = await sql`
    select from knowledge_site_pages where site_id = ${id} and kind = 'page' and status = 'read' limit 1`.execute(db)
  return rows.length > 0
}

/** What is wrong with the first page that is no document; null where there is none. */
export async function findFirstError(
  db: Queryable,
  { id }: ClaimedSite,
): Promise<{ code: string; message: string } | null> {
  const { rows } = await sql<{ code: string | null; message: string | null }>`
    select error_code as code, error_message as message from knowledge_site_pages
    where site_id = ${id} and kind = 'page' and error_code is not null order by id limit 1`.execute(db)
  const [row] = rows
  return row?.code == null ? null : { code: row.code, message: row.message ?? '' }
}

export interface PageOutcome {
  state: Exclude<SitePageState, 'waiting'>
  error: { code: string; message: string } | null
  /** Where it was in the end. */
  url?: string
  /** Without it, as it was. */
  content_hash?: string | null
  document_id?: KnowledgeDocumentId | null
  missed_in?: number | null
}

export async function finishPage(tx: Queryable, page: SitePage, outcome: PageOutcome): Promise<void> {
  const { state, error, url = page.url, content_hash = page.content_hash, document_id, missed_in = null } = outcome
  const document = document_id === undefined ? sql`document_id` : sql`${document_id}::uuid`
  await sql`update knowledge_site_pages set status = ${state}, error_code = ${error?.code ?? null}, error_message = ${error?.message ?? null},
    url = ${url}, content_hash = ${content_hash}, document_id = ${document}, missed_in = ${missed_in}::int, read_at = now() where id = ${page.id}::bigint`.execute(
    tx,
  )
}

export async function postponePage(tx: Queryable, page: SitePage): Promise<void> {
  await sql`update knowledge_site_pages set attempts = attempts + 1 where id = ${page.id}::bigint`.execute(tx)
}

export async function skipWaiting(
  tx: Queryable,
  { id }: ClaimedSite,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await sql`update knowledge_site_pages set status = 'skipped', error_code = ${code}, error_message = ${message}
    where site_id = ${id} and status = 'waiting' and content_hash is null`.execute(tx)
}

/** The state of another page of the site with this address; null where there is none. */
export async function findOther(
  db: Queryable,
  site: ClaimedSite,
  page: SitePage,
  url: string,
): Promise<SitePageState | null> {
  const { rows } = await sql<{ status: SitePageState }>`
    select status from knowledge_site_pages where site_id = ${site.id} and url = ${url} and id <> ${page.id}::bigint`.execute(
    db,
  )
  return rows[0]?.status ?? null
}

/** The address of a page that was read and has the same text; null where there is none. */
export async function findSameContent(db: Queryable, site: ClaimedSite, hash: string): Promise<string | null> {
  const { rows } = await sql<{ url: string }>`
    select url from knowledge_site_pages where site_id = ${site.id} and content_hash = ${hash} and status = 'read' limit 1`.execute(
    db,
  )
  return rows[0]?.url ?? null
}

/** Removes the document that a page is, unless a person replaced its file. */
export const removeDocumentOf = (tx: Queryable, { base_id }: ClaimedSite, page: SitePage): Promise<void> =>
  removeDocuments(tx, base_id, sql`p.id = ${page.id}::bigint`)
