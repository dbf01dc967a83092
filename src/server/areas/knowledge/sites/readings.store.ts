/** The SQL of readings: when a site is read again, and what that begins with. */
import { type RawBuilder, sql } from 'kysely'
import type { FileId } from '#contract/core/primitives.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { KnowledgeSiteId } from '#contract/knowledge/sites.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** When the next reading is due after one that ended at `time`; null where it isn't read again by the clock. Of an unnamed site. */
export const dueAfter = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case read_again when 'daily' then ${time} + interval '1 day' when 'weekly' then ${time} + interval '7 days' end`

/** That an account, which may be gone, is not blocked. */
export const isActive = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${user}.status is null or ${user}.status <> 'blocked' or coalesce(${user}.blocked_until <= now(), false))`

/** Begins the readings that are due. Those of people who are blocked, and those in their bases, stay due. */
export async function beginDue(tx: Queryable): Promise<void> {
  const { rows } = await sql<{ id: KnowledgeSiteId }>`
    select s.id from knowledge_sites s join knowledge_bases b on b.id = s.base_id join users o on o.id = b.owner_id
      left join users u on u.id = s.added_by
    where s.due_at <= now() and s.status in ('done', 'failed') and ${isActive(sql`u`)} and ${isActive(sql`o`)}
    order by s.due_at limit 20 for update of s skip locked`.execute(tx)
  for (const { id } of rows) await beginReading(tx, id)
}

/** Every address is asked again, robots.txt first. Pages that are gone and dead links are forgotten until they are found again. Its site is locked. */
export async function beginReading(tx: Queryable, id: KnowledgeSiteId): Promise<void> {
  await sql`
    update knowledge_sites set status = 'reading', reading = reading + 1, robots = null, attempts = 0, due_at = null, error_code = null,
      error_message = null, lease = null, leased_until = '-infinity', updated_at = now() where id = ${id}`.execute(tx)
  await sql`delete from knowledge_site_pages where site_id = ${id} and depth > 0
    and (status = 'gone' or (missed_in is not null and content_hash is null))`.execute(tx)
  await sql`update knowledge_site_pages set status = 'waiting', attempts = 0, error_code = null, error_message = null
    where site_id = ${id}`.execute(tx)
}

/** Removes the documents that these pages (`p`) are, unless a person replaced their file. */
export async function removeDocuments(tx: Queryable, base: KnowledgeId, pages: RawBuilder<unknown>): Promise<void> {
  const { rows: removed } = await sql<{ file_id: FileId }>`
    delete from knowledge_documents d using knowledge_site_pages p
    where ${pages} and d.id = p.document_id and d.base_id = ${base} and d.source_url is not null returning d.file_id`.execute(
    tx,
  )
  const files = JSON.stringify(removed.map(({ file_id }) => file_id))
  await sql`update files set expires_at = now()
    where id in (select f::uuid from jsonb_array_elements_text(${files}::jsonb) f)`.execute(tx)
}
