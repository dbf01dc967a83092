/** Runs made from an earlier run: a visitor's are counted, and the newest version of an agent is the one that is published. */
import { AppError } from '#contract/errors.ts'
import type { ControlAction } from '#contract/execution-states.ts'
import { JsonObject } from '#contract/primitives.ts'
import { SERVER_LIMITS } from '#contract/server-limits.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { mayRunAgent } from '#server/domain/agents/agents.policy.ts'
import { findAgent } from '#server/domain/agents/agents.store.ts'
import type { Caller } from '#server/domain/caller.ts'
import type { Grant } from '#server/domain/grant.ts'
import { findInput, type OwnerRow } from './executions.store.ts'
import { checkInput, withoutFileNames } from './input.ts'
import { returnRun, takeRun } from './quota.store.ts'
import { type RunRequest, secondsOfToday, triggerOf } from './start.ts'
import { findAgentVersion } from './target.store.ts'

const REPEATS: readonly ControlAction[] = ['retry', 'rerun', 'fork']

/**
 * Counts a repeated run of a visitor like any other.
 * @returns gives it back, for when it could not be started
 * @throws visitor_quota
 */
export async function countRepeat(db: Queryable, row: OwnerRow, action: ControlAction): Promise<() => Promise<void>> {
  const { visitor_key } = row
  if (visitor_key === null || !REPEATS.includes(action)) return async () => {}
  if (!(await takeRun(db, visitor_key, SERVER_LIMITS.visitor_runs_per_day)))
    throw new AppError('visitor_quota', { retryAfter: secondsOfToday() })
  return () => returnRun(db, visitor_key)
}

/**
 * The same input on the version of the agent that is published now: never on a draft of its seller.
 * @throws not_found, not_runnable, invalid_input when the version takes another input
 */
export async function rerunOnNewest(
  db: Database,
  caller: Caller,
  { on: row }: Grant<'execution.control', OwnerRow>,
): Promise<RunRequest> {
  const { on: agent } = mayRunAgent(caller, row.agent_id === null ? null : await findAgent(db, row.agent_id))
  const version = agent.version_id && (await findAgentVersion(db, agent.version_id))
  if (!version) throw new AppError('not_runnable')
  const input = JsonObject.parse(await findInput(db, row.id))
  await checkInput(JsonObject.parse(version.input_schema), withoutFileNames(input))
  return {
    workflow_version_id: version.workflow_version_id,
    input,
    trigger: triggerOf(version, withoutFileNames(input)),
    priority: 'normal',
    owner: row.owner_id === null ? { visitor_key: row.visitor_key ?? '' } : { user_id: row.owner_id },
    agent_id: version.agent_id,
    agent_version_id: version.agent_version_id,
    service_id: null,
    run_token_hash: row.run_token_hash,
    mode: 'now',
  }
}
