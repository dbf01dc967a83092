/** Whether a version does worse on the seller's own test cases than the one that is sold. */
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { VersionRow } from './drafts.store.ts'
import { findScore } from './evaluations.store.ts'

export interface Scores {
  /** From 0 to 1; null when the cases were not run with it. */
  now: number | null
  before: number | null
  /** It is lower, or no longer told: without its cases a version could become worse unnoticed. */
  fell: boolean
}

/** Two scores are compared as people read them: a hundredth of a percent is no difference. */
const EQUAL = 0.00005

export const isLower = (now: number, before: number): boolean => now < before - EQUAL

export async function scoresOf(
  db: Queryable,
  workflow: WorkflowId,
  {
    version,
    sold,
  }: { version: WorkflowVersionId | null; sold: Pick<VersionRow, 'workflow_version_id' | 'score'> | null },
): Promise<Scores> {
  const now = version && (await findScore(db, workflow, version))
  // With the cases as they are now, where the sold version was run with them; else what it had when it was submitted.
  const before = sold && ((await findScore(db, workflow, sold.workflow_version_id)) ?? sold.score)
  return { now, before, fell: before !== null && (now === null || isLower(now, before)) }
}

/** @throws score_fell with both scores */
export function refuseFallen({ now, before, fell }: Scores, acknowledged: boolean): void {
  if (!fell || acknowledged || before === null) return
  const percent = (score: number) => `${(score * 100).toFixed(1).replace(/\.0$/, '')} %`
  const message =
    now === null
      ? `The last version scored ${percent(before)} on your test cases. This one has none.`
      : `Your test cases score ${percent(now)} with this version and ${percent(before)} with the last one.`
  throw new AppError('score_fell', { message, problems: [{ message, field: 'acknowledge_score', code: 'score_fell' }] })
}
