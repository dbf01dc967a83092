/**
 * Runs that came up while starts are held. Their rows remain queued and their jobs are used up, so each is noted here, and gets a
 * job again once starts are no longer held. What a run under way starts is not held, because that run waits for it.
 */
import type { Pool } from '#server/platform/database/pool.ts'
import type { Dispatcher } from './dispatch.ts'
import { transaction } from './store.ts'

/** Enqueued in one transaction. */
const BATCH = 100

/** Notes a run that has not begun. Does nothing for any other. */
export async function holdStart(pool: Pool, id: string): Promise<void> {
  await pool.query(
    `insert into held_starts (execution_id)
     select id from executions where id = $1 and status = 'queued' and started_at is null and parent_id is null
     on conflict do nothing`,
    [id],
  )
}

interface Held {
  id: string
  position: number
  priority: 'urgent' | 'high' | 'normal' | 'low'
  owner_id: string | null
  visitor_key: string | null
}

/** Gives held runs their jobs, in the order they came up; several processes may do it at once. @returns whether there may be more */
export async function releaseHeldStarts(pool: Pool, dispatcher: Dispatcher): Promise<boolean> {
  const some = await pool.query('select 1 from held_starts limit 1')
  if (some.rowCount === 0) return false
  return transaction(pool, async (client) => {
    const { rows } = await client.query<Held>(
      `with released as (
         delete from held_starts where execution_id in (
           select execution_id from held_starts order by position limit ${BATCH} for update skip locked)
         returning execution_id, position)
       select e.id, r.position, e.priority, e.owner_id, e.visitor_key
       from released r join executions e on e.id = r.execution_id order by r.position`,
    )
    for (const { id, position, priority, owner_id, visitor_key } of rows)
      await dispatcher.enqueueIn(client, {
        execution_id: id,
        reason: `held:${position}`,
        delay_ms: 0,
        priority,
        owner_id,
        visitor_key,
      })
    return rows.length === BATCH
  })
}
