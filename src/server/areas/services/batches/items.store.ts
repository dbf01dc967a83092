/** The SQL of the items of batches. */

import { type RawBuilder, sql } from 'kysely'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { AcceptanceState, RejectReason } from '#contract/runs/acceptance/acceptance-values.ts'
import type { ReviewState } from '#contract/runs/decision-values.ts'
import type { ItemProblem, ItemState } from '#contract/services/batch-values.ts'
import type { BatchId, ItemQuery } from '#contract/services/batches.ts'
import { reviewStateOf } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'
import { acceptedPrice } from './batches.store.ts'

export interface NewItem {
  position: number
  name: string
  /** JSON; null where there is a problem. */
  input: string | null
  problem: { code: ItemProblem; message: string } | null
}

/** Those that are there already stay as they are. */
export async function insertItems(tx: Queryable, batch: BatchId, items: readonly NewItem[]): Promise<void> {
  await sql`
    insert into batch_items (batch_id, position, name, input, state, code, message, ended_at)
    select ${batch}::uuid, n.position, n.name, n.input, case when n.code is null then 'waiting' else 'failed' end, n.code, n.message,
      case when n.code is null then null else now() end
    from jsonb_to_recordset(${JSON.stringify(
      items.map(({ position, name, input, problem }) => ({
        ...{ position, name, input: input === null ? null : (JSON.parse(input) as unknown) },
        ...{ code: problem?.code ?? null, message: problem?.message ?? null },
      })),
    )}::jsonb) as n (position int, name text, input jsonb, code text, message text)
    on conflict do nothing`.execute(tx)
}

/** The number of the next item that is added without one. */
export async function nextPosition(tx: Queryable, batch: BatchId): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position) + 1, 0) as next from batch_items where batch_id = ${batch}`.execute(tx)
  return rows[0]?.next ?? 0
}

export interface ItemRow {
  position: number
  name: string
  state: ItemState
  code: string | null
  message: string | null
  attempts: number
  execution_id: ExecutionId | null
  cost_paise: number
  ms: number | null
  review: ReviewState | null
  fields: Record<string, string> | null
  top: string | null
  findings: number | null
  confidence: number | null
  pages: number | null
  acceptance: AcceptanceState | null
  accept_price_paise: number
  accept_until: Date | null
  reject_reason: RejectReason | null
}

/** What was found and nobody has looked at is open, too. */
const review = sql`coalesce(${reviewStateOf(sql`i.execution_id`)}, case when r.findings > 0 then 'open' end)`

/** Of a result that is charged when it is accepted. */
const acceptance = sql`case a.status when 'awaiting' then 'waiting' when 'settled' then 'accepted' when 'rejected' then 'rejected' end`

const columns = sql`i.position, i.name, i.state, i.code, i.message, i.attempts, i.execution_id, (i.cost_paise + ${acceptedPrice})::float8 as cost_paise, i.ms, ${review} as review,
  r.fields, r.top, r.findings, r.confidence, r.pages, ${acceptance} as acceptance, a.price_paise::float8 as accept_price_paise, a.accept_until,
  case when a.status = 'rejected' then (select n.reason from acceptance_decisions n where n.charge_id = a.id and n.decision = 'rejected') end
    as reject_reason`
const joined = sql`batch_items i left join batch_results r on r.execution_id = i.execution_id
  left join charges a on a.execution_id = i.execution_id and a.accept_until is not null`

type Filter = Pick<ItemQuery, 'state' | 'code' | 'review' | 'acceptance' | 'search'>

function among(
  batch: BatchId,
  { state, code, review: wanted, acceptance: decided, search }: Filter,
): RawBuilder<unknown> {
  const parts = [sql`i.batch_id = ${batch}`]
  if (state !== undefined) parts.push(sql`i.state = ${state}`)
  if (code !== undefined) parts.push(sql`i.code = ${code}`)
  if (wanted !== undefined) parts.push(sql`${review} = ${wanted}`)
  if (decided !== undefined) parts.push(sql`${acceptance} = ${decided}`)
  if (search) {
    const like = containing(search)
    parts.push(sql`(i.name ilike ${like} or r.top ilike ${like} or r.fields::text ilike ${like})`)
  }
  return sql.join(parts, sql` and `)
}

/** In place of these, a column of single values. */
const SORTS: Readonly<Record<string, RawBuilder<unknown>>> = {
  column: sql`null::int`,
  position: sql`i.position`,
  name: sql`lower(i.name)`,
  state: sql`i.state`,
  confidence: sql`r.confidence`,
  findings: sql`r.findings`,
  cost: sql`i.cost_paise + ${acceptedPrice}`,
  time: sql`i.ms`,
}

export interface Sorting {
  by: RawBuilder<unknown>
  /** The column whose values it is sorted by; empty for none. */
  column: string
}

const FIELD = 'fields.'

/** Null for a sort that is not known. */
export function sortOf(sort: string): Sorting | null {
  const isColumn = sort.startsWith(FIELD)
  const by = isColumn ? SORTS.column : SORTS[sort === 'column' ? '' : sort]
  return by ? { by, column: isColumn ? sort.slice(FIELD.length) : '' } : null
}

/** Values of a column that are numbers are sorted as such. */
export async function findItems(
  db: Queryable,
  batch: BatchId,
  filter: Filter,
  { sort, order, limit, offset }: { sort: Sorting; order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<ItemRow[]> {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<ItemRow>`
    select ${columns} from ${joined} cross join lateral (select r.fields ->> ${sort.column}::text as value) f
    where ${among(batch, filter)}
    order by ${sort.by} ${direction} nulls last,
      case when f.value ~ '^-?[0-9]{1,15}([.][0-9]{1,9})?$' then f.value::numeric end ${direction} nulls last,
      lower(f.value) ${direction} nulls last, i.position limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countItems(db: Queryable, batch: BatchId, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${joined} where ${among(batch, filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** In their order, from a position on: for exports. */
export async function findItemsFrom(db: Queryable, batch: BatchId, from: number, limit: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${columns} from ${joined} where i.batch_id = ${batch} and i.position >= ${from} order by i.position limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Whether people decided about any finding of its documents. */
export async function hasDecisions(db: Queryable, batch: BatchId): Promise<boolean> {
  const { rows } = await sql`
    select from batch_items i join run_decisions d on d.execution_id = i.execution_id where i.batch_id = ${batch} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Failed and cancelled items that still have an input wait for a run again. @returns how many */
export async function requeueFailed(tx: Queryable, batch: BatchId): Promise<number> {
  const { rows } = await sql`
    update batch_items set state = 'waiting', code = null, message = null, ended_at = null
    where batch_id = ${batch} and state in ('failed', 'cancelled') and input is not null returning 1`.execute(tx)
  return rows.length
}
