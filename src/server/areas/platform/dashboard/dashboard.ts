/** What a signed-in user sees first. */

import { isSellerOrAbove } from '#contract/core/access.ts'
import { type DashboardStats, NEXT_STEPS } from '#contract/platform/dashboard.ts'
import { findCurrentRequest, listWaiting, mayListUsers, mayRequestRoles } from '#server/areas/accounts/accounts.ts'
import {
  findExecutions,
  presentSummary,
  type ReadFew,
  summaryWithoutContent,
  withResults,
} from '#server/areas/runs/runs.ts'
import { viewerOf } from '#server/areas/workflows/workflows.ts'
import { type Caller, isViewed, type UserCaller } from '#server/platform/access/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  type Figures,
  findAgentFailures,
  findAttention,
  findFigures,
  findServicesAtWork,
  type ServiceAtWorkRow,
} from './dashboard.store.ts'
import { getNeeds, presentNeeds, type UsedWays } from './needs.ts'
import { findQueues } from './queues.ts'

const RECENT = 5
const ATTENTION = 10

const FAILING_AGENTS = 5
const WAITING = 5
const AT_WORK = 6

const share = (part: number, rest: number): number | null => (part + rest === 0 ? null : part / (part + rest))

const presentRuns = (figures: Figures): DashboardStats['runs'] => ({
  total: figures.total,
  last_7_days: figures.last_7_days,
  unfinished: figures.unfinished,
  failed_7_days: figures.failed_7_days,
  success_rate: share(figures.succeeded_7_days, figures.failed_7_days),
  days: figures.days,
  previous_7_days: figures.previous_7_days,
  previous_success_rate: share(figures.previous_succeeded, figures.previous_failed),
})

/** With the service that ran last of those that can run. */
function nextStep(services: readonly ServiceAtWorkRow[], used: UsedWays): DashboardStats['next_step'] {
  const service = services.find(({ status }) => status === 'running')
  if (!service) return null
  const kind = NEXT_STEPS.find((step) => step === 'run' || !used[step]) ?? 'run'
  return { kind, service: { id: service.id, name: service.name } }
}

/** The caller's own figures, what needs attention, and the latest runs. @throws unauthenticated */
export async function getDashboard(db: Database, caller: Caller, readFew: ReadFew): Promise<DashboardStats> {
  const own = mayRequestRoles(caller)
  const owner = own.on
  const user = own.by as UserCaller
  const { role, permissions } = user
  const [figures, needs, attention, recent, role_request, role_requests, agent_failures, at_work, queues] =
    await Promise.all([
      findFigures(db, owner),
      getNeeds(db, user, readFew),
      findAttention(db, owner, ATTENTION),
      findExecutions(db, { limit: RECENT, offset: 0 }, owner, viewerOf(caller)),
      findCurrentRequest(db, own),
      permissions.has('users.manage') ? listWaiting(db, mayListUsers(caller), { page: 1, limit: WAITING }) : null,
      isSellerOrAbove(role) ? findAgentFailures(db, owner, FAILING_AGENTS) : null,
      findServicesAtWork(db, owner, AT_WORK),
      findQueues(db, user),
    ])
  const viewed = isViewed(caller)
  const latest = recent.map((row) => presentSummary(row))
  return {
    runs: presentRuns(figures),
    spent: { last_7_days_paise: figures.spent_paise, previous_7_days_paise: figures.previous_spent_paise },
    needs: presentNeeds(needs, { attention, agent_failures, role_requests }),
    queues,
    next_step: nextStep(at_work, needs.used),
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
    recent: viewed ? latest.map(summaryWithoutContent) : await withResults(db, latest),
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
