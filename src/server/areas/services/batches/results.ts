/** Results of one batch as documents of another: the service of that one sends them on, to an app for example, and each is sent once. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { ReviewState } from '#contract/runs/decision-values.ts'
import { RESULT_COLUMNS } from '#contract/services/batch-values.ts'
import type { BatchDetail, BatchId } from '#contract/services/batches.ts'
import type { UseServices } from '#server/areas/services/services/services.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findOwnBatch } from './batches.ts'
import type { ShownRow } from './decided-rows.ts'
import { rowsOf } from './export.ts'
import { addRows, inputsOf } from './table.ts'

interface Wanted {
  batch_id: BatchId
  mapping: Readonly<Record<string, string>>
  review?: ReviewState | undefined
}

const cellsOf = (row: ShownRow): Record<(typeof RESULT_COLUMNS)[number], Json> => ({
  document: row.name,
  top_findings: row.top,
  findings: row.findings,
  lowest_confidence: row.confidence,
  review: row.review,
  run: row.execution_id,
})

/** @throws not_found for either batch, invalid_input, illegal_transition, limit_reached */
export async function addResults(
  db: Database,
  grant: UseServices,
  id: BatchId,
  { batch_id, mapping, review }: Wanted,
): Promise<BatchDetail> {
  const properties = await inputsOf(db, grant, id)
  if (batch_id === id) throw fieldError('batch_id', 'Choose another batch: results can’t be sent to themselves.')
  const source = await findOwnBatch(db, grant, batch_id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found')
      throw fieldError('batch_id', 'This batch doesn’t exist.')
    throw error
  })
  // Where a value of a result has the name of one of ours, the result is meant: its columns come first.
  const columns = [...source.columns, ...RESULT_COLUMNS]
  const rows: Json[][] = []
  for await (const row of rowsOf(db, batch_id)) {
    // Who rejects a result may not use it (decision 0365).
    if (row.state !== 'succeeded' || row.acceptance === 'rejected' || (review !== undefined && row.review !== review))
      continue
    const own = cellsOf(row)
    rows.push([...source.columns.map((name) => row.fields?.[name] ?? null), ...RESULT_COLUMNS.map((name) => own[name])])
  }
  if (rows.length === 0)
    throw fieldError(
      review === undefined ? 'batch_id' : 'review',
      review === undefined ? 'No document of this batch has succeeded yet.' : 'No document is in this state of review.',
    )
  const name_column = source.columns.includes('document') ? undefined : 'document'
  return addRows(db, grant, id, { properties, mapping, name_column }, { columns, rows })
}
