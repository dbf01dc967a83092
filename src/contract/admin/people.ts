/**
 * One person as support sees them: who they are, what they paid, what failed and why, and what can be done about it. Each section is an
 * endpoint of its own. Nothing here has what went into a run or came out of it.
 */
import { z } from 'zod'
import { Done } from '#contract/accounts/auth.ts'
import { RoleRequest } from '#contract/accounts/role-requests.ts'
import { SupportView } from '#contract/accounts/support-views.ts'
import { ManagedUser, RequiredReason } from '#contract/accounts/user-management.ts'
import { MOST_GRANT_PAISE } from '#contract/accounts/user-rules.ts'
import { CreditEntry } from '#contract/billing/credits.ts'
import { BUYABLE, ORDER_STATUSES, REFUND_STATUSES } from '#contract/billing/payment-values.ts'
import { OrderId, OrderPayment } from '#contract/billing/payments.ts'
import { RefundId } from '#contract/billing/refunds.ts'
import { Ability } from '#contract/core/ability.ts'
import { ROLES, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  AgentId,
  ExecutionId,
  JsonObject,
  listOf,
  listQuery,
  Paise,
  ServiceId,
  Slug,
  SupportViewId,
  Timestamp,
  UserId,
} from '#contract/core/primitives.ts'
import { EXECUTION_STATUSES, TRIGGERS } from '#contract/runs/execution-states.ts'
import { SERVICE_STATUSES } from '#contract/services/service-values.ts'

/** How the account signs in; null where accounts are kept by a provider elsewhere. */
export const SignInFacts = z.object({
  /** `password`, `google`, `github`. */
  ways: z.array(z.string()),
  passkeys: z.number().int(),
  second_factor: z.boolean(),
})
export type SignInFacts = z.infer<typeof SignInFacts>

export const Person = ManagedUser.extend({
  bio: z.string().nullable(),
  website_url: z.string().nullable(),
  /** The name of the plan; null for the free one. */
  plan: z.string().nullable(),
  sign_in: SignInFacts.nullable(),
  /** The role that they ask for. */
  request: RoleRequest.nullable(),
  /** The roles that the caller may give them now. */
  roles: z.array(z.enum(ROLES)),
  abilities: z.object({
    decide: Ability,
    block: Ability,
    activate: Ability,
    change_role: Ability,
    end_sessions: Ability,
    mail_reset: Ability,
    remove_second_factor: Ability,
    give_credits: Ability,
    view: Ability,
  }),
})
export type Person = z.infer<typeof Person>

export const PersonSession = z.object({
  id: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Timestamp,
  /** To the day. */
  last_used_at: Timestamp,
})
export type PersonSession = z.infer<typeof PersonSession>

