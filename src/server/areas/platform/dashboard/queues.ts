/** How much waits for sellers and for those who run the marketplace, by where it is decided. */

import { mayIn } from '#contract/accounts/workspace-values.ts'
import { isAdminOrAbove } from '#contract/core/access.ts'
import type { DashboardStats, QueueKind } from '#contract/platform/dashboard.ts'
import { listSellerProfiles, mayReadProfiles } from '#server/areas/accounts/accounts.ts'
import { listModerated, listReceived, mayAnswer, mayModerate } from '#server/areas/agents/agents.ts'
import { listAllRefunds, listOwnRefunds, mayAdminister, ownRefunds } from '#server/areas/billing/billing.ts'
import { listSubmissions, mayReview } from '#server/areas/selling/selling.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'

const NONE = { limit: 1, offset: 0 }

type Ask = () => Promise<{ total: number }>

/** Those that this person may decide; the lists themselves refuse everyone else. */
function queuesOf(db: Queryable, user: UserCaller): [QueueKind, Ask][] {
  const { role, permissions, workspace } = user
  const queues: [QueueKind, Ask][] = []
  if (permissions.has('agents.create')) {
    if (workspace === undefined || mayIn(workspace.role, 'bills'))
      queues.push(['refunds', () => listOwnRefunds(db, ownRefunds(user), 'seller', { ...NONE, status: 'requested' })])
    queues.push(['reviews', () => listReceived(db, mayAnswer(user), { ...NONE, unanswered: 'true' })])
  }
  if (permissions.has('admin.agents.manage'))
    queues.push(
      ['submissions', () => listSubmissions(db, mayReview(user), { ...NONE, status: 'in_review' })],
      ['reported_reviews', () => listModerated(db, mayModerate(user), { ...NONE, status: 'open' })],
    )
  if (isAdminOrAbove(role))
    queues.push(
      ['all_refunds', () => listAllRefunds(db, mayAdminister(user), { ...NONE, status: 'requested' })],
      ['seller_profiles', () => listSellerProfiles(db, mayReadProfiles(user), { ...NONE, status: 'pending' })],
    )
  return queues
}

export async function findQueues(db: Queryable, user: UserCaller): Promise<DashboardStats['queues']> {
  const found = await Promise.all(queuesOf(db, user).map(async ([kind, ask]) => ({ kind, total: (await ask()).total })))
  return found.filter(({ total }) => total > 0)
}
