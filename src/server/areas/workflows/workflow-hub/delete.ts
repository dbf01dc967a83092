/** Deleting workflows for good, out of the archive: what is lost, who uses it, and the deletion itself. */
import { allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { WorkflowLoss } from '#contract/workflows/workflow-hub.ts'
import { EMPTY_DOCUMENT } from '#graph/document.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './delete.store.ts'

/** Workflows call one another that many levels deep at most (`engine/waits.ts`). */
const LEVELS = 8

interface Callers {
  /** Of the workflow itself, archived ones left out. */
  direct: { id: WorkflowId; name: string }[]
  /** It, and all that run it in earnest, directly or through others. */
  chain: WorkflowId[]
}

async function callersOf(db: Queryable, owner: UserId, id: WorkflowId): Promise<Callers> {
  const direct: Callers['direct'] = []
  const chain = [id]
  let level = [id]
  for (let depth = 0; depth < LEVELS && level.length > 0; depth += 1) {
    const callers = await store.findCallers(db, owner, level)
    if (depth === 0)
      for (const row of callers) if (row.id !== id && !row.archived) direct.push({ id: row.id, name: row.name })
    level = callers.filter((row) => row.is_live && !chain.includes(row.id)).map((row) => row.id)
    chain.push(...level)
  }
  return { direct, chain }
}

/** Agents with a version that runs one of these workflows, each once. */
async function agentsOf(db: Queryable, owner: UserId, chain: readonly WorkflowId[]): Promise<WorkflowLoss['agents']> {
  const agents = new Map<string, WorkflowLoss['agents'][number]>()
  for (const { slug, services, ...row } of await store.findRunningAgents(db, owner, chain))
    agents.set(slug, { slug, ...row, services: (agents.get(slug)?.services ?? 0) + services })
  return [...agents.values()]
}

const MOST_NAMED = 5

/** Why it cannot be deleted while these run it; null when none does. */
function inUse(agents: WorkflowLoss['agents']): string | null {
  if (agents.length === 0) return null
  const named = agents.slice(0, MOST_NAMED).map(({ name, services }) => {
    const served = services === 0 ? '' : ` (${services} ${services === 1 ? 'service' : 'services'})`
    return `“${name}”${served}`
  })
  const rest = agents.length > MOST_NAMED ? ` and ${agents.length - MOST_NAMED} more` : ''
  return `Agents use it: ${named.join(', ')}${rest}. Archive them and remove their services first.`
}

/** @throws not_found (also for a foreign one), illegal_transition when it is not archived */
async function lossOf(
  db: Queryable,
  owner: UserId,
  id: WorkflowId,
  { lock }: { lock: boolean },
): Promise<WorkflowLoss> {
  const row = await store.countLoss(db, owner, id, { lock })
  if (!row) throw new AppError('not_found')
  const { archived, ...counts } = row
  if (!archived) throw new AppError('illegal_transition', { message: 'Only archived workflows can be deleted.' })
  const { direct, chain } = await callersOf(db, owner, id)
  const agents = await agentsOf(db, owner, chain)
  const reason = inUse(agents)
  return {
    ...counts,
    callers: direct,
    agents,
    abilities: { delete: reason === null ? allowed : refusedAbility(reason) },
  }
}

/** @throws not_found (also for a foreign one), illegal_transition when it is not archived */
export const getWorkflowLoss = (db: Queryable, grant: EditGrant, id: WorkflowId): Promise<WorkflowLoss> =>
  lossOf(db, grant.on, id, { lock: false })

/**
 * Deletes the draft with its edits, comments, people, triggers and every version that no run and no agent names.
 * @throws not_found (also for a foreign one), illegal_transition when it is not archived, workflow_in_use naming the agents
 */
export async function deleteWorkflow(db: Database, grant: EditGrant, id: WorkflowId): Promise<{ id: WorkflowId }> {
  return db.transaction().execute(async (tx) => {
    const { abilities } = await lossOf(tx, grant.on, id, { lock: true })
    const { reason } = abilities.delete
    if (reason !== null) throw new AppError('workflow_in_use', { message: reason })
    await store.emptyWorkflow(tx, id, JSON.stringify(EMPTY_DOCUMENT))
    await store.removeUnnamed(tx, id)
    return { id }
  })
}
