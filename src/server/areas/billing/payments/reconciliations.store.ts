/** The SQL of reconciliations. */
import { sql } from 'kysely'
import type { Json } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface NewReconciliation {
  gateway: string
  since: Date
  until: Date
  payments: number
  refunds: number
  disputes: number
  repaired: number
  differences: Json
}

export interface ReconciliationRow extends NewReconciliation {
  id: string
  created_at: Date
}

export async function insertReconciliation(tx: Queryable, one: NewReconciliation): Promise<void> {
  await sql`
    insert into reconciliations (gateway, since, until, payments, refunds, disputes, repaired, differences)
    values (${one.gateway}, ${one.since}, ${one.until}, ${one.payments}, ${one.refunds}, ${one.disputes}, ${one.repaired},
      ${JSON.stringify(one.differences)}::jsonb)`.execute(tx)
}

export async function listReconciliations(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ReconciliationRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<ReconciliationRow>`
      select id, gateway, since, until, payments, refunds, disputes, repaired, differences, created_at from reconciliations
      order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from reconciliations`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
