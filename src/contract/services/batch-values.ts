/** Batches without schemas, for pages and the server alike: states, limits, and what may be done in each state. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'

export const BATCH = {
  items: 10_000,
  /** Batches of an account that are kept. */
  per_account: 500,
  name: 120,
  item_name: 200,
  /** Items in one request. */
  items_per_request: 1000,
  /** Runs of one batch under way. */
  in_flight: 20,
  /** Single values of results that a results table has columns for. */
  columns: 20,
  /** Columns of a spreadsheet, and rows shown of it before it is taken. */
  table_columns: 500,
  preview_rows: 5,
  /** Most that all runs may cost together. */
  most_cap_paise: 1_000_000_000,
  /** Documents in a PDF report. */
  report_items: 2000,
} as const

export const BATCH_STATUSES = ['draft', 'running', 'paused', 'cancelled', 'finished'] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

export const ITEM_STATES = ['waiting', 'started', 'succeeded', 'failed', 'cancelled'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** Why a document never became a run: known before it was sent. */
export const ITEM_PROBLEMS = [
  'file_empty',
  'file_too_large',
  'file_unsupported',
  'file_encrypted',
  'file_broken',
] as const
export type ItemProblem = (typeof ITEM_PROBLEMS)[number]

export const BATCH_ACTIONS = ['start', 'pause', 'resume', 'cancel', 'retry'] as const
export type BatchAction = (typeof BATCH_ACTIONS)[number]

export const BATCH_FORMATS = ['csv', 'xlsx', 'json', 'pdf'] as const
export type BatchFormat = (typeof BATCH_FORMATS)[number]

/** What is known of every result, besides its single values: columns that can be sent on. */
export const RESULT_COLUMNS = ['document', 'top_findings', 'findings', 'lowest_confidence', 'review', 'run'] as const

const LEGAL_IN: Record<BatchAction | 'remove', readonly BatchStatus[]> = {
  start: ['draft'],
  pause: ['running'],
  resume: ['paused'],
  cancel: ['running', 'paused'],
  retry: ['finished', 'cancelled', 'paused'],
  remove: ['draft', 'finished', 'cancelled'],
}

const WHY_NOT: Record<BatchAction | 'remove', string> = {
  start: 'This batch has already started.',
  pause: 'Only a running batch can be paused.',
  resume: 'Only a paused batch can be resumed.',
  cancel: 'This batch isn’t running.',
  retry: 'Documents can be retried once the batch has ended or is paused.',
  remove: 'Cancel this batch before you delete it.',
}

export interface BatchState {
  status: BatchStatus
  counts: Readonly<Record<ItemState, number>>
}

/** Whether something may be done with a batch now, with the reason when not: read by buttons and by the server. */
export function batchAbility(action: BatchAction | 'remove', { status, counts }: BatchState): Ability {
  if (!LEGAL_IN[action].includes(status)) return refusedAbility(WHY_NOT[action])
  if (action === 'retry' && counts.failed + counts.cancelled === 0)
    return refusedAbility('No document of this batch has failed.')
  if (action === 'start' && counts.waiting === 0) return refusedAbility('Add documents before you start.')
  if (action === 'remove' && counts.started > 0) return refusedAbility('Runs of this batch are still ending.')
  return allowed
}
