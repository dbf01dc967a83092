/** The engine's SQL outside the journal: taking, reading and ending executions. */
import type { ClientBase } from 'pg'
import type { Json, UserId } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { RunError } from '#contract/runs/executions.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Connections } from '#server/platform/database/connections-per-caller.ts'
import type { ExecutionRow, NodeRow } from './journal-sql.ts'

/** A stored execution, with what the journal does not write. */
export interface StoredExecution extends Omit<ExecutionRow, 'created_at' | 'started_at' | 'finished_at'> {
  deaths: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

export type Connection = Pick<Connections, 'query'>

/** What is to be done once a transaction under way has committed. */
const afterwards = new WeakMap<ClientBase, (() => void)[]>()

/** Does something once the transaction of this connection, begun by `transaction`, has committed; nothing when it does not. */
export function afterCommit(client: ClientBase, act: () => void): void {
  const acts = afterwards.get(client)
  if (!acts) throw new Error('The transaction was not begun by the engine')
  acts.push(act)
}

/** Runs `work` in one transaction. */
export async function transaction<T>(
  pool: Pick<Connections, 'connect'>,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const acts: (() => void)[] = []
  afterwards.set(client, acts)
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    for (const act of acts) act()
    return result
  } catch (error) {
    await client.query('rollback').catch((reason) => {
      broken = reason as Error
    })
    throw error
  } finally {
    afterwards.delete(client)
    client.release(broken)
  }
}

export async function findExecution(db: Connection, id: string): Promise<StoredExecution | undefined> {
  return (await db.query<StoredExecution>('select * from executions where id = $1', [id])).rows[0]
}

/** Locks the row: writers of its status or epoch wait. */
export async function lockExecution(db: ClientBase, id: string): Promise<StoredExecution | undefined> {
  return (await db.query<StoredExecution>('select * from executions where id = $1 for no key update', [id])).rows[0]
}

/** After this many deaths an execution is tried alone; at `MAX_DEATHS` in a row without progress it is given up. */
export const SUSPECT_DEATHS = 2
export const MAX_DEATHS = 5

/** What may be taken: work that is due, what a dead process left, or what this process has lost sight of. */
export type Claim = 'due' | 'orphan' | 'lost'

/** While starts are held, `begun` is what is due of it. A run that a step of another one started counts as begun with that one. */
export type HeldClaim = Claim | 'begun'

const DUE = `status in ('queued', 'waiting')`

const CLAIMS: Record<HeldClaim, string> = {
  due: DUE,
  begun: `${DUE} and (started_at is not null or parent_id is not null)`,
  orphan: `status = 'running' and executor is null`,
  lost: `status = 'running' and executor = $2`,
}

/**
 * Takes an execution for this process and fences all earlier holders.
 * @returns undefined when it is not available: paused, ended, or running elsewhere
 */
export async function takeExecution(
  db: Connection,
  id: string,
  executor: string,
  claim: HeldClaim,
): Promise<StoredExecution | undefined> {
  const taken = await db.query<StoredExecution>(
    `update executions set executor = $2, epoch = epoch + 1, status = 'running', started_at = coalesce(started_at, now()),
       trial = deaths >= ${SUSPECT_DEATHS} where id = $1 and ${CLAIMS[claim]} returning *`,
    [id, executor],
  )
  return taken.rows[0]
}

/** Whether it can be taken so. Waits for a process that is just parking it. */
export async function isDue(db: Connection, id: string, claim: 'due' | 'begun'): Promise<boolean> {
  const due = CLAIMS[claim]
  const found = await db.query<{ due: boolean }>(`select ${due} as due from executions where id = $1 for share`, [id])
  return found.rows[0]?.due === true
}

/**
 * Releases the executions of a dead executor and counts the death: against the execution on trial if there was one,
 * otherwise against all. An execution that progressed since its last death starts counting again.
 */
export async function orphanExecutions(db: Connection, executor: string): Promise<void> {
  await db.query(
    `update executions e set executor = null, trial = false, mark = last.seq,
       deaths = (case when last.seq > e.mark then 0 else e.deaths end)
         + (e.trial or not last.has_trial)::int
     from (
       select r.id, (select coalesce(max(seq), 0) from journal where execution_id = r.id) as seq, bool_or(r.trial) over () as has_trial
       from executions r where r.executor = $1 and r.status = 'running'
     ) last
     where e.id = last.id and e.executor = $1 and e.status = 'running'`,
    [executor],
  )
}

/** What is free to be taken from the dead, the least suspicious first. */
export async function findOrphans(db: Connection, limit: number): Promise<{ id: string; deaths: number }[]> {
  const found = await db.query<{ id: string; deaths: number }>(
    `select id, deaths from executions where status = 'running' and executor is null order by deaths, created_at limit $1`,
    [limit],
  )
  return found.rows
}

/** The rows of finished and waiting nodes, the newest of each node and iteration, by seq. */
export async function readRows(db: Connection, id: string, after = 0): Promise<NodeRow[]> {
  // Batches are ordered by their first seq; one that began before `after` may still hold rows behind it.
  const found = await db.query<{ rows: NodeRow[] }>(
    `select rows from journal where execution_id = $1
       and seq >= coalesce((select max(seq) from journal where execution_id = $1 and seq <= $2), 0) order by seq`,
    [id, after + 1],
  )
  const latest = new Map<string, NodeRow>()
  for (const { rows } of found.rows) {
    for (const row of rows) if (row.seq > after) latest.set(`${row.node_id}:${row.iteration ?? ''}`, row)
  }
  return [...latest.values()].sort((a, b) => a.seq - b.seq)
}

export async function findLastSeq(db: Connection, id: string): Promise<number> {
  const found = await db.query<{ seq: number | null }>(
    `select seq + json_array_length(rows) - 1 as seq from journal where execution_id = $1 order by journal.seq desc limit 1`,
    [id],
  )
  return found.rows[0]?.seq ?? 0
}

export interface StoredVersion {
  id: string
  workflow_id: string
  /** Who owns the workflow. */
  author: UserId
  document: WorkflowDocument
}

export async function findVersion(db: Connection, id: string): Promise<StoredVersion | undefined> {
  const found = await db.query<StoredVersion>(
    `select v.id, v.workflow_id, w.owner_id as author, v.document from workflow_versions v
       join workflows w on w.id = v.workflow_id where v.id = $1`,
    [id],
  )
  return found.rows[0]
}

/** What runs in earnest: the published version, and of a workflow that never was published the newest one. */
export async function findProductionVersion(db: Connection, workflow_id: string): Promise<string | undefined> {
  const found = await db.query<{ id: string | null }>('select production_version($1) as id', [workflow_id])
  return found.rows[0]?.id ?? undefined
}

export interface StatusChange {
  status: ExecutionStatus
  error?: RunError
  output?: Json
}

/** Changes the status and fences the running executor. */
export async function fenceWith(db: Connection, id: string, change: StatusChange): Promise<void> {
  const final = change.status === 'failed' || change.status === 'cancelled'
  await db.query(
    `update executions set status = $2, epoch = epoch + 1, executor = null, error = $3::jsonb,
       finished_at = case when $4 then now() else finished_at end where id = $1`,
    [id, change.status, change.error ? JSON.stringify(change.error) : null, final],
  )
}
