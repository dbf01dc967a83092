/**
 * Does the lines of recoveries. A line is taken before it is done; one whose process died on the way is taken again, and what that
 * process had started is found by what it was made from: no run is ever recovered twice.
 */
import { AppError } from '#contract/errors.ts'
import { isOutage } from '#server/database/outage.ts'
import { repeat } from '#server/domain/chore.ts'
import type { RepeatDeps } from '#server/domain/executions/repeat.ts'
import { createTurns } from '#server/domain/turns.ts'
import * as store from './recovery.store.ts'
import { failsAgain, refusalOf, repeatLine } from './repeat-line.ts'

export interface RecoveryDeps extends RepeatDeps {
  log: { warn(detail: object, message: string): void }
}

const BATCH = 10
/** A line is believed to be left behind after this. */
const LEFT_S = 60
const EVERY_MS = 15_000

/** Everything else is no answer: the line stays, and is tried again. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return refusalOf(error)
  if (error instanceof Error && error.name === 'EngineRefusal') return error.message
  throw error
}

async function doLine(deps: RecoveryDeps, recovery: string, { execution_id, action }: store.TakenRow): Promise<void> {
  const done = await store.findFollower(deps.db, execution_id)
  if (done !== null) {
    await store.settleLine(deps.db, recovery, execution_id, { new_id: done })
    return
  }
  const [row] = await store.findCosts(deps.db, [execution_id], null)
  const hopeless = failsAgain(row?.code ?? null, action)
  if (hopeless !== null) {
    await store.settleLine(deps.db, recovery, execution_id, { reason: hopeless })
    return
  }
  const end = await repeatLine(deps, execution_id, action).then(
    (new_id) => ({ new_id }),
    (error: unknown) => ({ reason: reasonOf(error) }),
  )
  await store.settleLine(deps.db, recovery, execution_id, end)
}

/**
 * Works on recoveries one after the other: each keeps a connection of the pool while it asks for others, so that many at once would take
 * all of them from everybody.
 */
export function createRecoverer(deps: RecoveryDeps): (recovery: string) => Promise<void> {
  const turns = createTurns(1)
  return (recovery) => turns('recovery', () => workOn(deps, recovery))
}

/** Does what is left of one recovery. Never throws: what could not be done is taken up again by the chore. */
async function workOn(deps: RecoveryDeps, recovery: string): Promise<void> {
  try {
    for (;;) {
      const lines = await store.takeLines(deps.db, recovery, BATCH, LEFT_S)
      for (const line of lines) await store.alone(deps.db, line.execution_id, () => doLine(deps, recovery, line))
      if (lines.length === 0) break
    }
    await store.finishRecovery(deps.db, recovery)
  } catch (err) {
    if (!isOutage(err)) deps.log.warn({ err, recovery }, 'a recovery could not go on')
  }
}

/** Takes up recoveries that a process left behind. @returns stops it, after what is under way */
export function sweepRecoveries(deps: RecoveryDeps): () => Promise<void> {
  const work = createRecoverer(deps)
  const sweep = async () => {
    for (const id of await store.findOpen(deps.db)) await work(id)
  }
  return repeat('recoveries could not be looked for', EVERY_MS, sweep, deps.log)
}
