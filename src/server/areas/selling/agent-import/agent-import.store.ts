/** The SQL of importing agents. Every statement names the seller. */
import { sql } from 'kysely'
import type { AgentId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { SellGrant } from '#server/areas/selling/publishing/publishing.policy.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PastImport {
  file_hash: Buffer
  agents: { id: AgentId; name: string }[]
}

/** What a request with this key made; agents that were deleted since are left out. */
export async function findImport(db: Queryable, seller: UserId, key: string): Promise<PastImport | null> {
  const { rows } = await sql<PastImport>`
    select i.file_hash, coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by n.at)
      from unnest(i.agent_ids) with ordinality n(id, at) join agents a on a.id = n.id), '[]') as agents
    from agent_imports i where i.seller_id = ${seller} and i.key = ${key}`.execute(db)
  return rows[0] ?? null
}

export async function insertImport(
  tx: Queryable,
  { on }: SellGrant,
  { key, file_hash, agents }: { key: string; file_hash: Buffer; agents: readonly AgentId[] },
): Promise<void> {
  await sql`insert into agent_imports (seller_id, key, file_hash, agent_ids) values (${on}, ${key}, ${file_hash},
    ${agents}::uuid[])`.execute(tx)
}

/** Which of these slugs are categories. */
export async function findCategories(db: Queryable, slugs: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from categories where slug = any(${slugs}::text[])`.execute(db)
  return new Set(rows.map(({ slug }) => slug))
}

/** How many agents the seller has, and which of these names, in lower case, they have already; archived ones don't count. */
export async function findOwnNames(
  db: Queryable,
  seller: UserId,
  names: readonly string[],
): Promise<{ total: number; taken: Set<string> }> {
  const { rows } = await sql<{ total: number; taken: string[] | null }>`
    select count(*)::int as total, array_agg(lower(name)) filter (where lower(name) = any(${names}::text[])) as taken
    from agents where seller_id = ${seller} and status not in ('archived', 'private')`.execute(db)
  return { total: rows[0]?.total ?? 0, taken: new Set(rows[0]?.taken ?? []) }
}

export interface NamedWorkflow {
  id: WorkflowId
  name: string
}

/** The seller's workflows with these names, in lower case; at most two of a name matter. */
export async function findWorkflowsByName(
  db: Queryable,
  owner: UserId,
  names: readonly string[],
): Promise<NamedWorkflow[]> {
  if (names.length === 0) return []
  const { rows } = await sql<NamedWorkflow>`
    select id, lower(name) as name from workflows
    where owner_id = ${owner} and archived_at is null and lower(name) = any(${names}::text[]) limit 1000`.execute(db)
  return rows
}
