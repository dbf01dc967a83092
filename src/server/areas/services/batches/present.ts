/** Batches and their items as people and programs see them. */
import { BATCH_ACTIONS, batchAbility } from '#contract/services/batch-values.ts'
import type { Batch, BatchDetail, BatchItem } from '#contract/services/batches.ts'
import type { DecidedRow } from './acceptance.store.ts'
import type { BatchRow, ReasonRow } from './batches.store.ts'
import type { ShownRow } from './decided-rows.ts'

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null

export const totalOf = ({ counts }: Pick<BatchRow, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

export const presentBatch = (row: BatchRow): Batch => ({
  id: row.id,
  name: row.name,
  service: row.service_id === null ? null : { id: row.service_id, name: row.service_name ?? '' },
  status: row.status,
  pause: row.pause_code === null ? null : { code: row.pause_code, message: row.pause_message ?? '' },
  cap_paise: row.cap_paise,
  callback_url: row.callback_url,
  counts: row.counts,
  total: totalOf(row),
  spent_paise: row.spent_paise,
  created_at: row.created_at.toISOString(),
  started_at: timeOf(row.started_at),
  finished_at: timeOf(row.finished_at),
})

export const presentDetail = (
  row: BatchRow,
  { reasons, estimate, acceptance }: Pick<BatchDetail, 'estimate'> & { reasons: ReasonRow[]; acceptance: DecidedRow },
): BatchDetail => ({
  ...presentBatch(row),
  columns: row.columns,
  reasons,
  estimate,
  acceptance:
    acceptance.waiting + acceptance.accepted + acceptance.rejected === 0
      ? null
      : { ...acceptance, next_at: timeOf(acceptance.next_at) },
  abilities: Object.fromEntries(
    [...BATCH_ACTIONS, 'remove' as const].map((action) => [action, batchAbility(action, row)]),
  ) as BatchDetail['abilities'],
})

export const presentItem = ({
  fields,
  top,
  findings,
  confidence,
  pages,
  acceptance: state,
  accept_price_paise: price_paise,
  accept_until,
  reject_reason: reason,
  ...row
}: ShownRow): BatchItem => ({
  ...row,
  acceptance:
    state === null || accept_until === null ? null : { state, price_paise, until: accept_until.toISOString(), reason },
  result: fields === null ? null : { fields, top: top ?? '', findings: findings ?? 0, confidence, pages },
})
