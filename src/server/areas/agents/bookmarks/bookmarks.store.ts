/** The SQL of the agents that people put aside. */
import { sql } from 'kysely'
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { isId } from '#server/areas/agents/listing/agent-id.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'

export type BookmarkGrant = Grant<'agent.save', UserId>

/** The newest first, also those that are not sold any more. */
export async function findBookmarks(db: Queryable, { on }: BookmarkGrant): Promise<AgentId[]> {
  const { rows } = await sql<{ agent_id: AgentId }>`
    select agent_id from saved_agents where user_id = ${on} order by created_at desc, agent_id`.execute(db)
  return rows.map(({ agent_id }) => agent_id)
}

/** @returns false when that many are saved already; the person's row makes two requests at once one after the other */
export async function insertBookmark(
  tx: Queryable,
  { on }: BookmarkGrant,
  agent: AgentId,
  most: number,
): Promise<boolean> {
  await lockOwner(tx, on)
  const { rows } = await sql<{ ok: boolean }>`
    with known as (select count(*) as count, coalesce(bool_or(agent_id = ${agent}), false) as held from saved_agents where user_id = ${on}),
    added as (
      insert into saved_agents (user_id, agent_id) select ${on}::uuid, ${agent}::uuid from known where not held and count < ${most}
      on conflict do nothing returning true
    )
    select held or exists (select from added) as ok from known`.execute(tx)
  return rows[0]?.ok ?? false
}

/** By id or slug. @returns whether it was there */
export async function deleteBookmark(db: Queryable, { on }: BookmarkGrant, ref: string): Promise<boolean> {
  const which = isId(ref) ? sql`a.id = ${ref}::uuid` : sql`a.slug = ${ref}`
  const { rows } = await sql`
    delete from saved_agents x using agents a where a.id = x.agent_id and x.user_id = ${on} and ${which} returning true`.execute(
    db,
  )
  return rows.length > 0
}
