/** What is read of an execution for those who follow it: values as they were written, because they are only passed on. */

import type { Written } from '#contract/core/json-text.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import type { RunError } from '#contract/runs/executions.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import type { NodeRow } from './journal-sql.ts'
import type { Connection } from './store.ts'
import { openOutput } from './stored-outputs.ts'

export interface EventRow {
  node_id: string
  iteration: string
  seq: number
  status: NodeRow['status']
  attempts: number | null
  port: string | null
  /** JSON. */
  output: string | null
  stored: string | null
  origin: 'pin' | 'earlier' | null
  error: RunError | null
  usage: unknown
  started_at: number | null
  finished_at: number | null
}

/**
 * The next rows of finished and waiting nodes behind `after`, by seq: only so many that they take no more than `bytes`, but at least one
 * when there is one. Of a node and iteration that is among them several times, the newest.
 * @returns whether more may follow
 */
export async function readEventRows(
  db: Connection,
  id: string,
  { after, bytes }: { after: number; bytes: number },
): Promise<{ rows: EventRow[]; more: boolean }> {
  // Batches are ordered by their first seq; one that began before `after` may still hold rows behind it, and is not counted. They are
  // looked at one by one, because finding out how long a batch is costs as much as reading it.
  const found = await db.query<EventRow & { more: boolean }>(
    `with recursive batches as (
       (select seq, 0::bigint as bytes from journal
        where execution_id = $1 and seq >= coalesce((select max(seq) from journal where execution_id = $1 and seq <= $2::int + 1), 0)
        order by seq limit 1)
       union all
       select next.seq, batches.bytes + next.bytes from batches cross join lateral (
         select seq, octet_length(rows::text) as bytes from journal where execution_id = $1 and seq > batches.seq
         order by seq limit 1) next
       where batches.bytes < $3
     ), sized as (
       select r.node_id, coalesce(r.iteration, '') as iteration, r.seq, r.status, r.attempts, r.port, r.output::text as output, r.stored,
         r.origin, r.error, r.usage, r.started_at, r.finished_at,
         sum(octet_length(r.output::text)) over (order by r.seq) as up_to_here, octet_length(r.output::text) as own
       from batches join journal j on j.execution_id = $1 and j.seq = batches.seq cross join lateral json_to_recordset(j.rows) as r(
         node_id text, iteration text, seq int, status text, attempts int, port text, output json, stored text, origin text, error json,
         usage json, started_at float8, finished_at float8)
       where r.seq > $2::int
     )
     select node_id, iteration, seq, status, attempts, port, output, stored, origin, error, usage, started_at, finished_at,
       coalesce(up_to_here, 0) >= $3 or (select max(bytes) from batches) >= $3 as more
     from sized where coalesce(up_to_here - own, up_to_here, 0) < $3 order by seq`,
    [id, after, bytes],
  )
  const latest = new Map<string, EventRow>()
  for (const { more: _, ...row } of found.rows) latest.set(`${row.node_id}:${row.iteration}`, row)
  return { rows: [...latest.values()].sort((a, b) => a.seq - b.seq), more: found.rows.at(-1)?.more ?? false }
}

interface State {
  status: ExecutionStatus
  /** JSON; a large one is opened when it is sent. */
  output: Written | null
  error: RunError | null
}

/** The status of an execution, with what it gave once it has ended. */
export async function readState(db: Connection, id: string, outputs: Outputs | null): Promise<State | undefined> {
  const { rows } = await db.query<State & { output: string | null; output_file: string | null }>(
    `select status, case when output_file is null then output::text end as output, output_file, error from executions where id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) return undefined
  const { status, error, output_file } = row
  if (output_file === null) return { status, error, output: row.output }
  return { status, error, output: (await openOutput(output_file, outputs)) ?? (await readOutput(db, id)) }
}

/** All of it, from the row. */
async function readOutput(db: Connection, id: string): Promise<string | null> {
  const sql = 'select output::text as output from executions where id = $1'
  return (await db.query<{ output: string | null }>(sql, [id])).rows[0]?.output ?? null
}
