/** Credits: what a buyer has for paid runs, what they let runs cost, and what became of it. Whole paise, GST included. */
import { z } from 'zod'
import { WORKSPACE_ROLES } from '#contract/accounts/workspace-values.ts'
import { Price } from '#contract/agents/agents.ts'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Paise, ServiceId, Timestamp, UserId } from '#contract/core/primitives.ts'
import { CHARGE_STATUSES, RELEASE_REASONS } from '#contract/runs/acceptance/charge-values.ts'
import { SPENDING_DAYS } from './spending-values.ts'

/** The highest cap that can be set: one crore rupees. */
export const MOST_CAP_PAISE = 100_000_000_000
const cap = z.number().int().min(1).max(MOST_CAP_PAISE).nullable()

export const Credits = z.object({
  /** What may be spent. It cannot be withdrawn. */
  balance_paise: Paise,
  /** Of runs under way: charged when they succeed, given back otherwise. Of results that wait to be accepted: charged then. */
  held_paise: Paise,
  waiting: z.object({
    runs: z.number().int(),
    paise: Paise.describe('Of `held_paise`: what is charged if all of these results are accepted.'),
    next_at: Timestamp.nullable().describe('When the first of them is accepted at the latest; null without one.'),
  }),
  /** Spent and held since midnight in India, models among it. */
  today_paise: Paise,
  run_cap_paise: Paise.nullable().describe('The most that one run may cost; null without a limit.'),
  day_cap_paise: Paise.nullable().describe(
    'The most that all runs may cost from midnight to midnight in India; null without a limit.',
  ),
  /** Below this one is told. */
  low_paise: Paise,
})
export type Credits = z.infer<typeof Credits>

export const SaveCaps = z.strictObject({
  run_cap_paise: cap,
  day_cap_paise: cap,
  low_paise: z.number().int().min(0).max(MOST_CAP_PAISE),
})
export type SaveCaps = z.output<typeof SaveCaps>

/**
 * - `top_up`: bought. - `goodwill`: given by support. - `hold`, `release`: of a run. - `refund`: of a run, or of a top-up.
 * - `other`: a correction.
 */
export const CREDIT_ENTRIES = ['top_up', 'goodwill', 'hold', 'release', 'refund', 'other'] as const

/** One movement of the balance. */
export const CreditEntry = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.enum(CREDIT_ENTRIES),
  /** Positive came in. */
  paise: Paise,
  balance_paise: Paise.describe('The balance after this entry.'),
  /** What it was for: an agent's name, an order's title, the reason of a gift. */
  title: z.string(),
  /** Of a hold: what became of it. */
  run: z
    .object({
      id: z.uuid(),
      status: z.enum(CHARGE_STATUSES),
      reason: z.enum(RELEASE_REASONS).nullable(),
    })
    .nullable(),
})
export type CreditEntry = z.infer<typeof CreditEntry>

export const ServiceSpending = z.object({
  /** Of the version that runs, as it costs now. */
  price: Price,
  /** In this month in India, spent and held. */
  month_paise: Paise,
  month_cap_paise: Paise.nullable().describe('The most it may spend in a month in India; null without a limit.'),
})
export type ServiceSpending = z.infer<typeof ServiceSpending>

/** What a month in India cost an account, by who and what spent it. */
export const MonthSpending = z.object({
  /** As in 2026-11. */
  month: z.string(),
  runs: z.number().int(),
  /** Charged or held, models and GST included. */
  spent_paise: Paise,
  by_member: z
    .array(
      z.object({
        user_id: UserId.nullable().describe('Null for runs that no member started: of schedules, triggers and chats.'),
        name: z.string().nullable(),
        role: z.enum(WORKSPACE_ROLES).nullable().describe('Null for those who are no longer members.'),
        runs: z.number().int(),
        spent_paise: Paise,
        month_cap_paise: Paise.nullable().describe(
          'The most a member’s runs may cost in a month; null without a limit.',
        ),
      }),
    )
    .describe(
      'Of a workspace, most spent first; empty for a person’s own account. Members who may not see the bills get their own row alone.',
    ),
  by_service: z
    .array(
      z.object({
        service_id: ServiceId.nullable().describe('Null for runs outside of services.'),
        name: z.string().nullable(),
        runs: z.number().int(),
        spent_paise: Paise,
      }),
    )
    .describe('The hundred that cost most; empty for members who may not see the bills.'),
})
export type MonthSpending = z.infer<typeof MonthSpending>

/** What runs cost an account day by day, and in as many days before. Days are days in India. */
export const DailySpending = z.object({
  days: z.number().int(),
  from: z.string().describe('The first day, as in 2026-11-01.'),
  until: z.string().describe('The last day: today.'),
  /** Charged or held, models and GST included. */
  spent_paise: Paise,
  before: z
    .object({ from: z.string(), until: z.string(), spent_paise: Paise })
    .describe('As many days before the first one.'),
  parts: z
    .array(
      z.object({
        kind: z.enum(['service', 'agent', 'rest']),
        id: z.uuid().nullable().describe('Null for the rest.'),
        name: z.string().nullable().describe('Null for the rest, and for a service that was removed.'),
        spent_paise: Paise,
      }),
    )
    .describe(
      'The five services, and agents of runs outside of services, that cost most, and then the rest of them as one.',
    ),
  by_day: z
    .array(z.object({ day: z.string(), parts_paise: z.array(Paise).describe('One for each of `parts`.') }))
    .describe('Each day of the period, oldest first, days without spending too.'),
})
export type DailySpending = z.infer<typeof DailySpending>

const service = { access: signedIn, params: z.object({ id: ServiceId }), returns: ServiceSpending } as const

export const creditEndpoints = {
  getCredits: endpoint({
    method: 'GET',
    path: '/api/v1/credits',
    access: signedIn,
    returns: Credits,
  }),
  saveCaps: endpoint({
    method: 'PUT',
    path: '/api/v1/credits/caps',
    access: signedIn,
    body: SaveCaps,
    returns: Credits,
  }),
  listCreditEntries: endpoint({
    method: 'GET',
    path: '/api/v1/credits/statement',
    access: signedIn,
    query: z.object(listQuery(20)),
    returns: listOf(CreditEntry),
  }),
  getMonthSpending: endpoint({
    method: 'GET',
    path: '/api/v1/credits/spending',
    access: signedIn,
    query: z.object({
      /** This month when absent. */
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-11')
        .optional(),
    }),
    returns: MonthSpending,
  }),
  getDailySpending: endpoint({
    method: 'GET',
    path: '/api/v1/credits/spending/days',
    access: signedIn,
    query: z.object({ days: z.enum(SPENDING_DAYS).default('30') }),
    returns: DailySpending,
  }),
  /** For runs from now on, and calls of models in those under way. */
  saveMemberCap: endpoint({
    method: 'PUT',
    path: '/api/v1/credits/members/{user_id}',
    access: signedIn,
    params: z.object({ user_id: UserId }),
    body: z.strictObject({ month_cap_paise: cap }),
    returns: z.object({ user_id: UserId, month_cap_paise: Paise.nullable() }),
    errors: ['not_found'],
  }),
  getServiceSpending: endpoint({
    ...service,
    method: 'GET',
    path: '/api/v1/services/{id}/spending',
    errors: ['not_found'],
  }),
  saveServiceCap: endpoint({
    ...service,
    method: 'PUT',
    path: '/api/v1/services/{id}/spending',
    body: z.strictObject({ month_cap_paise: cap }),
    errors: ['not_found'],
  }),
}
