/** Batches: many documents for one service. Each becomes a run of its own, started once. */

import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  ExecutionId,
  FileId,
  JsonObject,
  listOf,
  listQuery,
  Paise,
  page,
  recordOf,
  ServiceId,
  Timestamp,
  wholeList,
} from '#contract/core/primitives.ts'
import { BatchAcceptance, DecideBatch } from '#contract/runs/acceptance/acceptance.ts'
import { ACCEPTANCE_STATES, REJECT_REASONS } from '#contract/runs/acceptance/acceptance-values.ts'
import { REVIEW_STATES } from '#contract/runs/decision-values.ts'
import { revealAll, revealQuery } from '#contract/runs/oversight/masks.ts'
import { BATCH, BATCH_ACTIONS, BATCH_FORMATS, BATCH_STATUSES, ITEM_PROBLEMS, ITEM_STATES } from './batch-values.ts'

export const BatchId = z.uuid().brand('BatchId')
export type BatchId = z.infer<typeof BatchId>

export const NewBatchItem = z
  .strictObject({
    /** What the document is called; absent: its number. */
    name: z.string().trim().min(1).max(BATCH.item_name).optional(),
    /** As a run of the service takes it; a file as `{"file_id": …}`. */
    input: JsonObject.optional(),
    /** Of a document that couldn’t be sent. It counts as failed for this reason. */
    problem: z.enum(ITEM_PROBLEMS).optional(),
  })
  .refine(({ input, problem }) => (input === undefined) !== (problem === undefined), {
    path: ['input'],
    error: 'Send either an input or a problem',
  })
const Items = z.array(NewBatchItem).min(1).max(BATCH.items_per_request)

const Cap = Paise.min(1).max(BATCH.most_cap_paise).nullable()
const CallbackUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a web address that starts with https://' })
  .max(2000)
  .nullable()
const Name = z.string().trim().min(1).max(BATCH.name)

export const CreateBatch = z.strictObject({
  service_id: ServiceId,
  /** Absent: the name of the service. */
  name: Name.optional(),
  items: Items.optional(),
  cap_paise: Cap.optional(),
  callback_url: CallbackUrl.optional(),
  /** False: it stays a draft to which more can be added. */
  start: z.boolean().default(true),
})

const Counts = z.object(
  Object.fromEntries(ITEM_STATES.map((state) => [state, z.number().int()])) as Record<
    (typeof ITEM_STATES)[number],
    z.ZodNumber
  >,
)

export const Batch = z.object({
  id: BatchId,
  name: z.string(),
  service: z.object({ id: ServiceId, name: z.string() }).nullable().describe('Null once the service was deleted.'),
  status: z.enum(BATCH_STATUSES),
  pause: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Why it paused: `by_person`, or what stopped it, such as `insufficient_credits`.'),
  cap_paise: Paise.nullable(),
  callback_url: z.string().nullable(),
  counts: Counts,
  total: z.number().int(),
  spent_paise: Paise.describe('What its runs cost so far, GST included.'),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
})

export const BatchDetail = Batch.extend({
  columns: z.array(z.string()).describe('Names of single values that results have: columns of the results table.'),
  reasons: z
    .array(z.object({ code: z.string(), message: z.string(), items: z.number().int() }))
    .describe('Why documents failed, the most frequent reason first.'),
  estimate: z
    .object({
      paise: Paise,
      seconds: z.number().int().nullable().describe('Null when the service has not run yet.'),
    })
    .nullable()
    .describe('What is left will cost and take about this, judged by the latest runs. Null when nothing is left.'),
  acceptance: z
    .object({
      waiting: z.number().int(),
      waiting_paise: Paise.describe('What is charged if all results that wait are accepted.'),
      accepted: z.number().int(),
      rejected: z.number().int(),
      next_at: Timestamp.nullable().describe('When the first that waits is accepted at the latest.'),
    })
    .nullable()
    .describe('Null where none of its results is charged by acceptance.'),
  abilities: z.object({
    start: Ability,
    pause: Ability,
    resume: Ability,
    cancel: Ability,
    retry: Ability,
    remove: Ability,
  }),
})

