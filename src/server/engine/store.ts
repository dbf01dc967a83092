/** The engine's SQL outside the journal: taking, reading and ending executions. */
import type { ClientBase } from 'pg'
import type { ExecutionStatus } from '#contract/execution-states.ts'
import type { RunError } from '#contract/executions.ts'
import type { Json } from '#contract/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Pool } from '#server/database/pool.ts'
import type { ExecutionRow, NodeRow } from './journal-sql.ts'

/** A stored execution, with what the journal does not write. */
export interface StoredExecution extends Omit<ExecutionRow, 'created_at' | 'started_at' | 'finished_at'> {
  deaths: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

export type Connection = Pool | ClientBase

/** Runs `work` in one transaction. */
export async function transaction<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((reason) => {
      broken = reason as Error
    })
    throw error
  } finally {
    client.release(broken)
  }
}

export async function findExecution(db: Connection, id: string): Promise<StoredExecution | undefined> {
  return (await db.query<StoredExecution>('select * from executions where id = $1', [id])).rows[0]
}

/** Locks the row: whoever changes its status or epoch waits. */
export async function lockExecution(db: ClientBase, id: string): Promise<StoredExecution | undefined> {
  return (await db.query<StoredExecution>('select * from executions where id = $1 for no key update', [id])).rows[0]
}

/**
 * Takes an execution for this process and fences everybody who had it before. A running one is taken only from `dead`.
 * @returns undefined when it is not to be had: paused, ended, or running elsewhere
 */
export async function takeExecution(
  db: Connection,
  id: string,
  executor: string,
  dead: string | null,
): Promise<StoredExecution | undefined> {
  const taken = await db.query<StoredExecution>(
    `update executions e set executor = $2, epoch = epoch + 1, status = 'running', started_at = coalesce(started_at, now()),
       deaths = case when e.status <> 'running' or last.seq > e.mark then (e.status = 'running')::int else e.deaths + 1 end,
       mark = last.seq
     from (select coalesce(max(seq), 0) as seq from journal where execution_id = $1) last
     where e.id = $1 and (e.status in ('queued', 'waiting') or (e.status = 'running' and e.executor = $3))
     returning e.*`,
    [id, executor, dead],
  )
  return taken.rows[0]
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

export async function lastSeq(db: Connection, id: string): Promise<number> {
  const found = await db.query<{ seq: number | null }>(
    `select max(seq + json_array_length(rows) - 1) as seq from journal where execution_id = $1`,
    [id],
  )
  return found.rows[0]?.seq ?? 0
}

export interface StoredVersion {
  id: string
  workflow_id: string
  document: WorkflowDocument
}

export async function findVersion(db: Connection, id: string): Promise<StoredVersion | undefined> {
  const found = await db.query<StoredVersion>('select id, workflow_id, document from workflow_versions where id = $1', [
    id,
  ])
  return found.rows[0]
}

export async function newestVersion(db: Connection, workflow_id: string): Promise<string | undefined> {
  const found = await db.query<{ id: string }>(
    'select id from workflow_versions where workflow_id = $1 order by number desc limit 1',
    [workflow_id],
  )
  return found.rows[0]?.id
}

export interface StatusChange {
  status: ExecutionStatus
  error?: RunError
  output?: Json
}

/** Changes the status and fences whoever runs it. */
export async function fenceWith(db: Connection, id: string, change: StatusChange): Promise<void> {
  const final = change.status === 'failed' || change.status === 'cancelled'
  await db.query(
    `update executions set status = $2, epoch = epoch + 1, executor = null, error = $3::jsonb,
       finished_at = case when $4 then now() else finished_at end where id = $1`,
    [id, change.status, change.error ? JSON.stringify(change.error) : null, final],
  )
}