export const PersonService = z.object({
  id: ServiceId,
  name: z.string(),
  status: z.enum(SERVICE_STATUSES),
  agent: z.object({ slug: Slug, name: z.string() }),
  last_run_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type PersonService = z.infer<typeof PersonService>

export const PersonRun = z.object({
  id: ExecutionId,
  status: z.enum(EXECUTION_STATUSES),
  trigger: z.enum(TRIGGERS),
  /** Null for a workflow of their own. */
  agent: z.object({ id: AgentId, slug: Slug, name: z.string() }).nullable(),
  /** `cause` is a text of ours, never the stored message, which may quote what went in; null where the code has none. */
  error: z.object({ code: z.string(), cause: z.string().nullable() }).nullable(),
  cost_paise: Paise,
  /** What of the price was given back. */
  refunded_paise: Paise,
  /** What of the price can be given back. */
  refundable_paise: Paise,
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
})
export type PersonRun = z.infer<typeof PersonRun>

export const PersonOrder = z.object({
  id: OrderId,
  purpose: z.enum(BUYABLE),
  title: z.string(),
  amount_paise: Paise,
  refunded_paise: Paise,
  status: z.enum(ORDER_STATUSES),
  receipt: z.string(),
  payment: OrderPayment.nullable(),
  disputed: z.boolean(),
  /** Newest first. */
  refunds: z.array(
    z.object({
      id: RefundId,
      status: z.enum(REFUND_STATUSES),
      paise: Paise,
      reason: z.string(),
      created_at: Timestamp,
    }),
  ),
  /** At most this much can be given back. */
  refundable_paise: Paise,
  created_at: Timestamp,
  paid_at: Timestamp.nullable(),
  abilities: z.object({ refund: Ability }),
})
export type PersonOrder = z.infer<typeof PersonOrder>

export const PersonMessage = z.object({
  id: z.uuid(),
  reference: z.string(),
  topic: z.string(),
  message: z.string(),
  created_at: Timestamp,
})
export type PersonMessage = z.infer<typeof PersonMessage>

const Named = z.object({ id: UserId, display_name: z.string() })

export const PersonAuditEntry = z.object({
  id: z.uuid(),
  action: z.string(),
  reason: z.string().nullable(),
  details: JsonObject,
  /** Null for an account that is gone. */
  actor: Named.nullable(),
  /** Null where it was not done to a person. */
  target: Named.nullable(),
  created_at: Timestamp,
})
export type PersonAuditEntry = z.infer<typeof PersonAuditEntry>

const access = withPermission('users.manage')
const params = z.object({ id: UserId })
const paged = z.object(listQuery(20))
const section = { method: 'GET', access, params, errors: ['not_found'] } as const
const act = { method: 'POST', access, params, returns: Done } as const

export const peopleEndpoints = {
  getPerson: endpoint({ ...section, path: '/api/v1/admin/people/{id}', returns: Person }),
  listPersonSessions: endpoint({
    ...section,
    path: '/api/v1/admin/people/{id}/sessions',
    query: paged,
    returns: listOf(PersonSession),
  }),
  listPersonServices: endpoint({
    ...section,
    path: '/api/v1/admin/people/{id}/services',
    query: paged,
    returns: listOf(PersonService),
  }),
  listPersonRuns: endpoint({
    ...section,
    path: '/api/v1/admin/people/{id}/runs',
    query: z.object({ status: z.enum(['all', 'failed']).default('all'), ...listQuery(20) }),
    returns: listOf(PersonRun),
  }),
  listPersonOrders: endpoint({
    ...section,
    path: '/api/v1/admin/people/{id}/orders',
    query: paged,
    /** With the sums of all orders, and what is left of credits. */
    returns: listOf(PersonOrder).extend({ paid_paise: Paise, refunded_paise: Paise, credits_paise: Paise }),
  }),
  listPersonCredits: endpoint({
    ...section,
    path: '/api/v1/admin/people/{id}/credits',
    query: paged,
    returns: listOf(CreditEntry).extend({ balance_paise: Paise, held_paise: Paise }),
  }),
  listPersonMessages: endpoint({
    ...section,
    path: '/api/v1/admin/people/{id}/messages',
    query: paged,
    returns: listOf(PersonMessage),
  }),
  /** What was done to them, what they did, or how their role and status came about. */
  listPersonAudit: endpoint({
    ...section,
    path: '/api/v1/admin/people/{id}/audit',
    query: z.object({ show: z.enum(['about', 'by', 'standing']).default('about'), ...listQuery(20) }),
    returns: listOf(PersonAuditEntry),
  }),
  endPersonSessions: endpoint({
    ...act,
    path: '/api/v1/admin/people/{id}/end-sessions',
    /** Without a session all of them end, and no browser is trusted any more. */
    body: z.strictObject({
      session_id: z
        .string()
        .regex(/^[\w-]{1,100}$/)
        .optional(),
      reason: RequiredReason,
    }),
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  mailPersonReset: endpoint({
    ...act,
    path: '/api/v1/admin/people/{id}/reset-password',
    body: z.strictObject({ reason: RequiredReason }),
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  removePersonSecondFactor: endpoint({
    ...act,
    path: '/api/v1/admin/people/{id}/remove-second-factor',
    /** The reason says how the person proved who they are. */
    body: z.strictObject({ reason: RequiredReason }),
    errors: ['not_found', 'forbidden', 'illegal_transition', 'confirmation_needed'],
  }),
  givePersonCredits: endpoint({
    ...act,
    path: '/api/v1/admin/people/{id}/credits',
    body: z.strictObject({
      paise: z
        .number()
        .int('Use whole rupees and paise')
        .min(100, 'At least ₹1')
        .max(MOST_GRANT_PAISE, 'At most ₹10,000'),
      /** The person reads it in their credit history. */
      reason: RequiredReason,
      /** The same key gives once, however often it is sent. */
      idempotency_key: z.string().regex(/^[\w-]{8,100}$/),
    }),
    errors: ['not_found', 'forbidden', 'illegal_transition', 'already_exists', 'confirmation_needed'],
  }),
  /** Ends the admin’s earlier view. Requests that name the new one see Chowk as the person does, and change nothing. */
  startSupportView: endpoint({
    ...act,
    path: '/api/v1/admin/people/{id}/view',
    /** The person reads it in their settings. */
    body: z.strictObject({ reason: RequiredReason }),
    returns: SupportView,
    errors: ['not_found', 'forbidden', 'illegal_transition', 'confirmation_needed'],
    success: 201,
  }),
  endSupportView: endpoint({
    ...act,
    path: '/api/v1/admin/support-views/{id}/end',
    params: z.object({ id: SupportViewId }),
    errors: ['not_found'],
  }),
}
