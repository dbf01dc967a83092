/** The comparison with the gateway, as admins ask for it and read it. */

import { Reconciliation } from '#contract/billing/refunds.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { callGateway, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import { reconcileAndReport } from './reconcile.ts'
import { listReconciliations } from './reconciliations.store.ts'

type Administer = Grant<'refund.administer', UserId>

/** @throws gateway_unavailable */
export async function reconcileNow(deps: Paying, { on: by }: Administer, days: number) {
  const details = { days }
  await insertAudit(deps.db, { actor_id: by, action: 'payment.reconcile', target_id: by, reason: null, details })
  const until = deps.now()
  const since = new Date(until.getTime() - days * DAY_MS)
  const { differences } = await callGateway(() => reconcileAndReport(deps, { since, until, always: true }))
  const repaired = differences.filter((one) => one.repaired).length
  return { repaired, open: differences.length - repaired }
}

export async function listReconciliationReports(
  db: Queryable,
  _grant: Administer,
  page: { limit: number; offset: number },
) {
  const { rows, total } = await listReconciliations(db, page)
  const items = rows.map((row) =>
    Reconciliation.parse({
      ...row,
      since: row.since.toISOString(),
      until: row.until.toISOString(),
      created_at: row.created_at.toISOString(),
    }),
  )
  return { items, total, ...page }
}
