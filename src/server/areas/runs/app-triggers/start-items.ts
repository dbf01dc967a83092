/**
 * Starts the runs of what arrived from apps. The id of a run follows from what arrived: a process that dies before it notes the start
 * starts it again, and that changes nothing.
 */

import { NodeError } from '#nodes/node.ts'
import { writeNotices } from '#server/areas/accounts/accounts.ts'
import { isRefusal } from '#server/areas/runs/executions/refusals.ts'
import type { RunRequest } from '#server/areas/runs/executions/start.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { pauseAfter } from '#server/platform/pause-after.ts'
import * as store from './app-triggers.store.ts'
import { dropNotice } from './notices.ts'
import { forgetLeft } from './problems.store.ts'

/** So many are started before it is looked again whose turn it is. */
const AT_ONCE = 20
const ROUNDS = 50
/** A start that is refused is tried for about a day: credits may be added, a queue may empty. */
const MOST_ATTEMPTS = 30
const FIRST_PAUSE_S = 10
const LONGEST_PAUSE_S = 3600
const FORGET_EVERY = 600
const FORGET_AT_ONCE = 5000

type Start = (request: Omit<RunRequest, 'mode'> & { mode: 'later'; execution_id: string }) => Promise<unknown>

/** Nothing is tried again: its owner is told why. */
async function drop(db: Database, item: store.ItemRow, why: string): Promise<void> {
  const { id, owner_id, workflow_id, workflow_name } = item
  await db.transaction().execute(async (tx) => {
    await store.finishItem(tx, id, null, why)
    if (workflow_id !== null && workflow_name !== null)
      await writeNotices(tx, [dropNotice({ owner_id, workflow_id, workflow_name }, why)])
  })
}

async function startOne(db: Database, start: Start, log: WarningLog, item: store.ItemRow): Promise<void> {
  const { id, app_trigger_id, owner_id, key, input, attempts, workflow_id, version_id, runs } = item
  if (!runs || workflow_id === null || version_id === null)
    return store.finishItem(db, id, null, 'The workflow was switched off before it could start.')
  const execution_id = uuidOf(['app trigger', app_trigger_id, key])
  try {
    await start({
      ...{ workflow_version_id: version_id, input, trigger: 'app', priority: 'normal', owner: { user_id: owner_id } },
      ...{ agent_id: null, agent_version_id: null, service_id: null, run_token_hash: null },
      ...{ mode: 'later', execution_id },
    })
  } catch (error) {
    if (isOutage(error)) throw error
    const isKnown = isRefusal(error) || error instanceof NodeError
    const why = isKnown ? (error as Error).message : 'It could not be started because of a fault here.'
    if (!isKnown) log.warn({ err: error, app_trigger: app_trigger_id }, 'a run could not be started')
    if (attempts + 1 >= MOST_ATTEMPTS) return drop(db, item, why)
    return store.retryItem(db, id, pauseAfter(attempts + 1, { first: FIRST_PAUSE_S, longest: LONGEST_PAUSE_S }), why)
  }
  await store.finishItem(db, id, execution_id)
}

/** Starts what arrived, in turns of the owners. */
export async function startItems(db: Database, start: Start, log: WarningLog): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const items = await store.takeItems(db, AT_ONCE)
    for (const item of items) await startOne(db, start, log, item)
    if (items.length < AT_ONCE) return
  }
}

/** @returns one turn of the job */
export function createItemJob(db: Database, start: Start, log: WarningLog): () => Promise<void> {
  let turn = 0
  return async () => {
    await startItems(db, start, log)
    if (turn++ % FORGET_EVERY !== 0) return
    while ((await store.forgetItems(db, FORGET_AT_ONCE)) === FORGET_AT_ONCE);
    while ((await forgetLeft(db, FORGET_AT_ONCE)) === FORGET_AT_ONCE);
  }
}