export const BatchItem = z.object({
  position: z.number().int(),
  name: z.string(),
  state: z.enum(ITEM_STATES),
  code: z.string().nullable(),
  message: z.string().nullable().describe('Why it failed.'),
  attempts: z.number().int(),
  execution_id: ExecutionId.nullable(),
  cost_paise: Paise,
  ms: z.number().int().nullable(),
  review: z.enum(REVIEW_STATES).nullable().describe('Null while there is nothing to review.'),
  decided: z
    .object({ accepted: z.number().int(), edited: z.number().int(), rejected: z.number().int() })
    .nullable()
    .describe('What people decided about its findings; null before the first decision.'),
  acceptance: z
    .object({
      state: z.enum(ACCEPTANCE_STATES),
      price_paise: Paise,
      until: Timestamp,
      reason: z.enum(REJECT_REASONS).nullable().describe('Why it was rejected.'),
    })
    .nullable()
    .describe('Null where the result isn’t charged by acceptance.'),
  result: z
    .object({
      fields: z.record(z.string(), z.string()),
      top: z.string().describe('Its first findings, without those that were rejected.'),
      findings: z.number().int().describe('Without those that were rejected.'),
      confidence: z.number().nullable().describe('The lowest of its findings, 0 to 1.'),
      pages: z.number().int().nullable(),
    })
    .nullable()
    .describe('Null without a result, and when the data of the run was deleted.'),
})

const Cell = z.string()
export const TablePreview = z.object({
  columns: z.array(z.string()).describe('Each name once: a second “Name” is called “Name (2)”.'),
  rows: z.array(z.array(Cell)).describe('The first rows.'),
  total: z.number().int(),
  cut: z.boolean().describe('There are more rows than a batch takes.'),
})

export const Callback = z.object({
  id: z.uuid(),
  url: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  last_status: z.number().int().nullable(),
  last_error: z.string().nullable(),
  next_at: Timestamp.nullable().describe('When it is tried again; null when it is not.'),
  created_at: Timestamp,
  delivered_at: Timestamp.nullable(),
})

export const CallbackSecret = z.object({
  created_at: Timestamp.nullable().describe('Null before there is one.'),
  secret: z.string().nullable().describe('Shown once, when it is made.'),
})

export type NewBatchItem = z.output<typeof NewBatchItem>
export type CreateBatch = z.output<typeof CreateBatch>
export type Batch = z.infer<typeof Batch>
export type BatchDetail = z.infer<typeof BatchDetail>
export type BatchItem = z.infer<typeof BatchItem>
export type TablePreview = z.infer<typeof TablePreview>
export type Callback = z.infer<typeof Callback>
export type CallbackSecret = z.infer<typeof CallbackSecret>

/** Each input of the service and the column it is taken from. */
const Mapping = recordOf(z.string().min(1).max(200), z.string().min(1).max(200), 100)

const access = withPermission('pods.create.subscribed_agent')
const params = z.object({ id: BatchId })

const itemFilter = {
  state: z.enum(ITEM_STATES).optional(),
  code: z.string().max(100).optional(),
  review: z.enum(REVIEW_STATES).optional(),
  acceptance: z.enum(ACCEPTANCE_STATES).optional(),
  search: z.string().trim().max(200).optional(),
  /** `position`, `name`, `state`, `confidence`, `findings`, `cost`, `time`, or a column as `fields.NAME`. */
  sort: z.string().max(200).default('position'),
  order: z.enum(['asc', 'desc']).default('asc'),
}
const ItemQuery = z.object({ ...itemFilter, ...revealQuery, ...listQuery(50, 200) })
export type ItemQuery = z.output<typeof ItemQuery>

const unreadable = ['file_encrypted', 'file_broken', 'file_empty', 'file_unsupported', 'file_too_large', 'file_timeout']

