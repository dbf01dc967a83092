/** One run of a recovery: whether it can be repeated now, and the repeat itself. */
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { ControlCommand } from '#contract/runs/execution-control.ts'
import type { RunRecoveryAction } from '#contract/runs/run-recovery.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import { checkRepeat, controlRun, findOwnerCaller, type RepeatDeps } from '#server/areas/runs/executions/repeat.ts'
import { mayRepeatForOwner } from './recovery.policy.ts'
import type { CostRow } from './recovery.store.ts'

const COMMANDS: Record<RunRecoveryAction, ControlCommand> = {
  retry: { action: 'retry' },
  rerun: { action: 'rerun' },
  rerun_newest: { action: 'rerun', newest_version: true },
}

/** A trigger raises it from the input of the run alone. */
const WRONG_INPUT = 'bad_input'

/** Steps raise these from the data they are given. Not `bad_xml`: feeds and storage raise it from what they fetch, which may change. */
const WRONG_DATA: readonly string[] = ['file_broken', 'file_encrypted', 'file_unsupported', 'bad_json']

/** Why the action must end with the same error. Null when it may succeed. */
function failsAgain(code: string | null, action: RunRecoveryAction): string | null {
  if (code === WRONG_INPUT && action !== 'rerun_newest')
    return 'The workflow does not accept the input of this run, so it would fail again with the same input.'
  if (code !== null && action === 'retry' && WRONG_DATA.includes(code))
    return 'The failed step cannot read the data it was given. It would get the same data and fail again.'
  return null
}

/** Why a run cannot be recovered, whatever it needs. Null when it may be. */
export function recoveryObstacle(row: CostRow | undefined, action: RunRecoveryAction): string | null {
  if (row === undefined) return 'This run doesn’t exist.'
  if (row.status !== 'failed') return `The run is ${row.status}. Only failed runs can be recovered.`
  if (row.is_followed) return 'It has already been recovered.'
  return failsAgain(row.code, action)
}

/** The reason as a person reads it. An error about the input names the field. */
export function describeRefusal({ code, message, problems: [problem] }: AppError): string {
  if (code !== 'invalid_input' || problem?.field === undefined) return problem?.message ?? message
  return `The input “${problem.field}” is refused: ${problem.message}`
}

async function grantFor({ db }: RepeatDeps, id: ExecutionId) {
  const row = await findOwner(db, id)
  if (row === null) throw new AppError('not_found', { message: 'This run was deleted.' })
  return mayRepeatForOwner(row, await findOwnerCaller(db, row))
}

/** @throws AppError with why it cannot be repeated now */
export async function checkRecovery(deps: RepeatDeps, id: ExecutionId, action: RunRecoveryAction): Promise<void> {
  await checkRepeat(deps, await grantFor(deps, id), COMMANDS[action])
}

/** @returns the id of the new run @throws AppError or the engine's refusal, with why it cannot be repeated */
export async function recoverRun(deps: RepeatDeps, id: ExecutionId, action: RunRecoveryAction): Promise<string> {
  return (await controlRun(deps, await grantFor(deps, id), COMMANDS[action])).execution_id
}
