/** The verbs of service schedules. */

import { AppError, fieldError } from '#contract/core/errors.ts'
import { JsonObject, type ServiceId, type UserId } from '#contract/core/primitives.ts'
import { joined, say } from '#contract/phrases/phrases.ts'
import { SERVICE_SCHEDULES } from '#contract/services/schedule-limits.ts'
import type {
  AddServiceSchedule,
  ChangeServiceSchedule,
  ServiceSchedule,
} from '#contract/services/service-schedules.ts'
import { notify } from '#server/areas/accounts/accounts.ts'
import { checkAgreed, findTerms } from '#server/areas/billing/billing.ts'
import {
  checkInput,
  findServiceTarget,
  type NextRuns,
  resolveInput,
  type ServiceTargetRow,
  scheduleOf,
  withoutFileNames,
} from '#server/areas/runs/runs.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { refusalReason } from './due-schedules.ts'
import * as store from './schedules.store.ts'

type Use = Grant<'service.use', UserId>

export interface ScheduleDeps {
  db: Database
  nextRuns: NextRuns
}

const SHOWN_NEXT = 5

function present(row: store.ScheduleRow, times: store.TimeRow[], next: Date[]): ServiceSchedule {
  const { cron, time_zone, missed, most_missed } = scheduleOf(row.config as object)
  return {
    id: row.id,
    cron,
    time_zone,
    missed,
    most_missed,
    input: JsonObject.parse(row.input),
    enabled: row.enabled,
    stopped_reason: row.stopped_reason,
    next_runs: next.map((time) => time.toISOString()),
    times: times.map(({ due_at, execution_id, status, reason }) => ({
      due_at: due_at.toISOString(),
      execution_id,
      status,
      reason,
    })),
  }
}

/** @throws not_found, also for a foreign one */
export async function listSchedules(
  { db, nextRuns }: ScheduleDeps,
  grant: Use,
  service: ServiceId,
): Promise<{ schedules: ServiceSchedule[] }> {
  const target = await findServiceTarget(db, grant.on, service)
  if (!target) throw new AppError('not_found')
  const [rows, times] = await Promise.all([
    store.findSchedules(db, service),
    store.findTimes(db, service, SERVICE_SCHEDULES.shown_times),
  ])
  const nextOf = (row: store.ScheduleRow) =>
    row.enabled && target.status === 'running' ? nextRuns(row.config, new Date(), SHOWN_NEXT) : []
  return {
    schedules: rows.map((row) =>
      present(
        row,
        times.filter((time) => time.schedule_id === row.id),
        nextOf(row),
      ),
    ),
  }
}

type Wanted = Required<Pick<ChangeServiceSchedule, 'input' | 'enabled'>> & { config: object }

/** @throws invalid_input with the fields, agreement_needed, not_runnable when the version's input cannot be checked at all */
async function savable(
  { nextRuns }: ScheduleDeps,
  tx: Queryable,
  grant: Use,
  target: ServiceTargetRow,
  { config, input, enabled }: Wanted,
): Promise<store.SavedSchedule> {
  const settings = scheduleOf(config)
  const [next] = nextRuns(settings, new Date(), 1)
  if (!next) throw fieldError('cron', 'This schedule never runs.')
  const given = withoutFileNames(input)
  await checkInput(JsonObject.parse(target.input_schema), given)
  await resolveInput(tx, grant.by, given)
  const terms = await findTerms(tx, target.agent_version_id)
  if (enabled && terms) await checkAgreed(tx, { owner: { user_id: grant.on }, trigger: 'schedule' }, terms)
  return {
    config: JSON.stringify(settings),
    input: JSON.stringify(given),
    enabled,
    next_run_at: enabled ? next : null,
  }
}

/** The service, kept as it is until the transaction ends. @throws not_found */
async function own(tx: Queryable, grant: Use, service: ServiceId): Promise<ServiceTargetRow> {
  const target = (await store.lockService(tx, grant.on, service)) && (await findServiceTarget(tx, grant.on, service))
  if (!target) throw new AppError('not_found')
  return target
}

/** @throws not_found, invalid_input, agreement_needed, not_runnable, limit_reached */
export async function addSchedule(
  deps: ScheduleDeps,
  grant: Use,
  service: ServiceId,
  { input, enabled = true, ...config }: AddServiceSchedule,
): Promise<{ schedules: ServiceSchedule[] }> {
  await deps.db.transaction().execute(async (tx) => {
    const target = await own(tx, grant, service)
    const saved = await savable(deps, tx, grant, target, { config, input, enabled })
    if (!(await store.insertSchedule(tx, service, saved, SERVICE_SCHEDULES.per_service)))
      throw new AppError('limit_reached', {
        message: `A service can have up to ${SERVICE_SCHEDULES.per_service} schedules.`,
      })
  })
  return listSchedules(deps, grant, service)
}

/**
 * Absent fields stay. Times that passed while it was off are not made up for.
 * @throws not_found, invalid_input, agreement_needed, not_runnable
 */
export async function changeSchedule(
  deps: ScheduleDeps,
  grant: Use,
  { service, schedule }: { service: ServiceId; schedule: string },
  { input, enabled, ...config }: ChangeServiceSchedule,
): Promise<{ schedules: ServiceSchedule[] }> {
  await deps.db.transaction().execute(async (tx) => {
    const target = await own(tx, grant, service)
    const before = await store.lockSchedule(tx, service, schedule)
    if (!before) throw new AppError('not_found')
    const isOff = enabled === false
    // Switching off needs nothing to be right.
    if (isOff && input === undefined && Object.keys(config).length === 0) {
      const { config: as, input: given } = before
      const rest = { config: JSON.stringify(as), input: JSON.stringify(given), enabled: false, next_run_at: null }
      return store.saveSchedule(tx, schedule, rest)
    }
    const saved = await savable(deps, tx, grant, target, {
      config: { ...(before.config as object), ...config },
      input: input ?? JsonObject.parse(before.input),
      enabled: enabled ?? before.enabled,
    })
    await store.saveSchedule(tx, schedule, saved)
  })
  return listSchedules(deps, grant, service)
}

/** Its runs stay. @throws not_found */
export async function removeSchedule(
  deps: ScheduleDeps,
  grant: Use,
  { service, schedule }: { service: ServiceId; schedule: string },
): Promise<{ schedules: ServiceSchedule[] }> {
  await deps.db.transaction().execute(async (tx) => {
    await own(tx, grant, service)
    if (!(await store.deleteSchedule(tx, service, schedule))) throw new AppError('not_found')
  })
  return listSchedules(deps, grant, service)
}

/**
 * After a service got another version, in the transaction: schedules whose input does not fit it are switched off, and the owner is told.
 */
export async function recheckSchedules(tx: Queryable, grant: Use, service: ServiceId): Promise<void> {
  const target = await findServiceTarget(tx, grant.on, service)
  if (!target) return
  for (const row of await store.findSchedules(tx, service)) {
    if (!row.enabled) continue
    try {
      await checkInput(JsonObject.parse(target.input_schema), JsonObject.parse(row.input))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const message = `The new version of the agent needs different input. ${refusalReason(error)}`
      await store.stopSchedule(tx, row.id, message)
      await notify(tx, grant.on, {
        kind: 'run_failed',
        title: say('A schedule was turned off by an upgrade'),
        message: joined([say('The new version of the agent needs different input.'), refusalReason(error)], ' '),
        href: `/my-ai-services/${service}?tab=schedule`,
      })
    }
  }
}
