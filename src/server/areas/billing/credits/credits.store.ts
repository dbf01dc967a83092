/** The SQL of the movements of credits. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { ChargeStatus, ReleaseReason } from '#contract/runs/acceptance/charge-values.ts'
import { accountId, COUNTED } from '#server/areas/billing/ledger/ledger.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface EntryRow {
  id: string
  at: Date
  kind: string
  paise: number
  /** What came after it, in sum. */
  newer: number
  title: string | null
  execution_id: string | null
  status: ChargeStatus | null
  reason: ReleaseReason | null
}

/** Newest first: transactions are numbered in time. */
export async function findEntries(
  db: Queryable,
  user: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select page.transaction_id as id, t.created_at as at, t.kind, page.paise, page.newer, coalesce(a.name, b.name, o.title,
        case when t.kind = 'goodwill' then t.note end) as title,
      c.execution_id, c.reason,
      -- what was given back and charged again for a result that was accepted after all
      case when t.key in ('charge:' || c.id || ':hold', 'charge:' || c.id || ':reject') and exists (
        select from acceptance_decisions d where d.charge_id = c.id and d.decision = 'rejected') then 'rejected' else c.status end as status
    from (
      select e.transaction_id, e.line, e.paise::float8 as paise,
        coalesce(sum(e.paise) over (order by e.transaction_id desc, e.line desc rows between unbounded preceding and 1 preceding), 0)::float8
          as newer
      from ledger_entries e where e.account_id = ${accountId('credits', user)}
      order by e.transaction_id desc, e.line desc limit ${limit} offset ${offset}
    ) page
    join ledger_transactions t on t.id = page.transaction_id
    -- the sale of a run has the id of its charge; on what it takes from credits nothing was held
    left join charges c on c.id = case when t.cause_type = 'charge' or (t.cause_type = 'sale' and page.paise < 0) then t.cause_id::uuid end
    left join agents a on a.id = c.agent_id
    left join sales s on s.id = case when t.cause_type = 'sale' then t.cause_id::uuid end left join agents b on b.id = s.agent_id
    left join orders o on o.id = case when t.cause_type = 'order' then t.cause_id::uuid end
    order by page.transaction_id desc, page.line desc`.execute(db)
  return rows
}

/** Up to 10,000. */
export async function countEntries(db: Queryable, user: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from ledger_entries e where e.account_id = ${accountId('credits', user)} limit ${COUNTED}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
