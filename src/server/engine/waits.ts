/**
 * Waits: a node needs time or a person. A wait is stored in the transaction that can end it: a timer's row commits
 * with its wake-up, a child's with the child. The execution is parked when nothing else is left to do, and it is woken
 * by
 * `advance` being enqueued in the transaction that resolves the wait.
 *
 * Resolving and parking both lock the execution's row. The second one sees the writes of the first, so no wake-up falls
 * between the two.
 */

import type { ClientBase } from 'pg'
import type { Json } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { RecordedUsage } from '#nodes/model-port.ts'
import type { Resolution, Wait } from '#nodes/node.ts'
import { NodeError } from '#nodes/node.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import type { Connections } from '#server/platform/database/connections-per-caller.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createKeyedSemaphore } from '#server/platform/keyed-semaphore.ts'
import { type ChildStart, startChild } from './child-runs.ts'
import type { LogLine } from './context.ts'
import type { Dispatcher } from './dispatch.ts'
import { Fenced } from './recorder.ts'
import { lockExecution, transaction } from './store.ts'
import { keyOfInput, storeInput } from './stored-outputs.ts'

/** State of a node before it began to wait: it continues from there, also in another process. */
export interface BeforeWait {
  logs: readonly LogLine[] | null
  usage: readonly RecordedUsage[] | null
}

/** A stored wait as a run needs it. */
export interface RunWait {
  id: string
  node_id: string
  iteration: string
  resolution: Resolution | null
  /** Set when the node itself did not ask to wait: its next attempt does. */
  retry_attempt: number | null
  /** The run it is for. Null or absent: it is for something else. */
  child_id?: string | null
  /** Null or absent: nothing that is kept. */
  before?: BeforeWait | null
}

export interface OpenRequest {
  execution_id: string
  epoch: number
  node_id: string
  iteration: string
  wait: Wait
  retry_attempt: number | null
  before: BeforeWait
}

export interface Waits {
  /** @throws Fenced; NodeError when the wait cannot be (a child workflow that is not there) */
  open(request: OpenRequest): Promise<RunWait>
  /**
   * Closes waits whose node was given up while its run continues: a question is asked no longer, and a run that they are for is
   * cancelled.
   */
  close(ids: readonly string[]): Promise<void>
  /** Those of the given waits that are resolved by now, due ones included. */
  resolved(ids: readonly string[]): Promise<RunWait[]>
  /** Gives the execution up until a wait is resolved; if some are already, it is kept and they are returned. @throws Fenced */
  park(execution_id: string, epoch: number, ids: readonly string[]): Promise<RunWait[]>
}

const COLUMNS = `id, node_id, iteration, resolution, child_id, wait -> 'state' as state, (wait ->> 'retry_attempt')::int as retry_attempt,
  wait -> 'before' as before`
const TIMEOUT = JSON.stringify({ type: 'timeout' })

type WaitRow = RunWait & { state: Json | null }

/** A node that kept something when it asked gets it back with the end. */
const asRunWait = ({ state, ...wait }: WaitRow): RunWait =>
  state === null || wait.resolution === null ? wait : { ...wait, resolution: { ...wait.resolution, state } }

/** Every wait of an execution; due ones are resolved first. */
export async function loadWaits(db: Pool | ClientBase, execution_id: string): Promise<RunWait[]> {
  await db.query(
    `update execution_waits set resolution = $2, resolved_at = now()
     where execution_id = $1 and resolved_at is null and until <= now()`,
    [execution_id, TIMEOUT],
  )
  const found = await db.query<WaitRow>(`select ${COLUMNS} from execution_waits where execution_id = $1`, [
    execution_id,
  ])
  return found.rows.map(asRunWait)
}

/** Whether a running execution has a wait that is over and that it was not told of. */
export async function hasDueWait(db: Pool, execution_id: string): Promise<boolean> {
  const found = await db.query(
    `select from execution_waits w join executions e on e.id = w.execution_id
     where w.execution_id = $1 and w.resolved_at is null and w.until <= now() and e.status = 'running' limit 1`,
    [execution_id],
  )
  return found.rowCount === 1
}

async function resolvedOf(db: Pool | ClientBase, ids: readonly string[]): Promise<RunWait[]> {
  await db.query(
    `update execution_waits set resolution = $2, resolved_at = now()
     where id = any($1) and resolved_at is null and until <= now()`,
    [ids, TIMEOUT],
  )
  const found = await db.query<WaitRow>(
    `select ${COLUMNS} from execution_waits where id = any($1) and resolved_at is not null`,
    [ids],
  )
  return found.rows.map(asRunWait)
}

const timedOut = (wait: Wait): Resolution => ({
  type: 'timeout',
  ...('state' in wait && wait.state !== undefined && { state: wait.state }),
})

export interface WaitEvents {
  /** A child was stored as queued: any executor with a free slot may run it immediately. */
  child(execution_id: string): void
  /** Nobody waits for a child any more. */
  abandoned(child_id: string): Promise<void>
  /** A timer was stored; a process that is still there then may be quicker than the queue. */
  timer(execution_id: string, until: Date): void
}

interface NewWait {
  id: string
  until: Date | null
  child_id: string | null
  isOver: boolean
}

