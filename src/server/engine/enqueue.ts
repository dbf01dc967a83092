/** The way in for executions that wait for a worker: the row and the job commit together. */

import type { ClientBase } from 'pg'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import type { Dispatcher } from './dispatch.ts'
import { INSERT_EXECUTIONS } from './journal-sql.ts'
import { executionRow, type StartRequest } from './request.ts'
import type { StoredExecution } from './store.ts'

/** Within the caller's transaction. @returns the execution's id */
export async function enqueueNew(
  client: ClientBase,
  dispatcher: Dispatcher,
  request: StartRequest,
  workflow_id: string,
): Promise<string> {
  const row = executionRow(request, workflow_id, null)
  await client.query(INSERT_EXECUTIONS, [toStorableJson(JSON.stringify([row]))])
  if (request.seed && request.seed.length > 0) {
    const rows = request.seed.map((seeded, index) => ({ ...seeded, seq: index + 1 }))
    await client.query('insert into journal (execution_id, seq, rows) values ($1, 1, $2::json)', [
      row.id,
      toStorableJson(JSON.stringify(rows)),
    ])
  }
  await dispatcher.enqueueIn(client, { ...row, execution_id: row.id, reason: 'start', delay_ms: request.delay_ms ?? 0 })
  return row.id
}

/** Puts an execution that this process runs back into the queue, within the caller's transaction. */
export async function enqueueAgain(
  client: ClientBase,
  dispatcher: Dispatcher,
  execution_id: string,
  executor: string,
): Promise<void> {
  const changed = await client.query<StoredExecution>(
    `update executions set status = 'queued', executor = null, epoch = epoch + 1
     where id = $1 and status = 'running' and executor = $2 returning *`,
    [execution_id, executor],
  )
  const row = changed.rows[0]
  if (row) await dispatcher.enqueueIn(client, { ...row, execution_id, reason: `handover:${row.epoch}`, delay_ms: 0 })
}
