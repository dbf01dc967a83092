/** The verbs of what agents remember of a person. */
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, WorkflowId } from '#contract/core/primitives.ts'
import type { Fact, FactId, Memory, MemoryId } from '#contract/runs/memory.ts'
import { MEMORY } from '#contract/runs/memory-values.ts'
import { findAgent, maySeeAgent } from '#server/areas/agents/agents.ts'
import { findWorkflow } from '#server/areas/workflows/workflows.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import type { OwnMemories } from './memories.policy.ts'
import * as store from './memories.store.ts'

const present = ({ allowed_at, ...row }: store.MemoryRow): Memory => ({ ...row, allowed_at: allowed_at.toISOString() })

const presentFact = ({ id, fact, by, execution_id, created_at, updated_at }: store.FactRow): Fact => ({
  ...{ id, fact, by, execution_id },
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export async function listMemories(db: Queryable, grant: OwnMemories, page: { limit: number; offset: number }) {
  const [rows, total] = await Promise.all([store.findMemories(db, grant.on, page), store.countMemories(db, grant.on)])
  return { items: rows.map(present), total, ...page }
}

interface Who {
  agent_id?: AgentId | undefined
  workflow_id?: WorkflowId | undefined
}

/** @throws not_found, for what the person may not see */
async function workflowOf(db: Queryable, grant: OwnMemories, { agent_id, workflow_id }: Who): Promise<WorkflowId> {
  if (workflow_id !== undefined) {
    if (!(await findWorkflow(db, grant.on, workflow_id))) throw new AppError('not_found')
    return workflow_id
  }
  if (agent_id === undefined) throw new AppError('not_found')
  maySeeAgent(grant.by, await findAgent(db, agent_id))
  const found = await store.findWorkflowOfAgent(db, agent_id)
  if (found === null) throw new AppError('not_found')
  return found
}

const asks = (db: Queryable, { agent_id }: Who, workflow: WorkflowId): Promise<boolean> =>
  agent_id === undefined ? store.draftAsks(db, workflow) : store.agentAsks(db, agent_id)

/** Whether an agent remembers people, and whether this person lets it. @throws not_found */
export async function getState(
  db: Queryable,
  grant: OwnMemories,
  who: Who,
): Promise<{ asks: boolean; memory: Memory | null }> {
  const workflow = await workflowOf(db, grant, who)
  const memory = await store.findMemoryOf(db, grant.on, workflow)
  return { asks: await asks(db, who, workflow), memory: memory && present(memory) }
}

/** Allowing it again changes nothing. @throws not_found, limit_reached */
export async function allow(db: Database, grant: OwnMemories, who: Who): Promise<Memory> {
  const workflow = await workflowOf(db, grant, who)
  if (!(await asks(db, who, workflow))) throw new AppError('not_found')
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    await store.addMemory(tx, grant.on, workflow)
    if ((await store.countMemories(tx, grant.on)) > MEMORY.agents)
      throw new AppError('limit_reached', {
        message: `Up to ${MEMORY.agents} agents can remember you. Stop some of them in your settings.`,
      })
    const memory = await store.findMemoryOf(tx, grant.on, workflow)
    if (!memory) throw new AppError('not_found')
    return present(memory)
  })
}

/** Deletes all facts; the agent remembers nothing until it is allowed again. @throws not_found */
export async function erase(db: Queryable, grant: OwnMemories, id: MemoryId): Promise<{ id: MemoryId }> {
  if (!(await store.removeMemory(db, grant.on, id))) throw new AppError('not_found')
  return { id }
}

/** Oldest first. @throws not_found */
export async function listFacts(db: Queryable, grant: OwnMemories, id: MemoryId): Promise<{ items: Fact[] }> {
  const rows = await store.findFacts(db, grant.on, id)
  if (rows === null) throw new AppError('not_found')
  return { items: rows.map(presentFact) }
}

interface OneFact {
  id: MemoryId
  fact_id: FactId
}

/** @throws not_found */
export async function editFact(
  db: Queryable,
  grant: OwnMemories,
  { id, fact_id }: OneFact,
  fact: string,
): Promise<Fact> {
  const row = await store.changeFact(db, grant.on, { memory: id, id: fact_id }, fact.replace(/\s+/g, ' '))
  if (row === null) throw new AppError('not_found')
  return presentFact(row)
}

/** @throws not_found */
export async function deleteFact(db: Queryable, grant: OwnMemories, { id, fact_id }: OneFact): Promise<{ id: FactId }> {
  if (!(await store.removeFact(db, grant.on, { memory: id, id: fact_id }))) throw new AppError('not_found')
  return { id: fact_id }
}