export const batchEndpoints = {
  listBatches: endpoint({
    method: 'GET',
    path: '/api/v1/batches',
    access,
    query: z.object({ service_id: ServiceId.optional(), ...revealQuery, ...listQuery(25) }),
    returns: listOf(Batch),
  }),
  createBatch: endpoint({
    method: 'POST',
    path: '/api/v1/batches',
    access,
    body: CreateBatch,
    returns: BatchDetail,
    errors: ['not_found', 'not_runnable', 'limit_reached'],
    success: 201,
  }),
  getBatch: endpoint({
    method: 'GET',
    path: '/api/v1/batches/{id}',
    access,
    params,
    returns: BatchDetail,
    errors: ['not_found'],
  }),
  updateBatch: endpoint({
    method: 'PUT',
    path: '/api/v1/batches/{id}',
    access,
    params,
    body: z.strictObject({
      name: Name.optional(),
      cap_paise: Cap.optional(),
      callback_url: CallbackUrl.optional(),
    }),
    returns: BatchDetail,
    errors: ['not_found'],
  }),
  addBatchItems: endpoint({
    method: 'POST',
    path: '/api/v1/batches/{id}/items',
    access,
    params,
    body: z.strictObject({
      items: Items,
      /** The number of the first of these items, from 0. Sent twice, they are added once. */
      from: z
        .number()
        .int()
        .min(0)
        .max(BATCH.items - 1),
    }),
    returns: BatchDetail,
    errors: ['not_found', 'illegal_transition', 'limit_reached'],
  }),
  previewBatchTable: endpoint({
    method: 'POST',
    path: '/api/v1/batch-tables',
    access,
    body: z.strictObject({ file_id: FileId }),
    returns: TablePreview,
    errors: ['not_found', ...unreadable],
    timeout: 60_000,
  }),
  addBatchTable: endpoint({
    method: 'POST',
    path: '/api/v1/batches/{id}/table',
    access,
    params,
    body: z.strictObject({
      file_id: FileId,
      mapping: Mapping,
      /** The column that names a row; absent: its number. */
      name_column: z.string().min(1).max(200).optional(),
    }),
    returns: BatchDetail,
    errors: ['not_found', 'illegal_transition', 'limit_reached', ...unreadable],
    timeout: 60_000,
  }),
  addBatchResults: endpoint({
    method: 'POST',
    path: '/api/v1/batches/{id}/results',
    access,
    params,
    body: z.strictObject({
      /** Whose results these are. */
      batch_id: BatchId,
      mapping: Mapping,
      /** Only documents whose review is there; absent: all that succeeded. */
      review: z.enum(REVIEW_STATES).optional(),
    }),
    returns: BatchDetail,
    errors: ['not_found', 'illegal_transition', 'limit_reached'],
  }),
  listBatchItems: endpoint({
    method: 'GET',
    path: '/api/v1/batches/{id}/items',
    access,
    params,
    query: ItemQuery,
    returns: listOf(BatchItem),
    errors: ['not_found'],
  }),
  controlBatch: endpoint({
    method: 'POST',
    path: '/api/v1/batches/{id}/control',
    access,
    params,
    body: z.strictObject({ action: z.enum(BATCH_ACTIONS) }),
    returns: BatchDetail,
    errors: ['not_found', 'illegal_transition', 'not_runnable'],
  }),
  decideBatchAcceptance: endpoint({
    method: 'POST',
    path: '/api/v1/batches/{id}/acceptance',
    access,
    params,
    body: DecideBatch,
    returns: BatchAcceptance,
    errors: ['not_found', 'insufficient_credits', 'cap_reached'],
    timeout: 30_000,
  }),
  exportBatch: endpoint({
    method: 'GET',
    path: '/api/v1/batches/{id}/export',
    access,
    params,
    query: z.object({ format: z.enum(BATCH_FORMATS).default('csv'), ...revealAll }),
    returns: z.string(),
    answers: 'file',
    errors: ['not_found', 'limit_reached', 'too_many_requests', 'forbidden'],
    timeout: 120_000,
  }),
  deleteBatch: endpoint({
    method: 'DELETE',
    path: '/api/v1/batches/{id}',
    access,
    params,
    returns: z.object({ id: BatchId }),
    errors: ['not_found', 'illegal_transition'],
  }),
  listBatchCallbacks: endpoint({
    method: 'GET',
    path: '/api/v1/batches/{id}/callbacks',
    access,
    params,
    query: wholeList(100),
    returns: z.object({ items: z.array(Callback), ...page }),
    errors: ['not_found'],
  }),
  resendBatchCallback: endpoint({
    method: 'POST',
    path: '/api/v1/batches/{id}/callbacks/{delivery}/send',
    access,
    params: params.extend({ delivery: z.uuid() }),
    returns: Callback,
    errors: ['not_found', 'too_many_requests'],
  }),
  getCallbackSecret: endpoint({
    method: 'GET',
    path: '/api/v1/batch-callback-secret',
    access,
    returns: CallbackSecret,
  }),
  renewCallbackSecret: endpoint({
    method: 'POST',
    path: '/api/v1/batch-callback-secret',
    access,
    returns: CallbackSecret,
    errors: ['too_many_requests'],
  }),
}
