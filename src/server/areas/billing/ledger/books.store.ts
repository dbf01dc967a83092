/** The SQL of reading the books. */
import { sql } from 'kysely'
import type { LedgerTransaction, LedgerTransactionId } from '#contract/billing/ledger.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { COUNTED } from './ledger.store.ts'

export interface TransactionRow {
  id: LedgerTransactionId
  key: string
  kind: string
  cause_type: string
  cause_id: string
  note: string
  reverses: LedgerTransactionId | null
  reversed_by: LedgerTransactionId | null
  created_by: string | null
  created_at: Date
  entries: LedgerTransaction['entries']
}

export interface BooksQuery {
  account?: string | undefined
  owner?: UserId | undefined
  kind?: string | undefined
  search?: string | undefined
  limit: number
  offset: number
}

const COLUMNS = sql.raw(`t.id, t.key, t.kind, t.cause_type, t.cause_id, t.note, t.reverses, t.created_at,
  (select r.id from ledger_transactions r where r.reverses = t.id limit 1) as reversed_by,
  (select display_name from users where id = t.created_by) as created_by,
  (select jsonb_agg(jsonb_build_object('account', a.kind, 'title', k.title, 'paise', e.paise, 'owner',
      case when u.id is not null then jsonb_build_object('id', u.id, 'display_name', u.display_name) end) order by e.line)
    from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_account_kinds k on k.kind = a.kind
    left join users u on u.id = a.owner_id where e.transaction_id = t.id) as entries`)

function conditions({ account, owner, kind, search }: BooksQuery) {
  const all = [sql`true`]
  if (account !== undefined || owner !== undefined)
    all.push(sql`exists (select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = t.id
      and (${account ?? null}::text is null or a.kind = ${account ?? null}) and (${owner ?? null}::uuid is null or a.owner_id = ${owner ?? null}))`)
  if (kind !== undefined) all.push(sql`t.kind = ${kind}`)
  if (search) all.push(sql`(starts_with(t.key, ${search}) or t.cause_id = ${search})`)
  return sql.join(all, sql` and `)
}

export async function findTransactions(
  db: Queryable,
  query: BooksQuery,
): Promise<{ rows: TransactionRow[]; total: number }> {
  const where = conditions(query)
  const [{ rows }, counted] = await Promise.all([
    sql<TransactionRow>`select ${COLUMNS} from ledger_transactions t where ${where}
      order by t.created_at desc, t.id desc limit ${query.limit} offset ${query.offset}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select 1 from ledger_transactions t where ${where} limit ${COUNTED}) counted`.execute(
      db,
    ),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findTransaction(db: Queryable, id: LedgerTransactionId): Promise<TransactionRow | null> {
  const { rows } = await sql<TransactionRow>`select ${COLUMNS} from ledger_transactions t where t.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function countTransactions(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ledger_transactions`.execute(db)
  return rows[0]?.count ?? 0
}
