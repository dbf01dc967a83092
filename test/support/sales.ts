/** A sale as a paid run leaves it, without the run. */
import type { UserId } from '#contract/core/primitives.ts'
import { saleLines } from '#server/areas/billing/charges/sale-parts.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { divideSale } from '#server/areas/billing/tax/divide-sale.ts'
import type { TestDatabase } from './database.ts'

export interface Sold {
  buyer: UserId
  seller: UserId
  agent: { id: string }
  paise: number
  /** The seller's part is payable. */
  released: boolean
  now?: Date
}

/** @returns its id */
export async function sell(
  { db, pool }: TestDatabase,
  { buyer, seller, agent, paise, released, now = new Date() }: Sold,
): Promise<string> {
  const parts = await divideSale(db, { seller, gross_paise: paise, rate: 0.15, now })
  const version = await pool.query('select id from agent_versions where agent_id = $1 limit 1', [agent.id])
  const { rows } = await pool.query(
    `insert into sales (buyer_id, seller_id, agent_id, agent_version_id, kind, gross_paise, supplier, commission_rate, commission_paise,
      commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until, released_at, created_at)
     values ($1, $2, $3, $4, 'run', $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $14, $15) returning id`,
    [
      buyer,
      seller,
      agent.id,
      version.rows[0].id,
      paise,
      parts.supplier,
      parts.commission_rate,
      parts.commission_paise,
      parts.commission_gst_paise,
      parts.gst_paise,
      parts.tcs_paise,
      parts.tds_paise,
      parts.seller_paise,
      released ? now : null,
      now,
    ],
  )
  const { id } = rows[0]
  const held = saleLines({ ...parts, seller_id: seller } as Parameters<typeof saleLines>[0])
  const lines = held.map((line) =>
    released && line.account === 'earnings_held' ? { ...line, account: 'earnings' as const } : line,
  )
  await db.transaction().execute((tx) =>
    postToLedger(tx, {
      key: `sale:${id}`,
      kind: 'sale',
      cause: { type: 'sale', id },
      lines: [{ account: 'credits', owner: buyer, paise: -paise }, ...lines],
    }),
  )
  return id
}
