/** The verbs of how long an account keeps the content of its runs. The periodic removal in `retention.ts` enforces it. */
import { fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { KEEP_RUNS_DAYS, type KeepRunsDays } from '#contract/runs/retention-values.ts'
import type { RunRetention } from '#contract/runs/run-retention.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import * as store from './own-retention.store.ts'

/** The longest the operator keeps the content of any run; null is for good. */
export function longestKept({ succeeded_days, failed_days, runs_days }: RetentionPolicy): number | null {
  const content = succeeded_days === null || failed_days === null ? null : Math.max(succeeded_days, failed_days)
  if (content === null || runs_days === null) return content ?? runs_days
  return Math.min(content, runs_days)
}

const choicesOf = (policy: RetentionPolicy): KeepRunsDays[] => {
  const most = longestKept(policy)
  return KEEP_RUNS_DAYS.filter((days) => most === null || days <= most)
}

export async function getRunRetention(
  db: Queryable,
  { on: id }: Grant<'user.own', UserId>,
  policy: RetentionPolicy,
): Promise<RunRetention> {
  const kept = await store.findKeepDays(db, id)
  const { succeeded_days, failed_days } = policy
  return {
    keep_days: KEEP_RUNS_DAYS.find((days) => days === kept) ?? null,
    choices: choicesOf(policy),
    operator: { succeeded_days, failed_days },
  }
}

/** @throws invalid_input for longer than the operator keeps anything */
export async function setRunRetention(
  db: Queryable,
  grant: Grant<'user.own', UserId>,
  policy: RetentionPolicy,
  days: KeepRunsDays | null,
): Promise<RunRetention> {
  if (days !== null && !choicesOf(policy).includes(days))
    throw fieldError('keep_days', 'This installation doesn’t keep runs that long.')
  await store.setKeepDays(db, grant.on, days)
  return getRunRetention(db, grant, policy)
}
