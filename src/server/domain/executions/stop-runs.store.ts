/** The SQL of runs that end because somebody may not run them any more. */
import { sql } from 'kysely'
import type { AgentId, ExecutionId, UserId, WorkflowId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

const isUnderWay = sql`e.parent_id is null and e.status in ('queued', 'running', 'waiting', 'paused')`

async function findIds(db: Queryable, where: ReturnType<typeof sql>): Promise<ExecutionId[]> {
  const { rows } = await sql<{ id: ExecutionId }>`
    select e.id from executions e where ${isUnderWay} and ${where} order by e.id`.execute(db)
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
