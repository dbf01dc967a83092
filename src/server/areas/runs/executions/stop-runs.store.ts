/** The SQL of runs that end because their owner may not run them any more. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentId, ExecutionId, UserId } from '#contract/core/primitives.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import { buildsWorkflows } from '#server/areas/workflows/workflows.ts'
import { isDeleted, mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** A run inside another one ends with that, if it is under way itself, unless it is of an agent: that may be lost alone. */
const isUnderWay = sql`e.status in ('queued', 'running', 'waiting', 'paused') and (e.parent_id is null or e.agent_id is not null
  or exists (select from executions p where p.id = e.parent_id and p.status in ('succeeded', 'failed', 'cancelled')))`

const inactive = sql`select u.id from users u where ${mayNotAct}`

/**
 * A run of a workflow itself, not of an agent, uses the credentials of its owner: who runs it must be its owner or an editor, with a
 * role that builds. Samples run in the name of the owner whatever their role: so the health of what they have listed is checked.
 */
const isOfLostWorkflow: RawBuilder<boolean> = sql`(e.agent_id is null and e.owner_id is not null and not exists (
  select from users u join workflows w on w.id = e.workflow_id
  where u.id = e.owner_id and case when w.owner_id = u.id then e.trigger = 'sample' or ${buildsWorkflows}
    else ${buildsWorkflows} and exists (
      select from workflow_members m where m.workflow_id = w.id and m.user_id = u.id and m.role = 'editor') end))`

/** Runs `e` of accounts that may not act or were deleted, of workflows that such accounts own, of workflows their runner lost, and of suspended agents. */
const isForbidden: RawBuilder<boolean> = sql`(e.owner_id in (select u.id from users u where ${mayNotAct} or ${isDeleted})
  or e.workflow_id in (select w.id from workflows w where w.owner_id in (${inactive}))
  or ${isOfLostWorkflow}
  or e.agent_id in (select a.id from agents a where ${publicStatus} = 'suspended'))`

/** Which runs are looked at: all without any of these. */
export interface Scope {
  /** Runs that this account started, and all runs of its workflows. */
  user?: UserId
  agent?: AgentId
  limit?: number
}

/** Runs under way that are not allowed to continue. */
export async function findForbidden(db: Queryable, { user, agent, limit }: Scope): Promise<ExecutionId[]> {
  const where = [isUnderWay, isForbidden]
  if (user)
    where.push(
      sql`(e.owner_id = ${user} or e.workflow_id in (select w.id from workflows w where w.owner_id = ${user}))`,
    )
  if (agent) where.push(sql`e.agent_id = ${agent}`)
  const { rows } = await sql<{ id: ExecutionId }>`
    select e.id from executions e where ${sql.join(where, sql` and `)} order by e.id limit ${limit ?? null}`.execute(db)
  return rows.map(({ id }) => id)
}
