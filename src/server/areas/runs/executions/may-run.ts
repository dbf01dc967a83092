/**
 * What may be run at this moment. A first run, a repeat of an earlier run and a run that is resumed all ask here, so access that was
 * taken away never comes back through something old.
 */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { AgentId, ExecutionId, ServiceId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import { type DetailRow, findAgent, mayRunAgent, SUSPENDED } from '#server/areas/agents/agents.ts'
import { checkAgreed, findTerms } from '#server/areas/billing/billing.ts'
import { effectiveRole, findMemberRole, mayEditWorkflows, refuseViewer } from '#server/areas/workflows/workflows.ts'
import { type Caller, ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnerRow } from './executions.store.ts'
import { findChain, isOfBlockedOwner } from './may-run.store.ts'
import { findServiceTarget, type ServiceTargetRow } from './target.store.ts'

/** @throws not_found when the caller cannot see the agent, not_runnable with the reason */
export async function requireRunnableAgent(db: Queryable, caller: Caller, ref: string): Promise<DetailRow> {
  return mayRunAgent(caller, await findAgent(db, ref)).on
}

/** A purchased agent keeps running when it is archived; a suspended agent stops everywhere. */
export function runServiceAbility(service: Pick<ServiceTargetRow, 'status' | 'agent_status'>): Ability {
  if (service.status !== 'running') return refusedAbility(`This service is ${service.status}. Start it to run it.`)
  if (service.agent_status === 'suspended') return refusedAbility(SUSPENDED)
  return allowed
}

/** @throws not_found (also for another user's), not_runnable with the reason */
export async function requireRunnableService(db: Queryable, owner: UserId, id: ServiceId): Promise<ServiceTargetRow> {
  const service = await findServiceTarget(db, owner, id)
  if (!service) throw new AppError('not_found')
  const ability = runServiceAbility(service)
  if (!ability.allowed) throw new AppError('not_runnable', { message: ability.reason ?? undefined })
  return service
}

/** @throws unauthenticated, forbidden (also for a viewer), not_found for a stranger */
async function runnableWorkflow(db: Queryable, caller: Caller, id: WorkflowId): Promise<void> {
  const grant = mayEditWorkflows(caller)
  const role = await findMemberRole(db, id, grant.on)
  if (role === null) throw new AppError('not_found')
  refuseViewer(effectiveRole(grant, role))
  await refuseBlockedOwner(db, id)
}

/**
 * A shared workflow runs in the name of the caller, with the credentials of its owner.
 * @throws not_runnable while its owner is blocked or deactivated
 */
export async function refuseBlockedOwner(db: Queryable, id: WorkflowId): Promise<void> {
  if (await isOfBlockedOwner(db, id))
    throw new AppError('not_runnable', { message: 'The owner of this workflow is blocked, so it can’t be run.' })
}

const LOST = {
  agent: 'This agent is no longer available.',
  service: 'This service was deleted, so its runs can’t be repeated.',
  workflow: 'You no longer have access to this workflow.',
} as const

/** The run exists, so "not found" would puzzle its reader: says what is missing instead. */
async function orLost<T>(what: keyof typeof LOST, ask: Promise<T>): Promise<T> {
  try {
    return await ask
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw new AppError(what === 'workflow' ? 'forbidden' : 'not_runnable', { message: LOST[what], cause: error })
  }
}

export type EarlierRun = Pick<OwnerRow, 'agent_id' | 'service_id' | 'workflow_id'>

/**
 * Asks of whom an earlier run belongs to what starting it for the first time would ask.
 * @throws forbidden, not_runnable with the reason
 */
export async function authoriseRepeat(db: Queryable, runner: Caller, run: EarlierRun): Promise<void> {
  if (run.service_id !== null && runner.type === 'user')
    await orLost('service', requireRunnableService(db, runner.id, run.service_id))
  else if (run.agent_id !== null) await orLost('agent', requireRunnableAgent(db, runner, run.agent_id))
  else await orLost('workflow', runnableWorkflow(db, runner, run.workflow_id))
}

type OfVersion = Pick<OwnerRow, 'agent_version_id' | 'trigger'>

/** @throws agreement_needed while the runner has not agreed to where the version sends what it is given */
async function requireAgreement(
  db: Queryable,
  runner: Caller,
  { agent_version_id, trigger }: OfVersion,
): Promise<void> {
  const terms = agent_version_id && (await findTerms(db, agent_version_id))
  if (terms) await checkAgreed(db, { owner: ownerOfCaller(runner), trigger }, terms)
}

/**
 * Asks of a run of an agent what starting it now would ask, where what it costs was held before.
 * @throws not_runnable with the reason, agreement_needed
 */
export async function authoriseHeld(
  db: Queryable,
  runner: Caller,
  { agent_id, ...version }: OfVersion & { agent_id: AgentId },
): Promise<void> {
  await orLost('agent', requireRunnableAgent(db, runner, agent_id))
  await requireAgreement(db, runner, version)
}

/**
 * The same checks for a run that continues after a pause or an answer. Its cost was held when it started. A run that was started by a
 * step continues as a part of the run that the person started, so that one is checked, and so is each run of an agent inside it.
 * @throws forbidden, not_runnable with the reason, agreement_needed
 */
export async function authoriseResume(db: Queryable, runner: Caller, id: ExecutionId): Promise<void> {
  const chain = await findChain(db, id)
  const run = chain.at(-1)
  if (run === undefined) throw new AppError('not_found')
  await authoriseRepeat(db, runner, run)
  await requireAgreement(db, runner, run)
  for (const { agent_id, agent_version_id, trigger } of chain.slice(0, -1).reverse())
    if (agent_id !== null) await authoriseHeld(db, runner, { agent_id, agent_version_id, trigger })
}

/** As what the caller edits the workflow of a run; null for who may not. */
export async function roleInWorkflow(
  db: Queryable,
  caller: Caller,
  workflow: WorkflowId,
): Promise<'owner' | 'editor' | null> {
  if (caller.type !== 'user' || !caller.permissions.has('workflows.create')) return null
  const role = await findMemberRole(db, workflow, caller.id)
  return role === 'owner' || role === 'editor' ? role : null
}

/** Whether the caller may edit the workflow of a run, and so decide what its steps gave. */
export const canEditWorkflow = async (db: Queryable, caller: Caller, workflow: WorkflowId): Promise<boolean> =>
  (await roleInWorkflow(db, caller, workflow)) !== null
