/**
 * Due schedules of services. The engine queries them with its own schedules and starts them in the transaction that
 * moves the schedule on: no time starts twice, and none is lost in a crash. A run is started like a manual one, and
 * passes the same billing gate; a refused run is recorded for the owner, and after several in a row the schedule turns
 * itself off.
 */

import { AppError } from '#contract/core/errors.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import { say, translated } from '#contract/phrases/phrases.ts'
import { SERVICE_SCHEDULES } from '#contract/services/schedule-limits.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type HeldRun, type HoldingDeps, holdRun } from './held-runs.ts'
import * as store from './schedules.store.ts'

export interface DueDeps extends HoldingDeps {
  db: Database
}

/** The engine's clock: next times, and which of those that have come get a run of their own. */
export interface Times {
  nextRun(config: unknown, after: Date): Date | null
  runsFor(config: unknown, due: Date, now: Date): { due_at: Date }[]
}

const AT_ONCE = 100
const NEVER = 'This schedule won’t run again.'
const FAULT = 'It couldn’t be started because of an error on our side, which has been reported.'

/** What people are told of a refusal. */
export function refusalReason(error: AppError): string {
  const [problem] = error.problems
  if (error.code !== 'invalid_input' || !problem?.field) return error.message
  return `The input doesn’t match: ${problem.field.replace(/^input\.?/, '') || 'input'}: ${problem.message}`
}

const serviceHref = ({ service_id }: Pick<store.DueRow, 'service_id'>): string =>
  `/my-ai-services/${service_id}?tab=schedule`

async function refuse(
  tx: Database,
  row: store.DueRow,
  due_at: Date,
  { code, reason }: { code: string; reason: string },
) {
  if (!(await store.noteTime(tx, row.id, due_at, { code, reason }))) return
  const refused = await store.countRefused(tx, row.id, true)
  if (refused < SERVICE_SCHEDULES.refused_in_row) {
    await notify(tx, row.owner_id, {
      kind: 'run_failed',
      title: say('{service}: a scheduled run wasn’t started', { service: row.service_name }),
      message: translated(reason),
      href: serviceHref(row),
      group: `service-schedule:${row.id}`,
    })
    return
  }
  await store.stopSchedule(tx, row.id, `It was refused ${refused} times in a row. ${reason}`)
  await notify(tx, row.owner_id, {
    kind: 'run_failed',
    title: say('{service}: a schedule was turned off', { service: row.service_name }),
    message: say('It was refused {count} times in a row. {reason}', { count: refused, reason: translated(reason) }),
    href: serviceHref(row),
  })
}

/** @returns null when it was refused, or had its run before */
async function take(deps: DueDeps, tx: Database, row: store.DueRow, due_at: Date): Promise<HeldRun | null> {
  await store.createSavepoint(tx)
  try {
    const { service_id } = row
    const input = JsonObject.parse(row.input)
    const run = await holdRun(deps, tx, row, { service_id, input, trigger: 'schedule' })
    if (await store.noteTime(tx, row.id, due_at, run)) {
      await store.countRefused(tx, row.id, false)
      return run
    }
    await store.rollbackToSavepoint(tx)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await store.rollbackToSavepoint(tx)
    await refuse(tx, row, due_at, { code: error.code, reason: refusalReason(error) })
    return null
  }
}

/**
 * Times that pass while the service is paused, or its owner blocked, pass: they are not made up for. Those that passed while nothing ran
 * here are, as the schedule says.
 */
async function takeDue(deps: DueDeps, tx: Database, id: string, { nextRun, runsFor }: Times): Promise<HeldRun[]> {
  const row = await store.lockDue(tx, id)
  if (!row) return []
  await store.setNext(tx, id, nextRun(row.config, row.now), NEVER)
  const started: HeldRun[] = []
  if (!row.runs) return started
  for (const { due_at } of runsFor(row.config, row.next_run_at, row.now)) {
    const run = await take(deps, tx, row, due_at)
    if (run) started.push(run)
  }
  await store.pruneTimes(tx, id, SERVICE_SCHEDULES.kept_times)
  return started
}

async function giveUp(tx: Database, id: string, { nextRun }: Times): Promise<void> {
  const row = await store.lockDue(tx, id)
  if (!row) return
  await store.setNext(tx, id, nextRun(row.config, row.now), NEVER)
  await refuse(tx, row, row.next_run_at, { code: 'server_error', reason: FAULT })
}

/** For the engine, which begins and ends the transactions. */
export const createDueSchedules = (deps: DueDeps) => ({
  find: () => store.findDue(deps.db, AT_ONCE),
  take: (tx: Database, id: string, times: Times) => takeDue(deps, tx, id, times),
  giveUp,
})
