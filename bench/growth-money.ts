/** Reading of money over few and many entries of the ledger: the rows of `growth.ts` that ask the books. */
import type { LedgerTransactionId } from '#contract/billing/ledger.ts'
import { UserId } from '#contract/core/primitives.ts'
import { countEntries, findEntries } from '#server/areas/billing/credits/credits.store.ts'
import { isAnythingDue } from '#server/areas/billing/invoices/due.store.ts'
import { findTransaction, findTransactions } from '#server/areas/billing/ledger/books.store.ts'
import { findStatement } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import { findSellerTax } from '#server/areas/billing/tax/tax.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Pool } from '#server/platform/database/pool.ts'

const kind = (digit: number, n: string) => `('00000000-0000-7000-800${digit}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** Who has half of all entries, on one account. */
const BUSIEST = UserId.parse('00000000-0000-7000-8001-000000000001')
/** Of the others each has 500. */
const OWNERS = 20
const OWNED = 500

/**
 * `count` transactions between a platform's account and those of users, and as many sales of the busiest seller in this year. Without
 * the triggers, so that what they keep is written here.
 */
export async function fillMoney(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    await client.query(
      `insert into ledger_accounts (kind, owner_id) select 'earnings', ${kind(1, '1')} union all
       select 'credits', ${kind(1, 'i')} from generate_series(2, $1::bigint / 10) i union all select 'gateway', null`,
      [count],
    )
    await client.query(
      `insert into ledger_transactions (id, key, kind, cause_type, cause_id, content_hash, created_at)
       select ${kind(6, 'i')}, 'sale:' || i, 'sale', 'sale', ${kind(7, 'i')}::text, '', now() - ($1::bigint - i) * interval '1 second'
       from generate_series(0, $1::bigint - 1) i`,
      [count],
    )
    const of = kind(1, `case when i < ${OWNERS * OWNED} and i % 2 = 0 then 2 + i / 2 % ${OWNERS} else 1 end`)
    await client.query(
      `insert into ledger_entries (transaction_id, line, account_id, paise)
       select ${kind(6, 'i')}, 1, a.id, 100 from generate_series(0, $1::bigint - 1) i join ledger_accounts a on a.owner_id = ${of}
       union all
       select ${kind(6, 'i')}, 2, a.id, -100 from generate_series(0, $1::bigint - 1) i, ledger_accounts a where a.kind = 'gateway'`,
      [count],
    )
    await client.query(
      `insert into ledger_balances (account_id, stripe, paise, guarded)
       select account_id, 0, sum(paise), false from ledger_entries group by account_id`,
    )
    await client.query(
      `insert into sales (id, buyer_id, seller_id, agent_id, agent_version_id, kind, gross_paise, supplier, commission_rate,
         commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until, released_at)
       select ${kind(7, 'i')}, ${kind(1, '2')}, ${kind(1, '1')}, ${kind(3, '0')}, ${kind(4, '0')}, 'run', 100, 'platform', 0.15, 0, 0, 0,
         0, 0, 100, now(), now() from generate_series(0, $1::bigint - 1) i`,
      [count],
    )
    await client.query(
      `insert into seller_years (seller_id, year, paise) select seller_id, financial_year(created_at), sum(gross_paise) from sales group by 1, 2`,
    )
    await client.query(
      `insert into invoiced (cause_type, cause_id, invoice_id) select 'sale', id, ${kind(8, '0')} from sales`,
    )
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
}

const ownerOf = (n: number): UserId =>
  UserId.parse(`00000000-0000-7000-8001-${(2 + (n % OWNERS)).toString(16).padStart(12, '0')}`)
const page = (n: number) => ({ limit: 20, offset: (n % 20) * 20 })

/** `n` is never the same twice. */
export const MONEY: Record<string, (db: Database, n: number) => Promise<unknown>> = {
  'balance of a user': (db, n) => balanceOf(db, 'credits', ownerOf(n)),
  'balance of the busiest': (db) => balanceOf(db, 'earnings', BUSIEST),
  'balance of the platform': (db) => platformBalance(db, 'gateway'),
  'statement of credits': async (db, n) => {
    const owner = ownerOf(n)
    await Promise.all([findEntries(db, owner, page(n)), countEntries(db, owner)])
  },
  'statement of the busiest': (db, n) => findStatement(db, 'earnings', BUSIEST, page(n)),
  'statement of the platform': (db, n) => findStatement(db, 'gateway', null, page(n)),
  'books, newest first': (db, n) => findTransactions(db, page(n)),
  'one transaction': (db, n) =>
    findTransaction(db, `00000000-0000-7000-8006-${n.toString(16).padStart(12, '0')}` as LedgerTransactionId),
  'what a seller sold in the year': (db) => findSellerTax(db, BUSIEST, new Date()),
  'is an invoice due': (db) => isAnythingDue(db, new Date()),
}
