/**
 * Schedule triggers of published workflows: a due one starts an execution in the transaction that sets its next time. And times that
 * belong to something else than a workflow, started in the same way.
 */
import { CronExpressionParser } from 'cron-parser'
import type { ClientBase } from 'pg'
import type { z } from 'zod'
import { permissionsOf, ROLES } from '#contract/core/access.ts'
import { timeZoneOf } from '#nodes/lib/triggers/cron.ts'
import { scheduleTrigger } from '#nodes/types/triggers/schedule-trigger.ts'
import { createDatabaseOn, type Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import type { StartRequest } from './request.ts'
import { findProductionVersion, transaction } from './store.ts'

type Schedule = z.output<typeof scheduleTrigger.config>

/** Started this much after its time, a run is not late: workers look every second. */
const LATE_MS = 60_000

const readSchedule = (config: unknown): Schedule | null => {
  const parsed = scheduleTrigger.config.safeParse(config)
  return parsed.success ? parsed.data : null
}

/**
 * The next times after a moment. A time of day that the clock skips runs when the clock moves forward; one that occurs
 * twice runs once,
 * unless the expression means every so many minutes or hours.
 * @param config settings of a schedule trigger, as stored
 * @param until no time after it is searched: a rare expression takes long to evaluate
 * @returns fewer than `count`, or none, when it never occurs again or cannot be parsed
 */
export function nextRuns(config: unknown, after: Date, count: number, until: Date | null = null): Date[] {
  const schedule = readSchedule(config)
  if (!schedule) return []
  const times: Date[] = []
  try {
    const line = CronExpressionParser.parse(schedule.cron, { currentDate: after, tz: timeZoneOf(schedule.time_zone) })
    while (times.length < count) {
      const time = line.next().toDate()
      if (until && time > until) break
      times.push(time)
    }
  } catch {
    // No time is left: 30 February never comes.
  }
  return times
}

/** @returns null when it never comes again or cannot be read */
export const nextRun = (config: unknown, after: Date): Date | null => nextRuns(config, after, 1)[0] ?? null

/** The due times that get a run of their own, oldest first, by the schedule's policy. `missed`: how many more have passed, counted up to 1,000. */
export function runsFor(config: unknown, due: Date, now: Date): { due_at: Date; missed: number }[] {
  const schedule = readSchedule(config)
  if (!schedule) return []
  const isLate = now.getTime() - due.getTime() > LATE_MS
  if (!isLate) return [{ due_at: due, missed: 0 }]
  if (schedule.missed === 'skip') return []
  const others = nextRuns(config, due, MOST_COUNTED, now).length
  if (schedule.missed === 'run_once') return [{ due_at: due, missed: others }]
  const newest = newestTimes(schedule, due, now)
  return newest.map((due_at, index) => ({ due_at, missed: index === 0 ? others + 1 - newest.length : 0 }))
}

const MOST_COUNTED = 1000

/** The newest of the times from `due` to `now`, as many as the schedule makes up for. */
function newestTimes(schedule: Schedule, due: Date, now: Date): Date[] {
  const times: Date[] = []
  try {
    const line = CronExpressionParser.parse(schedule.cron, {
      currentDate: new Date(now.getTime() + 1),
      tz: timeZoneOf(schedule.time_zone),
    })
    while (times.length < schedule.most_missed) {
      const time = line.prev().toDate()
      if (time <= due) break
      times.push(time)
    }
  } catch {
    // Nothing lies further back.
  }
  if (times.length < schedule.most_missed) times.push(due)
  return times.reverse()
}

/** Roles that may run workflows. */
const BUILDERS = ROLES.filter((role) => permissionsOf(role).includes('workflows.create'))

interface DueTrigger {
  id: string
  workflow_id: string
  owner_id: string
  config: unknown
  next_run_at: Date | null
  /** Whether its owner may act. */
  runs: boolean
  /** By the clock that says what is due. By another one that is behind, the time that has just come would come again. */
  now: Date
}

/**
 * Starts what is due. A trigger seen for the first time only gets its time; what passed while nothing ran is made up for as the
 * trigger says. The row is locked while its runs are enqueued and its next time is set, so that no time starts twice, however
 * many workers look. What comes while its owner is blocked, or may not run workflows, passes.
 * @returns the ids of the executions that were started
 */
export async function startDue(
  pool: Pool,
  enqueue: (client: ClientBase, request: StartRequest) => Promise<string>,
): Promise<string[]> {
  return transaction(pool, async (client) => {
    const due = await client.query<DueTrigger>(
      `select t.id, t.workflow_id, w.owner_id, t.config, t.next_run_at, now(),
         u.role = any($1) and u.status <> 'deactivated' and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false)) as runs
       from workflow_triggers t
         join workflows w on w.id = t.workflow_id and w.archived_at is null
         join users u on u.id = w.owner_id
       where t.type = 'schedule' and t.enabled and t.paused_at is null and (t.next_run_at is null or t.next_run_at <= now())
       limit 100 for update of t skip locked`,
      [BUILDERS],
    )
    const started: string[] = []
    for (const trigger of due.rows) {
      const next = nextRun(trigger.config, trigger.now)
      // One that cannot be read is not looked at again until it is changed.
      await client.query('update workflow_triggers set next_run_at = $2, enabled = $3 where id = $1', [
        trigger.id,
        next,
        next !== null,
      ])
      if (!trigger.runs || !trigger.next_run_at) continue
      const version = await findProductionVersion(client, trigger.workflow_id)
      if (!version) continue
      for (const run of runsFor(trigger.config, trigger.next_run_at, trigger.now)) {
        started.push(await enqueue(client, requestOf(trigger, version, run)))
      }
    }
    return started
  })
}

const requestOf = (
  trigger: DueTrigger,
  version: string,
  { due_at, missed }: { due_at: Date; missed: number },
): StartRequest => ({
  workflow_version_id: version,
  workflow_id: trigger.workflow_id,
  input: { due_at: due_at.toISOString(), ...(missed > 0 && { missed }) },
  trigger: 'schedule',
  priority: 'normal',
  owner: { user_id: trigger.owner_id },
  mode: 'later',
})

/** Due times whose owner moves them on and returns what to start. */
export interface OtherTimes {
  /** Ids of what is due. */
  find(): Promise<string[]>
  /** Locks one and sets its next time, in the transaction it is given. @returns the runs to start in it */
  take(tx: Database, id: string, times: typeof TIMES): Promise<StartRequest[]>
  /** One that could not be taken for a fault: sets its next time, so that it is not met again at once. */
  giveUp(tx: Database, id: string, times: typeof TIMES): Promise<void>
}
const TIMES = { nextRun, runsFor }

/** Starts what else is due, each in a transaction of its own. @returns the ids of the executions that were started */
export async function startOthers(
  pool: Pool,
  others: OtherTimes,
  enqueue: (client: ClientBase, request: StartRequest) => Promise<string>,
  report: (error: unknown) => void,
): Promise<string[]> {
  const started: string[] = []
  const startOne = (id: string) =>
    transaction(pool, async (client) => {
      const ids: string[] = []
      for (const run of await others.take(createDatabaseOn(client), id, TIMES)) ids.push(await enqueue(client, run))
      return ids
    })
  for (const id of await others.find()) {
    try {
      started.push(...(await startOne(id)))
    } catch (error) {
      if (isOutage(error)) throw error
      report(error)
      await transaction(pool, (client) => others.giveUp(createDatabaseOn(client), id, TIMES))
    }
  }
  return started
}
