/** The verb of saying what reviewers did with what agents found. */
import type { ServiceId } from '#contract/core/primitives.ts'
import type { Accuracy, ReviewAccuracy } from '#contract/runs/review-queue.ts'
import { words } from '#findings/finding.ts'
import { intervalOf } from '#findings/share.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type AccuracyRow, findAccuracy } from './accuracy.store.ts'
import type { UseQueue } from './review-queue.policy.ts'

function present({ level: _, field, ...row }: AccuracyRow): Accuracy {
  const interval = intervalOf(row.accepted, row.accepted + row.edited + row.rejected)
  return {
    ...row,
    field: field === null ? null : words(field),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
  }
}

/** The newest month first. */
export async function getAccuracy(
  db: Queryable,
  { on: { owner } }: UseQueue,
  service: ServiceId | null,
): Promise<ReviewAccuracy> {
  const rows = await findAccuracy(db, owner, service)
  const of = (level: AccuracyRow['level']) => rows.filter((row) => row.level === level).map(present)
  return { by_month: of('month'), by_service: of('service'), by_field: of('field') }
}
