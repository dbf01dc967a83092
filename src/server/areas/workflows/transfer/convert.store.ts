/** The SQL of agents made of workflows. */
import { sql } from 'kysely'
import type { AgentId, UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** The seller's agent made of this workflow, unless it is archived. */
export async function findMadeOf(
  db: Queryable,
  seller: UserId,
  workflow: WorkflowId,
): Promise<{ name: string } | null> {
  const { rows } = await sql<{ name: string }>`
    select a.name from agents a join agent_versions v on v.agent_id = a.id
    join workflow_versions w on w.id = v.workflow_version_id
    where a.seller_id = ${seller} and w.workflow_id = ${workflow} and a.status not in ('archived', 'private') limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function categoryExists(db: Queryable, slug: string): Promise<boolean> {
  const { rows } = await sql`select 1 from categories where slug = ${slug}`.execute(db)
  return rows.length > 0
}

/** Slugs that begin like this one and are taken. */
export async function findSlugs(db: Queryable, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from agents where slug = ${slug} or starts_with(slug, ${`${slug}-`})`.execute(db)
  return new Set(rows.map((row) => row.slug))
}

export interface DraftRow {
  slug: string
  seller: UserId
  name: string
  tagline: string
  description: string
  category: string
  icon: string
  tags: readonly string[]
  workflow_version: WorkflowVersionId
  input_schema: unknown
  output_schema: unknown
  samples: unknown
  content_hash: string
}

/** A draft with its first version. @returns null when another agent took the slug meanwhile */
export async function insertDraft(db: Queryable, draft: DraftRow): Promise<AgentId | null> {
  const { rows } = await sql<{ id: AgentId }>`
    insert into agents (slug, seller_id, name, tagline, description, category_slug, icon, tags, status)
    values (${draft.slug}, ${draft.seller}, ${draft.name}, ${draft.tagline}, ${draft.description}, ${draft.category},
      ${draft.icon}, ${draft.tags}::text[], 'draft')
    on conflict (slug) do nothing returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return null
  await sql`
    with made as (
      insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
        price_paise, changelog, content_hash, published_at)
      values (${id}, 1, ${draft.workflow_version}, ${JSON.stringify(draft.input_schema)}::jsonb,
        ${JSON.stringify(draft.output_schema)}::jsonb, 'json', ${JSON.stringify(draft.samples)}::jsonb, 'free', 0,
        'First version.', ${draft.content_hash}, null)
      returning id
    )
    update agents set current_version_id = made.id from made where agents.id = ${id}`.execute(db)
  return id
}
