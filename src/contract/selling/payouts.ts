/** Paying sellers: what they see of it, and the runs that a super admin sends to the bank. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyone, roleAtLeast, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Currency, Json, listOf, listQuery, Paise, Timestamp, UserId } from '#contract/core/primitives.ts'

/** Less than this is not worth a transfer and waits for the next run; paise. */
export const LEAST_PAYOUT_PAISE = 50_000

export const PAYOUT_STATUSES = ['prepared', 'sent', 'paid', 'failed', 'cancelled', 'reversed'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/**
 * Allowed transitions. Failed, cancelled and reversed payouts (paid, then returned days later) go back to the seller's
 * earnings; failed and reversed ones can be retried, which deducts the amount again.
 */
export const PAYOUT_STEPS: Record<PayoutStatus, readonly PayoutStatus[]> = {
  prepared: ['sent', 'cancelled'],
  sent: ['paid', 'failed'],
  paid: ['reversed'],
  failed: [],
  cancelled: [],
  reversed: [],
}

/** How a payout is paid: an admin takes a file to the bank, or RazorpayX is told to. */
export const PAYOUT_WAYS = ['bank_file', 'razorpayx'] as const
export type PayoutMethod = (typeof PAYOUT_WAYS)[number]

/** Status of a payout at RazorpayX: razorpay.com/docs/x/payouts/states-life-cycle */
export const GATEWAY_PAYOUT_STATES = [
  'pending',
  'queued',
  'scheduled',
  'processing',
  'processed',
  'reversed',
  'failed',
  'rejected',
  'cancelled',
] as const

/** `waiting` is before it was told, `refused` says that it did not take it. */
export const TRANSFER_STATES = ['waiting', 'refused', ...GATEWAY_PAYOUT_STATES] as const

export const PayoutId = z.uuid().brand('PayoutId')
export type PayoutId = z.infer<typeof PayoutId>
export const PayoutRunId = z.uuid().brand('PayoutRunId')
export type PayoutRunId = z.infer<typeof PayoutRunId>

export const Payout = z.object({
  id: PayoutId,
  paise: Paise,
  currency: Currency,
  payee: z.string(),
  status: z.enum(PAYOUT_STATUSES),
  /** The bank's reference, or why it failed. */
  reference: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable().describe('Null until the bank was told to pay it.'),
  ended_at: Timestamp.nullable().describe('Null while its outcome is open.'),
})
export type Payout = z.infer<typeof Payout>

/** One movement of a seller's payable earnings, newest first; `paise` is negative where money left. */
export const StatementLine = z.object({
  at: Timestamp,
  kind: z.string(),
  note: z.string(),
  cause: z.object({ type: z.string(), id: z.string() }),
  paise: Paise.describe('Negative where money left.'),
})

export const PayoutRun = z.object({
  id: PayoutRunId,
  number: z.number().int(),
  /** Null: by the calendar. */
  created_by: z.string().nullable(),
  created_at: Timestamp,
  payouts: z.number().int(),
  paise: Paise.describe('The sum of its payouts.'),
  by_status: z.record(z.enum(PAYOUT_STATUSES), z.number().int()),
})
export type PayoutRun = z.infer<typeof PayoutRun>

export const RunPayout = Payout.extend({
  seller: z.object({ id: UserId, legal_name: z.string() }),
  way: z.enum(PAYOUT_WAYS),
  /** Its last way through RazorpayX; null when it went to the bank by file. */
  transfer: z
    .object({
      state: z.enum(TRANSFER_STATES),
      /** The bank's words. */
      reason: z.string().nullable(),
      gateway_payout_id: z.string().nullable(),
    })
    .nullable(),
  abilities: z.object({
    /** Say by hand what became of it. */
    end: Ability,
    retry: Ability,
  }),
})

export type RunPayout = z.infer<typeof RunPayout>

/** Why a seller with payable earnings is not paid now. */
export const HELD_BACK = ['blocked', 'no_profile', 'not_verified', 'no_payee', 'payee_is_new', 'too_little'] as const
export const HeldBack = z.object({
  seller: z.object({ id: UserId, display_name: z.string() }),
  paise: Paise.describe('What would be paid otherwise.'),
  reason: z.enum(HELD_BACK),
})

export const BankFile = z.object({ name: z.string(), csv: z.string() })

const seller = withPermission('agents.create')
const access = roleAtLeast('super_admin')
const run = z.object({ id: PayoutRunId })
const reference = z.string().trim().min(1, 'Enter the bank’s message').max(200)

export const EndPayout = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('paid'), reference }),
  z.strictObject({ status: z.literal('failed'), reference }),
  z.strictObject({ status: z.literal('cancelled'), reference }),
  z.strictObject({ status: z.literal('reversed'), reference }),
])
export type EndPayout = z.output<typeof EndPayout>

