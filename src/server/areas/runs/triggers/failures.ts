/**
 * Workflows that start when another one of the same owner fails. A database trigger leaves the failure in the transaction in which
 * the run fails; here it is taken and started, by one process. A run that a failure started leaves none. It goes through the queue with
 * an id that is known beforehand: a process that dies before it removes the failure, or does not learn that the run was stored, starts it
 * again, and that changes nothing.
 */

import type { Json } from '#contract/core/primitives.ts'
import type { RunError } from '#contract/runs/executions.ts'
import { errorTrigger } from '#nodes/types/triggers/error-trigger.ts'
import type { RunRequest } from '#server/areas/runs/executions/start.ts'
import { hideErrorDetails, NO_IDS } from '#server/areas/runs/executions/visible-steps.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { forgetExpired } from './keys.store.ts'
import { buildStartRequest, requireRunnableVersion } from './public.ts'
import { type FailureRow, findFailureListeners, removeFailure, takeFailures } from './triggers.store.ts'

/** So many are started before it is looked again whose turn it is, so often in one look. */
const AT_ONCE = 10
const ROUNDS = 5
const FORGET_EVERY = 100

const wants = ({ config, workflow_id }: FailureRow): boolean => {
  const settings = errorTrigger.config.safeParse(config)
  if (!settings.success) return false
  const { workflow_ids } = settings.data
  return workflow_ids.length === 0 || workflow_ids.includes(workflow_id)
}

/** What happens inside a closed workflow stays out of the workflows of people who run it. */
function errorOf({ error, steps_open }: FailureRow): Partial<RunError> {
  const stored = (error ?? {}) as Partial<RunError>
  if (steps_open || !stored.node_id) return stored
  return (
    hideErrorDetails({ code: 'failed', message: '', field: null, ...stored, node_id: stored.node_id }, NO_IDS) ?? {}
  )
}

const inputOf = (row: FailureRow): Json => {
  const { code, message, node_id } = errorOf(row)
  return {
    execution_id: row.execution_id,
    workflow_id: row.workflow_id,
    workflow_name: row.workflow_name,
    error: { code: code ?? 'unknown', message: message ?? 'The run failed.', node_id: node_id ?? null },
    failed_at: (row.finished_at ?? new Date()).toISOString(),
  }
}

/** Starts a run that is stored once, however often it is started. */
type Start = (request: Omit<RunRequest, 'mode'> & { mode: 'later'; execution_id: string }) => Promise<unknown>

/**
 * Starts what wants to know of a failure. What cannot be started is told to the log, and not tried again.
 * @throws an outage of the database, after which the failure is taken again
 */
async function startOn(failure: string, db: Database, start: Start, log: WarningLog): Promise<void> {
  for (const row of (await findFailureListeners(db, failure)).filter(wants)) {
    const address = { ...row, trigger_id: '', workflow_id: row.trigger_workflow_id }
    try {
      const request = buildStartRequest(address, await requireRunnableVersion(db, address), 'error', inputOf(row))
      const execution_id = uuidOf(['failure', failure, row.trigger_workflow_id])
      await start({ ...request, mode: 'later', execution_id })
    } catch (err) {
      if (isOutage(err)) throw err
      log.warn({ err, workflow_id: row.trigger_workflow_id }, 'a workflow for failures could not be started')
    }
  }
  await removeFailure(db, failure)
}

/** Starts what wants to know of the failures that wait, in turns of their owners. */
export async function startOnFailures(db: Database, start: Start, log: WarningLog): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const failures = await takeFailures(db, AT_ONCE)
    for (const failure of failures) await startOn(failure, db, start, log)
    if (failures.length < AT_ONCE) return
  }
}

/** @returns one turn of the job */
export function createFailureTriggerJob(db: Database, start: Start, log: WarningLog): () => Promise<void> {
  let turn = 0
  return async () => {
    await startOnFailures(db, start, log)
    if (turn++ % FORGET_EVERY === 0) await forgetExpired(db)
  }
}
