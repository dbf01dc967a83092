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
import type { Resolution, Wait } from '#nodes/node.ts'
import { NodeError } from '#nodes/node.ts'
import type { RecordedUsage } from '#nodes/ports.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import type { Connections } from '#server/platform/database/connections-per-caller.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import type { LogLine } from './context.ts'
import type { Dispatcher } from './dispatch.ts'
import { type ExecutionRow, INSERT_EXECUTIONS, toStorableJson } from './journal-sql.ts'
import { Fenced } from './recorder.ts'
import { findProductionVersion, lockExecution, type StoredExecution, transaction } from './store.ts'
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
  /** Those of the given waits that are resolved by now, due ones included. */
  resolved(ids: readonly string[]): Promise<RunWait[]>
  /** Gives the execution up until a wait is resolved; if some are already, it is kept and they are returned. @throws Fenced */
  park(execution_id: string, epoch: number, ids: readonly string[]): Promise<RunWait[]>
}

export const MAX_DEPTH = 8

const COLUMNS = `id, node_id, iteration, resolution, wait -> 'state' as state, (wait ->> 'retry_attempt')::int as retry_attempt,
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

interface ChildRequest extends OpenRequest {
  child_id: string
  input_file: string | null
}

export interface WaitEvents {
  /** A child was stored as queued: any executor with a free slot may run it immediately. */
  child(execution_id: string): void
  /** A timer was stored; a process that is still there then may be quicker than the queue. */
  timer(execution_id: string, until: Date): void
}

export function createWaits(pool: Pool, dispatcher: Dispatcher, outputs: Outputs | null, events: WaitEvents): Waits {
  async function open(request: OpenRequest): Promise<RunWait> {
    const { wait } = request
    const id = uuidv7()
    const until = 'until' in wait && wait.until ? new Date(wait.until) : null
    if (until && Number.isNaN(until.getTime()))
      throw new NodeError('wait_invalid', 'The time to wait until is not a date.')
    // Before anything is locked. It lies in the folder of the run that waits, and goes with it.
    const input_file = wait.type === 'child' ? await storeInput(keyOfInput(request), wait.input, outputs) : null
    const child = await transaction(pool, async (client) => {
      const execution = await lockExecution(client, request.execution_id)
      if (!execution || execution.epoch !== request.epoch) throw new Fenced()
      const { retry_attempt: again, before } = request
      const child_id = wait.type === 'child' ? uuidv7() : null
      const stored = {
        ...wait,
        // A step may call one workflow after the other: only the run it waits for now ends its wait.
        ...(child_id !== null && { child_id }),
        ...(again !== null && { retry_attempt: again }),
        ...((before.logs ?? before.usage) && { before }),
      }
      // A node that waits again after its wait was resolved gets a new one in its place.
      await client.query(
        `insert into execution_waits (id, execution_id, node_id, iteration, wait, until) values ($1, $2, $3, $4, $5, $6)
         on conflict (execution_id, node_id, iteration) do update set id = excluded.id, wait = excluded.wait,
           until = excluded.until, resolution = null, resolved_by = null, resolved_at = null, created_at = now()`,
        [id, request.execution_id, request.node_id, request.iteration, toStorableJson(JSON.stringify(stored)), until],
      )
      if (until) {
        const delay_ms = Math.max(0, until.getTime() - Date.now())
        await dispatcher.enqueueIn(client, {
          execution_id: request.execution_id,
          reason: `wait:${id}`,
          delay_ms,
          ...execution,
        })
      }
      return wait.type === 'child' && child_id !== null
        ? startChild(client, execution, { ...request, child_id, input_file }, wait)
        : null
    })
    if (child) events.child(child)
    if (until) events.timer(request.execution_id, until)
    const { node_id, iteration, retry_attempt, before } = request
    return { id, node_id, iteration, resolution: null, retry_attempt, before }
  }

  async function startChild(
    client: ClientBase,
    parent: StoredExecution,
    request: ChildRequest,
    wait: Extract<Wait, { type: 'child' }>,
  ): Promise<string> {
    if (parent.depth >= MAX_DEPTH) {
      throw new NodeError('too_deep', `Workflows can call one another ${MAX_DEPTH} levels deep.`)
    }
    const version = await childVersion(client, parent, wait.workflow_id)
    const row = childRow(parent, request, wait, version)
    await client.query(INSERT_EXECUTIONS, [toStorableJson(JSON.stringify([row]))])
    await dispatcher.enqueueIn(client, { execution_id: row.id, reason: 'start', delay_ms: 0, ...row })
    return row.id
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

  return { open, park, resolved: (ids) => resolvedOf(pool, ids) }
}

/**
 * What runs of a workflow of the same owner: as on its own triggers. A step that a member added calls it only for a person who may read
 * that workflow themselves, unless the owner has run, published or sold the version that it is a part of.
 * @throws NodeError `workflow_not_found`
 */
async function childVersion(client: ClientBase, parent: StoredExecution, workflow_id: string): Promise<string> {
  const missing = () =>
    new NodeError('workflow_not_found', 'The workflow to run does not exist.', { field: 'workflow_id' })
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(workflow_id)) throw missing()
  const allowed = await client.query(
    `select 1 from workflows child join workflows parent on parent.id = $2 and parent.owner_id = child.owner_id
      left join workflow_versions v on v.id = $3
      where child.id = $1 and child.deleted_at is null and (v.by_member is not true or $4::uuid is not null
        or child.owner_id = $5 or exists (select 1 from workflow_members m where m.workflow_id = child.id and m.user_id = $5)
        or exists (select 1 from workflow_publications p where p.version_id = v.id))`,
    [workflow_id, parent.workflow_id, parent.workflow_version_id, parent.agent_id, parent.owner_id],
  )
  if (allowed.rowCount === 0) throw missing()
  const version = await findProductionVersion(client, workflow_id)
  if (!version)
    throw new NodeError('workflow_not_found', 'The workflow to run is not published.', { field: 'workflow_id' })
  return version
}

function childRow(
  parent: StoredExecution,
  request: ChildRequest,
  wait: Extract<Wait, { type: 'child' }>,
  workflow_version_id: string,
): ExecutionRow {
  return {
    id: request.child_id,
    owner_id: parent.owner_id,
    visitor_key: parent.visitor_key,
    run_token_hash: null,
    workflow_id: wait.workflow_id,
    workflow_version_id,
    agent_id: null,
    agent_version_id: null,
    service_id: null,
    parent_id: parent.id,
    parent_node: request.node_id,
    parent_iteration: request.iteration,
    source_id: null,
    depth: parent.depth + 1,
    status: 'queued',
    trigger: 'workflow',
    priority: parent.priority,
    input: wait.input,
    input_file: request.input_file,
    output: null,
    error: null,
    executor: null,
    epoch: 0,
    created_at: new Date().toISOString(),
    started_at: null,
    finished_at: null,
  }
}

/**
 * Joins a wait "w" with the run "c" that it is for. Waits from before they named it are for the newest run that their step called.
 */
export const WAITS_FOR = `c.parent_id = w.execution_id and c.parent_node = w.node_id and c.parent_iteration = w.iteration
  and w.wait ->> 'type' = 'child' and case when w.wait ? 'child_id' then w.wait ->> 'child_id' = c.id::text
    else not exists (select 1 from executions n where n.parent_id = c.parent_id and n.parent_node = c.parent_node
      and n.parent_iteration = c.parent_iteration and n.id > c.id) end`

export interface Resolved {
  execution_id: string
  /** False when it was resolved before. */
  now: boolean
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
    const found =
      'id' in which
        ? await client.query<{ id: string; execution_id: string }>(
            'select id, execution_id from execution_waits where id = $1',
            [which.id],
          )
        : await client.query<{ id: string; execution_id: string }>(
            `select w.id, w.execution_id from executions c join execution_waits w on ${WAITS_FOR} where c.id = $1`,
            [which.child_id],
          )
    const wait = found.rows[0]
    if (!wait) return undefined
    const execution = await lockExecution(client, wait.execution_id)
    const isOpen = execution && ['running', 'waiting', 'paused', 'queued'].includes(execution.status)
    if (!isOpen) return { execution_id: wait.execution_id, now: false }
    const changed = await client.query(
      `update execution_waits set resolution = $2, resolved_by = $3, resolved_at = now() where id = $1 and resolved_at is null`,
      [wait.id, toStorableJson(JSON.stringify(resolution)), by],
    )
    if (changed.rowCount === 0) return { execution_id: wait.execution_id, now: false }
    if (execution.status === 'waiting') {
      await dispatcher.enqueueIn(client, {
        execution_id: execution.id,
        reason: `resolved:${wait.id}`,
        delay_ms: 0,
        ...execution,
      })
    }
    return { execution_id: execution.id, now: true }
  })
}
