/** What admins do about reviews that were reported or held back. What is removed leaves a public note. */

import type { ReportReason } from '#contract/agents/review-limits.ts'
import type { ModeratedReview, ReviewId } from '#contract/agents/reviews.ts'
import { AppError } from '#contract/core/errors.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { notify, settleNotices } from '#server/areas/accounts/accounts.ts'
import { decideReviewCase } from '#server/areas/agents/report-cases/report-cases.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockReview } from './guards.store.ts'
import * as store from './moderation.store.ts'
import { type ModerateGrant, moderateAbility } from './reviews.policy.ts'
import { findReview } from './reviews.store.ts'
import { presentReview } from './reviews.ts'

async function present(db: Queryable, grant: ModerateGrant, ids: readonly ReviewId[]): Promise<ModeratedReview[]> {
  const rows = (await Promise.all(ids.map((id) => findReview(db, id, grant.on)))).filter((row) => row !== null)
  const reports = await store.findReports(db, ids)
  return rows.map((row) => ({
    ...presentReview(grant.on, row),
    held_for: row.held_for,
    reports: reports
      .filter(({ review_id }) => review_id === row.id)
      .map(({ reason, note, by, at }) => ({ reason, note, by, at: at.toISOString() })),
    moderate: moderateAbility(grant, row),
  }))
}

export async function listModerated(
  db: Queryable,
  grant: ModerateGrant,
  { status, limit, offset }: { status: 'open' | 'removed'; limit: number; offset: number },
) {
  const { ids, total } = await store.findQueue(db, status, { limit, offset })
  return { items: await present(db, grant, ids), total, limit, offset }
}

type Judgement = { action: 'keep' } | { action: 'remove'; reason: ReportReason; note: string }

/** @throws not_found, own_agent for one that concerns the moderator */
export async function moderateReview(
  db: Database,
  grant: ModerateGrant,
  id: ReviewId,
  judgement: Judgement,
): Promise<ModeratedReview> {
  return db.transaction().execute(async (tx) => {
    // What its author changes meanwhile is not what was judged.
    await lockReview(tx, id)
    const row = await findReview(tx, id, grant.on)
    if (row === null) throw new AppError('not_found')
    const ability = moderateAbility(grant, row)
    if (!ability.allowed) throw new AppError('own_agent', { message: ability.reason ?? undefined })
    const removal = judgement.action === 'remove' ? { reason: judgement.reason, note: judgement.note } : null
    await decideReviewCase(tx, grant.on, id, {
      decision: removal ? 'resolved' : 'dismissed',
      outcome: removal?.note ?? 'We looked at the review, and it stays.',
    })
    await store.storeJudgement(tx, { id, by: grant.on, removal })
    await settleNotices(tx, [`review_report:${id}`])
    await insertAudit(tx, {
      actor_id: grant.on,
      action: `review.${judgement.action}`,
      target_id: row.author_id,
      reason: removal?.note ?? null,
      details: { review: id, agent: row.agent_id },
    })
    if (removal && row.status !== 'removed')
      await notify(tx, row.author_id, {
        kind: 'review',
        title: say('Your review of {agent} was removed', { agent: row.agent_name }),
        message: verbatim(removal.note),
        href: `/agent/${row.agent_slug}#reviews`,
      })
    const [shown] = await present(tx, grant, [id])
    if (!shown) throw new AppError('not_found')
    return shown
  })
}
