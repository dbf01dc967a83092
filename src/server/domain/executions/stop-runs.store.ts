/** The SQL of runs that end because somebody may not run them any more. */
import { sql } from 'kysely'
import type { AgentId, ExecutionId, UserId, WorkflowId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import { publicStatus } from '#server/domain/agents/is-listed.store.ts'
import { mayNotAct } from '#server/domain/users/may-not-act.store.ts'

const isUnderWay = sql`e.parent_id is null and e.status in ('queued', 'running', 'waiting', 'paused')`

async function findIds(db: Queryable, where: ReturnType<typeof sql>, limit?: number): Promise<ExecutionId[]> {
  const { rows } = await sql<{ id: ExecutionId }>`
    select e.id from executions e where ${isUnderWay} and ${where} order by e.id limit ${limit ?? null}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Runs that this person started, and everybody's runs of their workflows. */
export const findUnderWayOf = (db: Queryable, user: UserId): Promise<ExecutionId[]> =>
  findIds(db, sql`(e.owner_id = ${user} or e.workflow_id in (select w.id from workflows w where w.owner_id = ${user}))`)

/** Everybody's runs of an agent, also those of services. */
export const findUnderWayOfAgent = (db: Queryable, agent: AgentId): Promise<ExecutionId[]> =>
  findIds(db, sql`e.agent_id = ${agent}`)

/** Runs of a workflow itself, not of agents made from it, that this person started. */
export const findUnderWayIn = (db: Queryable, user: UserId, workflow: WorkflowId): Promise<ExecutionId[]> =>
  findIds(db, sql`e.owner_id = ${user} and e.workflow_id = ${workflow} and e.agent_id is null`)

/**
 * Runs that people who may not act started, of workflows that such people own, and of suspended agents.
 * @param limit how many at most
 */
export const findForbidden = (db: Queryable, limit: number): Promise<ExecutionId[]> => {
  const inactive = sql`select u.id from users u where ${mayNotAct}`
  return findIds(
    db,
    sql`(e.owner_id in (${inactive}) or e.workflow_id in (select w.id from workflows w where w.owner_id in (${inactive}))
      or e.agent_id in (select a.id from agents a where ${publicStatus} = 'suspended'))`,
    limit,
  )
}
