/** Editing plans, for super admins: each change is a version that new subscriptions and announced renewals get. */
import { z } from 'zod'
import { WORKSPACES } from '#contract/accounts/workspace-values.ts'
import { Plan } from '#contract/billing/subscriptions.ts'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Paise, Timestamp, wholeList } from '#contract/core/primitives.ts'

const access = roleAtLeast('super_admin')

/** Whole rupees with GST, in paise. */
const price = z
  .number()
  .int()
  .min(100, 'At least ₹1')
  .max(1_000_000_000, 'At most ₹1,00,00,000')
  .multipleOf(100, 'Use whole rupees')

const Terms = {
  name: z.string().trim().min(1, 'A name is required').max(60, 'Use at most 60 characters'),
  monthly_paise: price,
  yearly_paise: price,
  /** 999 is unlimited. */
  agent_limit: z.number().int().min(1, 'At least 1').max(999, 'At most 999, which means unlimited'),
  /** Null is unlimited. */
  storage_bytes: z.number().int().min(1_000_000, 'At least 1 MB').max(1e15, 'At most 1,000 TB').nullable(),
  api_calls: z.number().int().min(1, 'At least 1').max(1_000_000_000, 'At most 1,000,000,000').nullable(),
  /** People in a workspace; null is as many as a workspace can have. */
  seats: z.number().int().min(1, 'At least 1').max(WORKSPACES.members, `At most ${WORKSPACES.members}`).nullable(),
  support: z.string().trim().min(1, 'Describe the support').max(60, 'Use at most 60 characters'),
  features: z
    .array(z.string().trim().min(1, 'A line is empty').max(120, 'Use at most 120 characters'))
    .min(1, 'Add at least one')
    .max(12, 'Add at most 12'),
  is_popular: z.boolean(),
}

export const PlanVersion = z.object({
  number: z.number().int(),
  name: z.string(),
  monthly_paise: Paise,
  yearly_paise: Paise,
  agent_limit: z.number().int(),
  storage_bytes: z.number().int().nullable(),
  api_calls: z.number().int().nullable(),
  seats: z.number().int().nullable(),
  support: z.string(),
  features: z.array(z.string()),
  is_popular: z.boolean(),
  reason: z.string(),
  /** Null: as the product came. */
  created_by: z.string().nullable(),
  created_at: Timestamp,
})
export type PlanVersion = z.infer<typeof PlanVersion>

export const ManagedPlan = z.object({
  plan: Plan,
  /** Sold to who has it not. */
  active: z.boolean(),
  /** Who has it now, by how: paid, and in the free days. */
  subscribers: z.object({ paying: z.number().int(), trialing: z.number().int() }),
  /** Newest first: the first is sold. */
  versions: z.array(PlanVersion),
})
export type ManagedPlan = z.infer<typeof ManagedPlan>

export const PlanEdit = z.strictObject({
  /** The version that was looked at: another one since is not overwritten. */
  base_number: z.number().int(),
  ...Terms,
  active: z.boolean(),
  reason: z.string().trim().min(1, 'A reason is required').max(500, 'Use at most 500 characters'),
})
export type PlanEdit = z.output<typeof PlanEdit>

export const planAdminEndpoints = {
  listManagedPlans: endpoint({
    method: 'GET',
    path: '/api/v1/admin/plans',
    access,
    query: wholeList(),
    returns: listOf(ManagedPlan),
  }),
  updatePlan: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/plans/{id}',
    access,
    params: z.object({ id: z.string().min(1).max(31) }),
    body: PlanEdit,
    returns: ManagedPlan,
    errors: ['not_found', 'stale_revision'],
  }),
}
