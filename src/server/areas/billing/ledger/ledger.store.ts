/** The SQL of the ledger. `post_ledger` of the database is the only writer: the engine's settlements go through it, too. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { OwnedAccount, PlatformAccount, Posting } from './accounts.ts'

export async function insertPosting(db: Queryable, posting: Posting): Promise<{ id: string; posted: boolean }> {
  const { key, kind, cause, lines, note, by, reverses } = posting
  const { rows } = await sql<{ id: string; posted: boolean }>`
    select transaction_id as id, posted from post_ledger(${key}, ${kind}, ${cause.type}, ${cause.id}, ${JSON.stringify(lines)}::jsonb,
      ${note ?? ''}, ${by ?? null}::uuid, ${reverses ?? null}::uuid)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('post_ledger answers one row')
  return row
}

/** Whether this movement was posted before. */
export async function isPosted(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger_transactions where key = ${key}`.execute(db)
  return rows.length > 0
}

/** The account `a`; null: the platform's. Said so that an index finds it among those of all users. */
const isAccount = (account: OwnedAccount | PlatformAccount, owner: UserId | null) =>
  owner === null ? sql`a.kind = ${account} and a.owner_id is null` : sql`a.kind = ${account} and a.owner_id = ${owner}`

/** Its id, for what is read of its entries in their order. */
export const accountId = (account: OwnedAccount | PlatformAccount, owner: UserId | null) =>
  sql`(select a.id from ledger_accounts a where ${isAccount(account, owner)})`

/** Credited minus debited, in paise; 0 for an account that was never used. */
export async function findBalance(
  db: Queryable,
  account: OwnedAccount | PlatformAccount,
  owner: UserId | null,
): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(b.paise), 0)::float8 as paise from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where ${isAccount(account, owner)}`.execute(db)
  return rows[0]?.paise ?? 0
}

export interface KindBalance {
  kind: string
  title: string
  normal: 'credit' | 'debit'
  paise: number
}

/** Each kind of account with the sum of all its accounts. */
export async function sumKinds(db: Queryable): Promise<KindBalance[]> {
  const { rows } = await sql<KindBalance>`
    select k.kind, k.title, k.normal, coalesce(sum(b.paise), 0)::float8 as paise
    from ledger_account_kinds k left join ledger_accounts a on a.kind = k.kind left join ledger_balances b on b.account_id = a.id
    group by k.kind order by k.kind`.execute(db)
  return rows
}

/** Accounts whose kept balance is not the sum of their entries; none, unless somebody wrote past `post_ledger`. */
export async function findDrift(db: Queryable): Promise<{ account_id: number; kept: number; summed: number }[]> {
  const { rows } = await sql<{ account_id: number; kept: number; summed: number }>`
    select a.id as account_id, coalesce(k.paise, 0)::float8 as kept, coalesce(e.paise, 0)::float8 as summed from ledger_accounts a
    left join (select account_id, sum(paise) as paise from ledger_balances group by 1) k on k.account_id = a.id
    left join (select account_id, sum(paise) as paise from ledger_entries group by 1) e on e.account_id = a.id
    where coalesce(k.paise, 0) <> coalesce(e.paise, 0)`.execute(db)
  return rows
}

export interface StatementRow {
  at: Date
  kind: string
  note: string
  cause_type: string
  cause_id: string
  paise: number
}

/** Kept small: what is counted for a page is counted up to here. */
export const COUNTED = 10_000

/** The movements of one account, newest first; `total` is counted up to 10,000. */
export async function findStatement(
  db: Queryable,
  account: OwnedAccount | PlatformAccount,
  owner: UserId | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StatementRow[]; total: number }> {
  const of = accountId(account, owner)
  const [{ rows }, counted] = await Promise.all([
    sql<StatementRow>`
      select t.created_at as at, t.kind, t.note, t.cause_type, t.cause_id, e.paise::float8 as paise
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where e.account_id = ${of}
      order by e.transaction_id desc, e.line desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (
        select 1 from ledger_entries e where e.account_id = ${of} limit ${COUNTED}) counted`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
