/** The SQL of calls of models: what was used, and what may still be. */

import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCK_SEEDS } from '#server/platform/locks/advisory-locks.ts'

/** Whose budget a call counts towards: the owner of the model, or the runner for one of the operator's. */
export type Account = { owner_id: UserId } | { user_id: UserId } | { visitor_key: string }

export interface Used {
  calls: number
  tokens: number
  cost_micros: number
}

/** Nobody else begins a call on this account until the transaction ends. */
export async function lockAccount(tx: Queryable, account: Account): Promise<void> {
  const [kind, id] = Object.entries(account)[0] ?? []
  await sql`select pg_advisory_xact_lock(hashtextextended(${`model calls ${kind} ${id}`}, ${LOCK_SEEDS.modelCalls}))`.execute(
    tx,
  )
}

const sums = sql.raw(
  'count(*)::int as calls, coalesce(sum(input_tokens::bigint + output_tokens), 0)::float8 as tokens, coalesce(sum(cost_micros), 0)::float8 as cost_micros',
)
const today = sql.raw(`created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`)

/** Since midnight UTC, calls under way with the most they can use. Of the operator's models only what nobody pays for. */
export async function findUseToday(db: Queryable, account: Account): Promise<Used> {
  const where =
    'owner_id' in account
      ? sql`owner_id = ${account.owner_id}`
      : 'user_id' in account
        ? sql`owner_id is null and user_id = ${account.user_id} and (charge_id is null or ${givenBack})`
        : sql`owner_id is null and visitor_key = ${account.visitor_key}`
  const { rows } = await sql<Used>`select ${sums} from model_calls where ${where} and ${today}`.execute(db)
  return rows[0] ?? NOTHING
}

const NOTHING: Used = { calls: 0, tokens: 0, cost_micros: 0 }
const givenBack = sql.raw(
  `exists (select 1 from charges c where c.id = model_calls.charge_id and c.status = 'released')`,
)

/** Since midnight UTC: what models took in runs that failed or gave nothing, whose cost went back. */
export async function findGivenBackToday(db: Queryable, user: UserId): Promise<Used> {
  const { rows } = await sql<Used>`
    select ${sums} from model_calls where owner_id is null and user_id = ${user} and charge_id is not null and ${givenBack}
      and ${today}`.execute(db)
  return rows[0] ?? NOTHING
}

/** Of one node of one run. */
export async function findNodeUse(db: Queryable, execution_id: string, node_id: string): Promise<Used> {
  const { rows } = await sql<Used>`
    select ${sums} from model_calls where execution_id = ${execution_id} and node_id = ${node_id}`.execute(db)
  return rows[0] ?? { calls: 0, tokens: 0, cost_micros: 0 }
}

export interface NewCall {
  owner_id: UserId | null
  user_id: UserId | null
  visitor_key: string | null
  execution_id: string | null
  node_id: string | null
  model_id: string
  model: string
  /** The most it can use. */
  input_tokens: number
  output_tokens: number
  cost_micros: number
  /** Of the paid run it is a part of; its cost counts there. */
  charge_id: string | null
}

/** @returns its id */
export async function insertCall(tx: Queryable, call: NewCall): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into model_calls (owner_id, user_id, visitor_key, execution_id, node_id, model_id, model, input_tokens, output_tokens, cost_micros,
      charge_id)
    values (${call.owner_id}, ${call.user_id}, ${call.visitor_key}, ${call.execution_id}, ${call.node_id}, ${call.model_id}, ${call.model},
      ${call.input_tokens}, ${call.output_tokens}, ${call.cost_micros}, ${call.charge_id}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Model call missing after insert')
  return row.id
}

export interface CallEnd {
  input_tokens: number
  output_tokens: number
  cost_micros: number
  ms: number
  error: string | null
}

export async function endCall(db: Queryable, id: string, end: CallEnd): Promise<void> {
  await sql`
    update model_calls set input_tokens = ${end.input_tokens}, output_tokens = ${end.output_tokens}, cost_micros = ${end.cost_micros},
      ms = ${end.ms}, error = ${end.error} where id = ${id}`.execute(db)
}
