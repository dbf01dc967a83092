/** What a signed-in user sees first. */
import { z } from 'zod'
import { CredentialId } from '#contract/accounts/credentials.ts'
import { RoleRequest } from '#contract/accounts/role-requests.ts'
import { PendingUser } from '#contract/accounts/user-management.ts'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, ExecutionId, Paise, ServiceId, Slug, Timestamp } from '#contract/core/primitives.ts'
import { ExecutionSummary } from '#contract/runs/executions.ts'
import { revealQuery } from '#contract/runs/oversight/masks.ts'
import { SERVICE_STATUSES } from '#contract/services/service-values.ts'

/** In the order they are proposed: the first that the account has not done yet, and then only to run the service again. */
export const NEXT_STEPS = ['batch', 'schedule', 'program', 'run'] as const
export type NextStep = (typeof NEXT_STEPS)[number]

/** What may wait for a person, by its kind; the answer says in which order. */
export const NEED_KINDS = [
  'payment',
  'limits_reached',
  'orders',
  'questions',
  'acceptance',
  'reconnect',
  'failed',
  'agent_failures',
  'reviews',
  'limits_near',
  'role_requests',
] as const
export type NeedKind = (typeof NEED_KINDS)[number]

/** `day`: what runs may cost in a day. `member`: what runs of this member may cost their workspace in a month. */
export const LIMIT_KINDS = ['credits', 'day', 'member', 'api_calls', 'storage'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** What sellers, and those who run the marketplace, decide in lists of their own. */
export const QUEUE_KINDS = [
  'refunds',
  'reviews',
  'submissions',
  'reported_reviews',
  'all_refunds',
  'seller_profiles',
] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

export const DashboardStats = z.object({
  runs: z.object({
    total: z.number().int(),
    last_7_days: z.number().int(),
    unfinished: z.number().int(),
    failed_7_days: z.number().int(),
    /** Of the runs finished in the last 7 days; null without any. */
    success_rate: z.number().nullable(),
    days: z.array(z.number().int()).describe('Runs on each of the last 7 days in India, today last.'),
    previous_7_days: z.number().int().nullable().describe('Runs in the 7 days before; null where there are too many.'),
    previous_success_rate: z.number().nullable().describe('Of the runs finished in the 7 days before.'),
  }),
  /** Charged or held for runs and their models, GST included. */
  spent: z.object({
    last_7_days_paise: Paise,
    previous_7_days_paise: Paise.describe('In the 7 days before.'),
  }),
  services: z.object({
    total: z.number().int(),
    running: z.number().int(),
    /** Those that ran last, at most six. */
    at_work: z.array(
      z.object({
        id: ServiceId,
        name: z.string(),
        status: z.enum(SERVICE_STATUSES),
        icon: z.string(),
        category: Slug.describe('Of its agent.'),
        days: z.array(z.number().int()).describe('Runs on each of the last 7 days in India, today last.'),
        failed: z.number().int().describe('Of these, how many failed.'),
        last_run_at: Timestamp.nullable(),
      }),
    ),
  }),
  workflows: z.object({ total: z.number().int() }),
  /** What waits for this person, oldest first. */
  attention: z.array(
    z.object({
      type: z.enum(['approval', 'form', 'failed']),
      execution_id: ExecutionId,
      title: z.string(),
      at: Timestamp,
    }),
  ),
  /** What else waits for a decision of this account. */
  needs: z.object({
    reviews: z.number().int().describe('Documents in the review queue, counted up to 1,000; 0 for who can’t review.'),
    acceptance: z
      .object({
        results: z.number().int(),
        price_paise: Paise.describe('What is charged if all of them are accepted.'),
        until: Timestamp.describe('When the first of them is accepted without a decision.'),
      })
      .nullable()
      .describe('Results to accept or reject; null without any.'),
    reconnect: z
      .array(z.object({ id: CredentialId, name: z.string() }))
      .describe('Accounts that a service takes no longer, at most five.'),
    payment: z
      .object({ plan: z.string(), amount_paise: Paise })
      .nullable()
      .describe('A renewal of the plan that is due and not paid; null without one, and for who can’t pay.'),
    orders: z
      .array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          amount_paise: Paise,
          failed: z.boolean().describe('A payment of it was tried and failed.'),
        }),
      )
      .describe('Orders that can be paid now, newest first, at most three; none for who can’t pay.'),
    limits: z
      .array(
        z.object({
          kind: z.enum(LIMIT_KINDS),
          used: z.number().describe('Paise, calls or bytes; of credits what is left.'),
          limit: z.number().describe('In the same unit; of credits what counts as low.'),
          reached: z.boolean().describe('Nothing more is possible; otherwise at least 80 % is used.'),
        }),
      )
      .describe('Limits that are reached or nearly reached and that concern this person.'),
    preparing: z.boolean().describe('More results are being read: `reviews` may grow.'),
    order: z.array(z.enum(NEED_KINDS)).describe('What there is of all that waits, most urgent first.'),
  }),
  queues: z
    .array(z.object({ kind: z.enum(QUEUE_KINDS), total: z.number().int() }))
    .describe(
      'What waits in the lists that this person decides, for sellers and admins; those without any are left out.',
    ),
  /** What would be most useful next, with one of the services; null before there is one. */
  next_step: z.object({ kind: z.enum(NEXT_STEPS), service: z.object({ id: ServiceId, name: z.string() }) }).nullable(),
  recent: z.array(ExecutionSummary),
  /** The own request for a role while it is open, and for a week after its answer. */
  role_request: RoleRequest.nullable(),
  /** For users who can decide: open role requests, longest waiting first, and their total. Null for others. */
  role_requests: z.object({ total: z.number().int(), items: z.array(PendingUser) }).nullable(),
  /** For sellers: their agents that failed in the last 7 days, the most failures first. Null for others. */
  agent_failures: z
    .array(
      z.object({
        agent: z.object({ id: AgentId, slug: Slug, name: z.string() }),
        failed: z.number().int(),
        runs: z.number().int(),
        /** The code of the newest failure: its message could tell what a buyer sent. */
        code: z.string().nullable(),
        at: Timestamp,
      }),
    )
    .nullable(),
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const dashboardEndpoints = {
  getDashboard: endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/stats',
    access: signedIn,
    query: z.object(revealQuery),
    returns: DashboardStats,
  }),
}
