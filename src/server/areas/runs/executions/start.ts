/**
 * From "run this" to what the engine is given. What runs is always a stored version: nothing of a client's body but the input
 * reaches the engine. A visitor's run is counted here, once, before it is started.
 */
import { randomBytes } from 'node:crypto'
import { AppError } from '#contract/core/errors.ts'
import { type AgentVersionId, type Json, JsonObject } from '#contract/core/primitives.ts'
import type { Priority, Trigger } from '#contract/runs/execution-states.ts'
import type { ExecuteWorkflow } from '#contract/workflows/workflows.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { type DetailRow, presentSamples } from '#server/areas/agents/agents.ts'
import { findActive } from '#server/areas/billing/billing.ts'
import { checkInput, resolveInput } from '#server/areas/runs/inputs/input.ts'
import { mayEditWorkflows, versionOfDraft } from '#server/areas/workflows/workflows.ts'
import { type Caller, memberOf, ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { requireFeature } from '#server/platform/settings/features.ts'
import { readLimits } from '#server/platform/settings/limits.ts'
import { hashToken, mayRunWith } from './executions.policy.ts'
import { refuseBlockedOwner, requireRunnableAgent, requireRunnableService } from './may-run.ts'
import { returnRun, takeRun } from './quota.store.ts'
import { findAgentVersion, type VersionRow } from './target.store.ts'

/** What the engine's `start` takes. */
export interface RunRequest {
  workflow_version_id: string
  input: Json
  trigger: Trigger
  priority: Priority
  owner: { user_id: string } | { visitor_key: string }
  agent_id: string | null
  agent_version_id: string | null
  service_id: string | null
  run_token_hash: string | null
  /** The member of a workspace who starts it; absent where that is the owner. */
  started_by?: string | null
  mode: 'now'
  /** The id it must have, where it is stored beforehand. */
  execution_id?: string
  /** See `StartRequest`. */
  start_by?: number
}

/** What is known of a run before anything of it is counted. */
export type RunToStart = Pick<RunRequest, 'workflow_version_id' | 'agent_version_id' | 'owner'>

export interface PreparedRun {
  request: RunRequest
  /** Shown to a visitor once: it opens this run. */
  access_token: string | null
  /** Call when the engine could not start it: the visitor's count goes back. */
  release(): Promise<void>
}

type Target = Pick<RunRequest, 'workflow_version_id' | 'agent_id' | 'agent_version_id' | 'service_id' | 'trigger'>

/** One of its own samples, or a user's input. */
export function runTriggerOf(version: VersionRow, input: JsonObject): Trigger {
  const given = canonicalJson(input)
  const isSample = presentSamples(version.samples).some((sample) => canonicalJson(sample.input) === given)
  return isSample ? 'sample' : 'manual'
}

async function agentTarget(version: VersionRow, service_id: string | null, input: JsonObject): Promise<Target> {
  await checkInput(JsonObject.parse(version.input_schema), input)
  const { workflow_version_id, agent_id, agent_version_id } = version
  return { workflow_version_id, agent_id, agent_version_id, service_id, trigger: runTriggerOf(version, input) }
}

/** Buyers run the version they bought; everyone else the published one. */
export async function findVersionToRun(db: Database, caller: Caller, agent: DetailRow): Promise<AgentVersionId | null> {
  const isBought = agent.price_type === 'monthly' || agent.price_type === 'one_time'
  if (!isBought || caller.type !== 'user') return agent.version_id
  const bought = await findActive(db, caller.id, agent.id, new Date())
  return bought?.agent_version_id ?? agent.version_id
}

async function targetOf(db: Database, caller: Caller, body: ExecuteWorkflow): Promise<Target> {
  if (body.agent_id !== undefined) {
    const agent = await requireRunnableAgent(db, caller, body.agent_id)
    const pinned = await findVersionToRun(db, caller, agent)
    const version = pinned && (await findAgentVersion(db, pinned))
    if (!version) throw new AppError('not_runnable')
    return agentTarget(version, null, body.input)
  }
  if (caller.type === 'visitor') throw new AppError('unauthenticated')
  if (body.service_id !== undefined) {
    const service = await requireRunnableService(db, caller.id, body.service_id)
    return agentTarget(service, service.service_id, body.input)
  }
  if (body.workflow_id === undefined) throw new AppError('not_found')
  const version = await versionOfDraft(db, mayEditWorkflows(caller), body.workflow_id)
  await refuseBlockedOwner(db, body.workflow_id)
  return { workflow_version_id: version, agent_id: null, agent_version_id: null, service_id: null, trigger: 'manual' }
}

/** Until the day ends in UTC, when a visitor's count restarts. */
export const secondsUntilMidnightUtc = (): number => 86_400 - (Math.floor(Date.now() / 1000) % 86_400)

/**
 * @throws not_found (also for what is foreign), unauthenticated, forbidden, not_runnable with the reason, invalid_input with the
 * fields, visitor_quota, feature_off. What it costs is asked by the engine, when it starts it.
 */
export async function prepareRun(
  db: Database,
  caller: Caller,
  body: ExecuteWorkflow,
  /** Throws when what it needs is not there; asked before anything is counted. */
  ready: (run: RunToStart) => Promise<void> = async () => {},
  /** What it came through, when that is neither a page nor the API. */
  through: Trigger | null = null,
): Promise<PreparedRun> {
  const priority = mayRunWith(caller, body.priority)
  const target = await targetOf(db, caller, body)
  const runner = ownerOfCaller(caller)
  await ready({ ...target, owner: runner })
  const rest = { input: await resolveInput(db, caller, body.input), mode: 'now' as const }
  if (caller.type === 'user') {
    const trigger = through ?? (caller.api_key ? 'api' : target.trigger)
    const started_by = memberOf(caller)
    return {
      request: { ...target, ...rest, trigger, owner: runner, priority, run_token_hash: null, started_by },
      access_token: null,
      release: async () => {},
    }
  }
  await requireFeature(db, 'tryouts', null)
  const { visitor_runs_per_day } = await readLimits(db)
  if (!(await takeRun(db, caller.key, visitor_runs_per_day)))
    throw new AppError('visitor_quota', { retryAfter: secondsUntilMidnightUtc() })
  const token = randomBytes(32).toString('base64url')
  return {
    request: {
      ...target,
      ...rest,
      trigger: through ?? target.trigger,
      owner: runner,
      priority,
      run_token_hash: hashToken(token),
    },
    access_token: token,
    release: () => returnRun(db, caller.key),
  }
}
