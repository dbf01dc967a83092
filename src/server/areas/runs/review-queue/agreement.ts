/** The verb of saying how far first and second readers agree. */
import type { ServiceId } from '#contract/core/primitives.ts'
import type { Agreement, ReviewAgreement } from '#contract/runs/review-queue.ts'
import { agreementOf } from '#findings/agreement.ts'
import { words } from '#findings/finding.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findPairs, type PairRow } from './agreement.store.ts'
import type { UseQueue } from './review-queue.policy.ts'

/** Rows of a table; more are left out. */
const MOST = 200

/** The largest groups first. */
function grouped(pairs: readonly PairRow[], nameOf: (pair: PairRow) => string): Agreement[] {
  const groups = Map.groupBy(pairs, nameOf)
  return [...groups]
    .map(([name, of]) => ({ name, ...agreementOf(of) }))
    .sort((a, b) => b.findings - a.findings || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
}

export async function getAgreement(
  db: Queryable,
  { on: { owner } }: UseQueue,
  service: ServiceId | null,
): Promise<ReviewAgreement> {
  const { pairs, documents } = await findPairs(db, owner, service)
  return {
    documents,
    all: { name: '', ...agreementOf(pairs) },
    by_agent: grouped(pairs, ({ agent }) => agent),
    by_readers: grouped(pairs, ({ readers }) => readers),
    by_tab: grouped(pairs, ({ tab }) => words(tab)),
  }
}
