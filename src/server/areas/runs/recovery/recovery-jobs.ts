/**
 * Does the lines of recoveries. A line is taken before it is done; one whose process died on the way is taken again, and what that
 * process had started is found by what it was made from: no run is ever recovered twice.
 */

import { AppError } from '#contract/core/errors.ts'
import type { RepeatDeps } from '#server/areas/runs/executions/repeat.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { describeRefusal, recoverRun, recoveryObstacle } from './recover-run.ts'
import * as store from './recovery.store.ts'

export interface RecoveryDeps extends RepeatDeps {
  log: WarningLog
}

/** A line is believed to be left behind after this. */
const LEFT_S = 60

const FAULT = 'It couldn’t be started because of an error on our side, which has been reported.'

/** Everything else is no answer: the line stays, and is tried again for an hour. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return describeRefusal(error)
  if (error instanceof EngineRefusal) return error.message
  throw error
}

async function doLine(deps: RecoveryDeps, recovery: string, { execution_id, action }: store.TakenRow): Promise<void> {
  const done = await store.findFollower(deps.db, execution_id)
  if (done !== null) {
    await store.settleItem(deps.db, recovery, execution_id, { new_id: done })
    return
  }
  const [row] = await store.findCosts(deps.db, [execution_id], null)
  const refusal = recoveryObstacle(row, action)
  if (refusal !== null) {
    await store.settleItem(deps.db, recovery, execution_id, { reason: refusal })
    return
  }
  const end = await recoverRun(deps, execution_id, action).then(
    (new_id) => ({ new_id }),
    (error: unknown) => ({ reason: reasonOf(error) }),
  )
  await store.settleItem(deps.db, recovery, execution_id, end)
}

/** Does one line, if one is free. One that meets a fault of ours holds up no other. @returns whether there was one */
async function doNext(deps: RecoveryDeps, recovery: string): Promise<boolean> {
  const { db, log } = deps
  const line = await store.takeLine(db, recovery, LEFT_S)
  if (line === null) return false
  const { execution_id, is_old } = line
  try {
    await store.withRunLock(db, execution_id, () => doLine(deps, recovery, line))
  } catch (err) {
    if (isOutage(err)) throw err
    log.warn({ err, recovery, execution: execution_id }, 'a run could not be recovered')
    if (is_old) await store.settleItem(db, recovery, execution_id, { reason: FAULT })
  }
  return true
}

/**
 * Works on recoveries: on one of each person at a time, and on one line of one person after one of the next, so that nobody waits for
 * all that others have asked for. Lines are done one at a time because each keeps a connection of the pool while it asks for others.
 */
export function createRecoverer(deps: RecoveryDeps): (recovery: store.OpenRow) => Promise<void> {
  const ofOwner = createKeyedSemaphore(1)
  const lines = createKeyedSemaphore(1)
  return ({ id, owner_id }) => ofOwner(owner_id, () => workOn(deps, id, () => lines('line', () => doNext(deps, id))))
}

/** Does what is left of one recovery. Never throws: what could not be done is taken up again by the chore. */
async function workOn({ db, log }: RecoveryDeps, recovery: string, next: () => Promise<boolean>): Promise<void> {
  try {
    while (await next());
    await store.finishRecovery(db, recovery)
  } catch (err) {
    if (!isOutage(err)) log.warn({ err, recovery }, 'a recovery could not continue')
  }
}

/** @returns one turn of the job that resumes recoveries a process left behind */
export function createRecoveryJob(deps: RecoveryDeps): () => Promise<unknown> {
  const work = createRecoverer(deps)
  return async () => Promise.all((await store.findOpen(deps.db, LEFT_S)).map(work))
}
