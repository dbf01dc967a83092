/** The SQL of what documents of a base are about. */
import { sql } from 'kysely'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface OpeningRow {
  document: string
  /** The innermost heading above a passage; null where the document has none. */
  heading: string | null
  /** How the passage begins. */
  text: string
}

/** How the newest documents that answer begin: a few passages of each, in their order. The caller has checked who may read the base. */
export async function findOpenings(db: Queryable, base: KnowledgeId): Promise<OpeningRow[]> {
  const { rows } = await sql<OpeningRow>`
    select d.name as document, c.headings[cardinality(c.headings)] as heading, left(c.text, 400) as text
    from (select id, name, answers, created_at from knowledge_documents
      where base_id = ${base} and answers is not null order by created_at desc, id limit 8) d
    cross join lateral (select headings, text, position from knowledge_chunks
      where document_id = d.id and index_id = d.answers order by position limit 12) c
    order by c.position, d.created_at desc, d.id`.execute(db)
  return rows
}
