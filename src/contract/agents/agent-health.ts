/**
 * The health of an agent: the seller's notice, and what the platform measured. Sellers cannot change the measurements.
 */
import { z } from 'zod'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { isShown, NOT_SHOWN } from '#contract/core/names.ts'
import { AgentId, Timestamp } from '#contract/core/primitives.ts'
import { AgentRef, Price } from './agents.ts'
import { OwnAgentDetail } from './publishing.ts'
import { PUBLISHING } from './publishing-limits.ts'

/** How many of each a machine found in the steps of a version. */
const Found = z.object({ high: z.number().int(), medium: z.number().int(), low: z.number().int() })

export const AgentRecord = z.object({
  version: z.number().int(),
  content_hash: z.string(),
  /**
   * Of the whole hours of 30 days, or since it was published or measuring began: the share in which a server was up, without the
   * hours in which the agent gave nothing. `up` is from 0 to 1, null while there are too few hours to tell.
   */
  uptime: z
    .object({
      since: Timestamp,
      hours: z.number().int(),
      up: z.number().nullable(),
      down_hours: z.number().int(),
    })
    .nullable(),
  /** The newest run of a sample by the platform; null where it ran none. `daily` when it is run again each day; `reason` is for its seller and the reviewers. */
  check: z
    .object({
      at: Timestamp,
      passed: z.boolean(),
      ms: z.number().int().nullable(),
      reason: z.string().nullable(),
      daily: z.boolean(),
    })
    .nullable(),
  /** The newest look of machines at its steps and tools. `reviewed`: a person saw it before it was sold. */
  scan: Found.extend({ at: Timestamp, reviewed: z.boolean() }).nullable(),
  /** Whether what runs was found to be what was hashed; null before the first look. */
  intact: z.boolean().nullable(),
  /** Every price it had, the newest first. */
  prices: z.array(
    z.object({
      version: z.number().int(),
      price: Price,
      at: Timestamp,
      /** When buyers of an earlier version start to pay it; null where they do not. */
      earlier_at: Timestamp.nullable(),
    }),
  ),
})
export type AgentRecord = z.infer<typeof AgentRecord>

export const agentHealthEndpoints = {
  getAgentRecord: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/record',
    access: anyone,
    late: true,
    params: z.object({ id: AgentRef }),
    returns: AgentRecord,
    errors: ['not_found'],
  }),
  setAgentStanding: endpoint({
    method: 'PUT',
    path: '/api/v1/seller/agents/{id}/standing',
    access: withPermission('agents.create'),
    late: true,
    params: z.object({ id: AgentId }),
    body: z.strictObject({
      maintenance: z.boolean(),
      notice: z
        .string()
        .trim()
        .max(PUBLISHING.notice, `Use at most ${PUBLISHING.notice} characters`)
        .refine((text) => text === '' || isShown(text), NOT_SHOWN),
    }),
    returns: OwnAgentDetail,
    errors: ['not_found', 'illegal_transition', 'too_many_requests'],
  }),
}
