/** What is read of an execution for those who follow it: values as they were written, because they are only passed on. */
import type { ExecutionStatus } from '#contract/execution-states.ts'
import type { RunError } from '#contract/executions.ts'
import type { Written } from '#contract/json-text.ts'
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

/** The rows of finished and waiting nodes behind `after`, the newest of each node and iteration, by seq. */
export async function readEventRows(db: Connection, id: string, after: number): Promise<EventRow[]> {
  // Batches are ordered by their first seq; one that began before `after` may still hold rows behind it.
  const found = await db.query<EventRow>(
    `select r.node_id, coalesce(r.iteration, '') as iteration, r.seq, r.status, r.attempts, r.port, r.output::text as output, r.stored,
       r.origin, r.error, r.usage, r.started_at, r.finished_at
     from journal j cross join lateral json_to_recordset(j.rows) as r(
       node_id text, iteration text, seq int, status text, attempts int, port text, output json, stored text, origin text, error json,
       usage json, started_at float8, finished_at float8)
     where j.execution_id = $1 and r.seq > $2::int
       and j.seq >= coalesce((select max(seq) from journal where execution_id = $1 and seq <= $2::int + 1), 0) order by r.seq`,
    [id, after],
  )
  const latest = new Map<string, EventRow>()
  for (const row of found.rows) latest.set(`${row.node_id}:${row.iteration}`, row)
  return [...latest.values()].sort((a, b) => a.seq - b.seq)
}

interface State {
  status: ExecutionStatus
  /** JSON; a large one is opened when it is sent. */
  output: Written | null
  error: RunError | null
}

/** The status of an execution, with what it gave once it has ended. */
export async function readState(db: Connection, id: string, outputs: Outputs | null): Promise<State | undefined> {
  const { rows } = await db.query<State & { output_file: string | null }>(
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
