/** Schedule triggers of published workflows: a due one starts an execution in the transaction that sets its next time. */
import { CronExpressionParser } from 'cron-parser'
import type { ClientBase } from 'pg'
import { scheduleTrigger } from '#nodes/triggers/schedule-trigger.ts'
import type { Pool } from '#server/database/pool.ts'
import type { StartRequest } from './request.ts'
import { newestVersion, transaction } from './store.ts'

/** @param config settings of a schedule trigger, as stored. @returns null when it never comes again or cannot be read */
export function nextRun(config: unknown, after: Date): Date | null {
  const parsed = scheduleTrigger.config.safeParse(config)
  if (!parsed.success) return null
  try {
    const { cron, time_zone: tz } = parsed.data
    return CronExpressionParser.parse(cron, { currentDate: after, tz }).next().toDate()
  } catch {
    return null
  }
}

interface DueTrigger {
  id: string
  workflow_id: string
  owner_id: string
  config: unknown
  next_run_at: Date | null
}

/**
 * Starts what is due. A trigger seen for the first time only gets its time. After a time away one run makes up for all that
 * were missed.
 * @returns the ids of the executions that were started
 */
export async function startDue(
  pool: Pool,
  enqueue: (client: ClientBase, request: StartRequest) => Promise<string>,
): Promise<string[]> {
  return transaction(pool, async (client) => {
    const due = await client.query<DueTrigger>(
      `select t.id, t.workflow_id, w.owner_id, t.config, t.next_run_at from workflow_triggers t
         join workflows w on w.id = t.workflow_id and w.archived_at is null
       where t.type = 'schedule' and t.enabled and (t.next_run_at is null or t.next_run_at <= now())
       limit 100 for update of t skip locked`,
    )
    const started: string[] = []
    for (const trigger of due.rows) {
      const next = nextRun(trigger.config, new Date())
      // One that cannot be read is not looked at again until it is changed.
      await client.query('update workflow_triggers set next_run_at = $2, enabled = $3 where id = $1', [
        trigger.id,
        next,
        next !== null,
      ])
      const version = trigger.next_run_at ? await newestVersion(client, trigger.workflow_id) : undefined
      if (!version || !trigger.next_run_at) continue
      const request: StartRequest = {
        workflow_version_id: version,
        workflow_id: trigger.workflow_id,
        input: { due_at: trigger.next_run_at.toISOString() },
        trigger: 'schedule',
        priority: 'normal',
        owner: { user_id: trigger.owner_id },
        mode: 'later',
      }
      started.push(await enqueue(client, request))
    }
    return started
  })
}