/** A node that waits again after its wait was resolved gets a new one in its place. */
async function insertWait(
  client: ClientBase,
  request: OpenRequest,
  { id, until, child_id, isOver }: NewWait,
): Promise<void> {
  const { wait, retry_attempt: again, before } = request
  const stored = {
    ...wait,
    ...(again !== null && { retry_attempt: again }),
    ...((before.logs ?? before.usage) && { before }),
  }
  await client.query(
    `insert into execution_waits (id, execution_id, node_id, iteration, wait, until, child_id, resolution, resolved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::json, case when $8::json is not null then now() end)
     on conflict (execution_id, node_id, iteration) do update set id = excluded.id, wait = excluded.wait, until = excluded.until,
       child_id = excluded.child_id, resolution = excluded.resolution, resolved_by = null, resolved_at = excluded.resolved_at,
       created_at = now()`,
    [
      id,
      request.execution_id,
      request.node_id,
      request.iteration,
      toStorableJson(JSON.stringify(stored)),
      until,
      child_id,
      isOver ? TIMEOUT : null,
    ],
  )
}

export function createWaits(pool: Pool, children: ChildStart, outputs: Outputs | null, events: WaitEvents): Waits {
  const { dispatcher } = children
  /** Holding credits may wait for the row of an account: a run that calls many agents at once takes one connection for that. */
  const inTurn = createKeyedSemaphore(1)
  const open = (request: OpenRequest): Promise<RunWait> =>
    'agent_id' in request.wait ? inTurn(request.execution_id, () => openNow(request)) : openNow(request)

  async function openNow(request: OpenRequest): Promise<RunWait> {
    const { wait } = request
    const id = uuidv7()
    // A step may call one workflow after the other: only the run it waits for now ends its wait.
    const child_id = wait.type === 'child' ? uuidv7() : null
    const until = 'until' in wait && wait.until ? new Date(wait.until) : null
    if (until && Number.isNaN(until.getTime()))
      throw new NodeError('wait_invalid', 'The time to wait until is not a date.')
    // What the node has done so far is kept, and it continues here: nobody has to wake it.
    const isOver = wait.type === 'timer' && until !== null && until.getTime() <= Date.now()
    // Before anything is locked. It lies in the folder of the run that waits, and goes with it.
    const input_file = wait.type === 'child' ? await storeInput(keyOfInput(request), wait.input, outputs) : null
    const child = await transaction(pool, async (client) => {
      const execution = await lockExecution(client, request.execution_id)
      // The end of a run does not raise its epoch.
      if (!execution || execution.epoch !== request.epoch || execution.status !== 'running') throw new Fenced()
      await insertWait(client, request, { id, until, child_id, isOver })
      if (until && !isOver) {
        const delay_ms = Math.max(0, until.getTime() - Date.now())
        await dispatcher.enqueueIn(client, {
          execution_id: request.execution_id,
          reason: `wait:${id}`,
          delay_ms,
          ...execution,
        })
      }
      return wait.type === 'child' && child_id !== null
        ? startChild(client, children, execution, { ...request, child_id, input_file, wait })
        : null
    })
    if (child) events.child(child)
    if (until && !isOver) events.timer(request.execution_id, until)
    const { node_id, iteration, retry_attempt, before } = request
    return { id, node_id, iteration, resolution: isOver ? timedOut(wait) : null, retry_attempt, child_id, before }
  }

  async function park(execution_id: string, epoch: number, ids: readonly string[]): Promise<RunWait[]> {
    return transaction(pool, async (client) => {
      const execution = await lockExecution(client, execution_id)
      if (!execution || execution.epoch !== epoch) throw new Fenced()
      const resolved = await resolvedOf(client, ids)
      if (resolved.length > 0) return resolved
      await client.query(`update executions set status = 'waiting', executor = null where id = $1`, [execution_id])
      return []
    })
  }

  async function close(ids: readonly string[]): Promise<void> {
    const closed = await pool.query<{ child_id: string | null }>(
      `update execution_waits set resolution = $2, resolved_at = now() where id = any($1) and resolved_at is null returning child_id`,
      [ids, TIMEOUT],
    )
    for (const { child_id } of closed.rows) if (child_id !== null) await events.abandoned(child_id)
  }

  return { open, park, close, resolved: (ids) => resolvedOf(pool, ids) }
}

export interface Resolved {
  execution_id: string
  /** False when it was resolved before, and when it is too late. */
  now: boolean
  /** It is open, but its time has passed: it ends without an answer. */
  late: boolean
}

/**
 * Resolves an open wait, given its id or the id of the run it is for, and enqueues its execution. While the execution is paused the wait is kept resolved and
 * `resume` continues it.
 * @returns undefined when there is no such wait
 */
export async function resolveWait(
  pool: Pick<Connections, 'connect'>,
  dispatcher: Dispatcher,
  which: { id: string } | { child_id: string },
  resolution: Resolution,
  by: string | null,
): Promise<Resolved | undefined> {
  return transaction(pool, async (client) => {
    const found = await client.query<{ id: string; execution_id: string }>(
      'id' in which
        ? 'select id, execution_id from execution_waits where id = $1'
        : 'select id, execution_id from execution_waits where child_id = $1 and resolved_at is null',
      ['id' in which ? which.id : which.child_id],
    )
    const wait = found.rows[0]
    if (!wait) return undefined
    const { execution_id } = wait
    const execution = await lockExecution(client, execution_id)
    if (!execution || isFinal(execution.status)) return { execution_id, now: false, late: false }
    const changed = await client.query(
      `update execution_waits set resolution = $2, resolved_by = $3, resolved_at = now()
       where id = $1 and resolved_at is null and (until is null or until > now())`,
      [wait.id, toStorableJson(JSON.stringify(resolution)), by],
    )
    if (changed.rowCount === 0) {
      const open = await client.query('select from execution_waits where id = $1 and resolved_at is null', [wait.id])
      return { execution_id, now: false, late: open.rowCount === 1 }
    }
    if (execution.status === 'waiting') {
      await dispatcher.enqueueIn(client, {
        execution_id: execution.id,
        reason: `resolved:${wait.id}`,
        delay_ms: 0,
        ...execution,
      })
    }
    return { execution_id, now: true, late: false }
  })
}
