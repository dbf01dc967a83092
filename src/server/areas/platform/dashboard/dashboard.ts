/** What a signed-in user sees first. */
import { isSellerOrAbove } from '#contract/core/access.ts'
import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { findCurrentRequest, listWaiting, mayListUsers, mayRequestRoles } from '#server/areas/accounts/accounts.ts'
import { findExecutions, presentSummary, summaryWithoutContent } from '#server/areas/runs/runs.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import { type Caller, isViewed, type UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findAgentFailures, findAttention, findFigures, findServicesAtWork } from './dashboard.store.ts'

const RECENT = 5
const ATTENTION = 10

const FAILING_AGENTS = 5
const WAITING = 5
const AT_WORK = 6

/** The caller's own figures, what needs attention, and the latest runs. @throws unauthenticated */
export async function getDashboard(db: Queryable, caller: Caller): Promise<DashboardStats> {
  const own = mayRequestRoles(caller)
  const owner = own.on
  const { role, permissions } = own.by as UserCaller
  const [figures, attention, recent, role_request, role_requests, agent_failures, at_work] = await Promise.all([
    findFigures(db, owner),
    findAttention(db, owner, ATTENTION),
    findExecutions(db, { limit: RECENT, offset: 0 }, owner, viewerOf(caller)),
    findCurrentRequest(db, own),
    permissions.has('users.manage') ? listWaiting(db, mayListUsers(caller), { page: 1, limit: WAITING }) : null,
    isSellerOrAbove(role) ? findAgentFailures(db, owner, FAILING_AGENTS) : null,
    findServicesAtWork(db, owner, AT_WORK),
  ])
  const viewed = isViewed(caller)
  const ended = figures.failed_7_days + figures.succeeded_7_days
  return {
    runs: {
      total: figures.total,
      last_7_days: figures.last_7_days,
      unfinished: figures.unfinished,
      failed_7_days: figures.failed_7_days,
      success_rate: ended === 0 ? null : figures.succeeded_7_days / ended,
    },
    services: {
      total: figures.services,
      running: figures.services_running,
      at_work: at_work.map((row) => ({ ...row, last_run_at: row.last_run_at?.toISOString() ?? null })),
    },
    workflows: { total: figures.workflows },
    attention: attention.map((row) => ({
      ...row,
      // The question of a step may quote what went in.
      title: viewed && row.type !== 'failed' ? 'An answer is needed' : row.title,
      at: row.at.toISOString(),
    })),
    recent: recent.map((row) => (viewed ? summaryWithoutContent(presentSummary(row)) : presentSummary(row))),
    role_request,
    role_requests: role_requests && { total: role_requests.total, items: role_requests.items },
    agent_failures:
      agent_failures?.map(({ agent_id, slug, name, at, ...row }) => ({
        ...row,
        agent: { id: agent_id, slug, name },
        at: at.toISOString(),
      })) ?? null,
  }
}
