/**
 * Errors in a user's browser (§7), and the user's comments on them. Bodies as §7 defines them; other fields are
 * dropped.
 */
import { z } from 'zod'
import { anyone, roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, JsonObject, listOf, listQuery, Timestamp, UserId } from '#contract/core/primitives.ts'
import { REPORT_LIMITS } from './report-limits.ts'

const within = (most: number) => (value: unknown) => JSON.stringify(value ?? null).length <= most
const text = (most: number) => z.string().max(most, `Use at most ${most.toLocaleString('en')} characters`)

const context = JsonObject.refine(within(REPORT_LIMITS.context), 'The context is too large').optional()
const named = { name: text(REPORT_LIMITS.name), message: text(REPORT_LIMITS.message) }

export const ErrorReport = z.object({
  error: z.object({
    ...named,
    stack: text(REPORT_LIMITS.stack).nullable().optional(),
    cause: Json.refine(within(REPORT_LIMITS.cause), 'The cause is too large').optional(),
  }),
  context,
  recovery: z.object({ retryCount: z.number().int().min(0).max(1000) }).optional(),
})
export type ErrorReport = z.output<typeof ErrorReport>

export const ErrorFeedback = z.object({
  error: z.object(named),
  context,
  feedback: z.string().trim().min(1, 'Enter a message').max(REPORT_LIMITS.feedback, 'Use at most 5,000 characters'),
})
export type ErrorFeedback = z.output<typeof ErrorFeedback>

export const StoredError = z.object({
  id: z.uuid(),
  kind: z.enum(['report', 'feedback']),
  name: z.string(),
  message: z.string(),
  stack: z.string().nullable(),
  cause: z.string().nullable(),
  context: JsonObject,
  retry_count: z.number().int(),
  feedback: z.string().nullable(),
  user_id: UserId.nullable(),
  /** How often the same fault was reported and is kept. */
  seen: z.number().int(),
  created_at: Timestamp,
})
export type StoredError = z.infer<typeof StoredError>

const taken = z.object({ id: z.uuid() })

export const errorEndpoints = {
  reportError: endpoint({
    method: 'POST',
    path: '/api/v1/errors/report',
    access: anyone,
    body: ErrorReport,
    returns: taken,
    errors: ['too_many_requests'],
    success: 201,
  }),
  sendErrorFeedback: endpoint({
    method: 'POST',
    path: '/api/v1/errors/feedback',
    access: anyone,
    body: ErrorFeedback,
    returns: taken,
    errors: ['too_many_requests'],
    success: 201,
  }),
  listErrors: endpoint({
    method: 'GET',
    path: '/api/v1/admin/errors',
    access: roleAtLeast('admin'),
    query: z.object({ kind: z.enum(['report', 'feedback']).optional(), ...listQuery(25) }),
    returns: listOf(StoredError),
  }),
}
