/**
 * Retry, rerun, fork and resume. Each asks again, when it is pressed, what a first run asks: access, role, the state of the agent and
 * of the service, input, files, models and a visitor's quota here; agreements, price, credits and caps where the engine starts a run.
 */
import { AppError } from '#contract/core/errors.ts'
import { type AgentVersionId, JsonObject, type UserId, type WorkflowVersionId } from '#contract/core/primitives.ts'
import type { ControlCommand } from '#contract/runs/execution-control.ts'
import type { ExecutionStatus, Priority, Trigger } from '#contract/runs/execution-states.ts'
import { findRunner } from '#server/areas/accounts/accounts.ts'
import { checkInput, resolveInput, withoutFileNames } from '#server/areas/runs/inputs/input.ts'
import { type ChoiceDeps, refuseTakenOut, refuseUnready } from '#server/areas/workflows/workflows.ts'
import { type Caller, memberOf, ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { requireFeature } from '#server/platform/settings/features.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { CALL_REFUSED, isAgentCall, mayFork, mayRepeatWith } from './executions.policy.ts'
import { findFinishedNodes, findInput, findNewestVersion, type OwnerRow } from './executions.store.ts'
import {
  authoriseRepeat,
  authoriseResume,
  canEditWorkflow,
  requireRunnableAgent,
  requireRunnableService,
} from './may-run.ts'
import { returnRun, takeRun } from './quota.store.ts'
import { findVersionToRun, runTriggerOf, secondsUntilMidnightUtc } from './start.ts'
import { findAgentVersion, type VersionRow } from './target.store.ts'

export interface RepeatedRun {
  execution_id: string
  status: ExecutionStatus
}

/** What a repeat replaces in the run it is made from. */
export interface RepeatChange {
  input?: JsonObject
  trigger?: Trigger
  priority?: Priority
  workflow_version_id?: WorkflowVersionId
  agent_version_id?: AgentVersionId
  service_id?: null
  /** The agent version that a first run would take now: its price is what the repeat costs. */
  priced_version_id?: AgentVersionId
  /** The member of a workspace who repeats it. */
  started_by?: UserId
}

/** The part of the engine this needs. */
export interface RepeatingEngine {
  control(id: string, command: ControlCommand, change?: RepeatChange): Promise<RepeatedRun>
}

export interface RepeatDeps {
  db: Database
  engine: RepeatingEngine
  models: ChoiceDeps
}

type ControlGrant = Grant<'execution.control', OwnerRow>
type Rerun = Extract<ControlCommand, { action: 'rerun' }>

const INPUT_GONE = 'The input of this run was deleted. Run it again with new input.'

/** The account or visitor a run belongs to. @throws not_runnable when the account is blocked or deleted */
export async function findOwnerCaller(db: Database, run: OwnerRow): Promise<Caller> {
  if (run.owner_id === null) return { type: 'visitor', key: run.visitor_key ?? '' }
  const owner = await findRunner(db, run.owner_id)
  if (!owner) throw new AppError('not_runnable', { message: 'The account this run belongs to isn’t active.' })
  return owner
}

/** Whose rights count: the owner's, also where a recovery of an admin repeats the run. @throws not_runnable */
const runnerOf = async (db: Database, { by, on: run }: ControlGrant): Promise<Caller> =>
  by.type === 'user' && by.id === run.owner_id ? by : findOwnerCaller(db, run)

/** Inputs that arrived from outside may hold a `file_id` that is not one of our files. */
const FROM_OUTSIDE: readonly Trigger[] = ['webhook', 'email', 'error', 'workflow', 'table']

/** @throws not_runnable when it was removed, invalid_input for a file that was deleted */
async function storedInput(db: Database, runner: Caller, run: OwnerRow): Promise<JsonObject> {
  const input = JsonObject.safeParse(run.payload_removed_at === null ? await findInput(db, run.id) : null)
  if (!input.success) throw new AppError('not_runnable', { message: INPUT_GONE })
  if (run.agent_id !== null || !FROM_OUTSIDE.includes(run.trigger)) await resolveInput(db, runner, input.data)
  return input.data
}

const versionOf = async (db: Database, id: AgentVersionId | null): Promise<VersionRow> => {
  const version = id && (await findAgentVersion(db, id))
  if (!version) throw new AppError('not_runnable')
  return version
}

/**
 * The version that a first run of the same agent or service would take now. Null for a workflow that is no agent.
 * @throws not_runnable
 */
async function firstVersion(db: Database, runner: Caller, run: OwnerRow): Promise<AgentVersionId | null> {
  if (run.agent_id === null) return null
  if (run.service_id !== null && runner.type === 'user')
    return (await requireRunnableService(db, runner.id, run.service_id)).agent_version_id
  const version = await findVersionToRun(db, runner, await requireRunnableAgent(db, runner, run.agent_id))
  if (version === null) throw new AppError('not_runnable')
  return version
}

interface Target {
  /** Null for a workflow that is no agent. */
  version: VersionRow | null
  /** What it moves to; empty where it stays with the version that ran. */
  move: Pick<RepeatChange, 'workflow_version_id' | 'agent_version_id' | 'service_id'>
}

/**
 * What a rerun runs. With new input it is a first run in all but name, so it takes the version of a first run; with the same input it
 * takes the version that ran, as every run of a service does. On request it is the one that is published.
 * @param first what `firstVersion` found
 */
async function targetOf(
  db: Database,
  runner: Caller,
  run: OwnerRow,
  command: Rerun,
  first: AgentVersionId | null,
): Promise<Target> {
  const newest = command.newest_version === true
  if (run.agent_id === null) {
    const id = newest ? await findNewestVersion(db, run) : null
    return { version: null, move: id ? { workflow_version_id: id } : {} }
  }
  if (!newest && (command.input === undefined || run.service_id !== null))
    return { version: await versionOf(db, run.agent_version_id), move: {} }
  const version = await versionOf(
    db,
    newest ? (await requireRunnableAgent(db, runner, run.agent_id)).version_id : first,
  )
  const { workflow_version_id, agent_version_id } = version
  return { version, move: { workflow_version_id, agent_version_id, service_id: null } }
}

async function prepareRerun(
  db: Database,
  grant: ControlGrant,
  runner: Caller,
  command: Rerun,
  first: AgentVersionId | null,
): Promise<RepeatChange> {
  const { on: run, by } = grant
  const { version, move } = await targetOf(db, runner, run, command, first)
  const given = command.input ?? withoutFileNames(await storedInput(db, runner, run))
  const moves = move.agent_version_id !== undefined
  if (version && (moves || command.input)) await checkInput(JsonObject.parse(version.input_schema), given)
  if (!command.input && !moves) return move
  const trigger = version ? runTriggerOf(version, given) : 'manual'
  const isByKey = command.input !== undefined && by.type === 'user' && by.api_key !== undefined
  return { ...move, input: await resolveInput(db, runner, given), trigger: isByKey ? 'api' : trigger }
}

async function prepare(
  { db }: RepeatDeps,
  grant: ControlGrant,
  runner: Caller,
  command: ControlCommand,
): Promise<RepeatChange> {
  const { on: run } = grant
  const first = await firstVersion(db, runner, run)
  const change = command.action === 'rerun' ? await prepareRerun(db, grant, runner, command, first) : {}
  if (command.action !== 'rerun') await storedInput(db, runner, run)
  // Moved to another version, it costs what that one does.
  const isMoved = change.agent_version_id !== undefined
  return { ...change, ...(first !== null && !isMoved && { priced_version_id: first }) }
}

/** Counts a repeat of a visitor like any other run. @returns gives it back @throws visitor_quota, feature_off */
async function countRepeat(db: Database, { visitor_key }: OwnerRow): Promise<() => Promise<void>> {
  if (visitor_key === null) return async () => {}
  await requireFeature(db, 'tryouts', null)
  const { visitor_runs_per_day } = await readLimits(db)
  if (!(await takeRun(db, visitor_key, visitor_runs_per_day)))
    throw new AppError('visitor_quota', { retryAfter: secondsUntilMidnightUtc() })
  return () => returnRun(db, visitor_key)
}

/**
 * Everything that can be asked before a repeat starts, without starting it.
 * @throws forbidden, not_runnable with the reason, invalid_input with the fields
 */
export async function checkRepeat(
  deps: RepeatDeps,
  grant: ControlGrant,
  command: ControlCommand,
): Promise<RepeatChange> {
  const { on: run } = grant
  if (isAgentCall(run)) throw new AppError('not_runnable', { message: CALL_REFUSED })
  if (command.action === 'fork') mayFork(await canEditWorkflow(deps.db, grant.by, run.workflow_id))
  const runner = await runnerOf(deps.db, grant)
  await authoriseRepeat(deps.db, runner, run)
  const change = await prepare(deps, grant, runner, command)
  const done = command.action === 'rerun' ? [] : await findFinishedNodes(deps.db, run.id)
  const workflow_version_id = change.workflow_version_id ?? run.workflow_version_id
  const agent_version_id = change.agent_version_id ?? run.agent_version_id
  if (run.agent_id === null && runner.type === 'user') await refuseTakenOut(deps.db, workflow_version_id, runner.id)
  const next = { workflow_version_id, agent_version_id, owner: ownerOfCaller(runner) }
  await refuseUnready(deps.models, next, new Set(done))
  const started_by = runner.type === 'user' ? memberOf(runner) : null
  return { ...change, priority: mayRepeatWith(runner, run.priority), ...(started_by && { started_by }) }
}

/** Written before the engine acts, which it does in a transaction of its own: no run of another account is stopped without a trace. */
async function auditStop(db: Database, { by, on: run }: ControlGrant, action: 'pause' | 'cancel'): Promise<void> {
  if (by.type !== 'user' || by.role !== 'super_admin' || by.id === run.owner_id) return
  const details = { owner_id: run.owner_id }
  await insertAudit(db, { actor_id: by.id, action: `execution.${action}`, target_id: run.id, reason: null, details })
}

/**
 * Does what the command says to a run.
 * @throws what `checkRepeat` throws, visitor_quota, and what the engine refuses
 */
export async function controlRun(deps: RepeatDeps, grant: ControlGrant, command: ControlCommand): Promise<RepeatedRun> {
  const { on: run } = grant
  const { engine } = deps
  // Stopping needs no check: a person who may no longer start runs may still end them.
  if (command.action === 'pause' || command.action === 'cancel') {
    await auditStop(deps.db, grant, command.action)
    return engine.control(run.id, command)
  }
  if (command.action === 'resume') {
    await authoriseResume(deps.db, await runnerOf(deps.db, grant), run.id)
    return engine.control(run.id, command)
  }
  const change = await checkRepeat(deps, grant, command)
  const giveBack = await countRepeat(deps.db, run)
  try {
    return await engine.control(run.id, command, change)
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Before an answer lets a waiting run go on. @throws what `authoriseResume` throws */
export const authoriseAnswer = async (db: Database, grant: ControlGrant): Promise<void> =>
  authoriseResume(db, await runnerOf(db, grant), grant.on.id)