export const payoutEndpoints = {
  listPayouts: endpoint({
    method: 'GET',
    path: '/api/v1/seller/payouts',
    access: seller,
    query: z.object(listQuery(25)),
    returns: listOf(Payout).extend({
      payable_paise: Paise,
      held_paise: Paise,
      /** Why nothing would be paid now; null when it would. */
      held_back: z.enum(HELD_BACK).nullable(),
      least_paise: Paise.describe('Less than this is not paid out.'),
    }),
  }),
  getEarningsStatement: endpoint({
    method: 'GET',
    path: '/api/v1/seller/statement',
    access: seller,
    query: z.object(listQuery(50, 500)),
    returns: listOf(StatementLine),
  }),
  listPayoutRuns: endpoint({
    method: 'GET',
    path: '/api/v1/admin/payout-runs',
    access,
    query: z.object(listQuery(25)),
    returns: listOf(PayoutRun).extend({
      held_back: z.array(HeldBack),
      /** How a run is paid here. */
      way: z.enum(PAYOUT_WAYS),
    }),
  }),
  preparePayoutRun: endpoint({
    method: 'POST',
    path: '/api/v1/admin/payout-runs',
    access,
    returns: PayoutRun,
    timeout: 30_000,
    errors: ['nothing_payable'],
  }),
  getPayoutRun: endpoint({
    method: 'GET',
    path: '/api/v1/admin/payout-runs/{id}',
    access,
    params: run,
    returns: PayoutRun.extend({ items: z.array(RunPayout), way: z.enum(PAYOUT_WAYS) }),
    errors: ['not_found'],
  }),
  makeBankFile: endpoint({
    method: 'POST',
    path: '/api/v1/admin/payout-runs/{id}/bank-file',
    access,
    params: run,
    returns: BankFile,
    errors: ['not_found', 'illegal_transition', 'confirmation_needed'],
  }),
  sendPayoutRun: endpoint({
    method: 'POST',
    path: '/api/v1/admin/payout-runs/{id}/send',
    access,
    params: run,
    returns: z.object({ sent: z.number().int() }),
    timeout: 30_000,
    errors: ['not_found', 'illegal_transition', 'confirmation_needed'],
  }),
  retryPayout: endpoint({
    method: 'POST',
    path: '/api/v1/admin/payouts/{id}/retry',
    access,
    params: z.object({ id: PayoutId }),
    returns: RunPayout,
    errors: ['not_found', 'illegal_transition', 'confirmation_needed'],
  }),
  receivePayoutEvent: endpoint({
    method: 'POST',
    path: '/hooks/payouts/razorpayx',
    access: anyone,
    body: Json.optional(),
    /** False for what was known already, or is of no interest. */
    returns: z.object({ taken: z.boolean() }),
    errors: ['payment_refused'],
  }),
  endPayout: endpoint({
    method: 'POST',
    path: '/api/v1/admin/payouts/{id}/end',
    access,
    params: z.object({ id: PayoutId }),
    body: EndPayout,
    returns: RunPayout,
    errors: ['not_found', 'illegal_transition'],
  }),
}
