/** All users' runs for who runs the installation: how each went; what went in and came out only after a reason was given. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { ExecutionId, listOf, listQuery, UserId } from '#contract/core/primitives.ts'
import { ROLE_REQUESTS, SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { EXECUTION_STATUSES } from './execution-states.ts'
import { Execution, ExecutionSummary } from './executions.ts'

/** Whose run it is; null for a visitor without an account. */
const Owner = z.object({ id: UserId, display_name: z.string(), email: z.string() }).nullable()

/** Its error has the code alone: a message can quote what the owner sent. */
export const ExecutionLog = ExecutionSummary.omit({ title: true, error: true }).extend({
  owner: Owner,
  error_code: z.string().nullable(),
})
export type ExecutionLog = z.infer<typeof ExecutionLog>

export const ExecutionLogDetail = z.object({ run: Execution, owner: Owner })
export type ExecutionLogDetail = z.infer<typeof ExecutionLogDetail>

export const ExecutionLogQuery = z.object({
  status: z.enum([...EXECUTION_STATUSES, 'all']).optional(),
  /**
   * The owner's e-mail address, part of the name of the agent, workflow or service, or the beginning of an execution's id
   * (at least 8 characters).
   */
  search: z.string().max(SERVER_LIMITS.search_chars).optional(),
  owner_id: UserId.optional(),
  /** Runs of the last so many days. */
  days: z.coerce.number().int().min(1).max(3650).optional(),
  ...listQuery(LIMITS.pages.executions),
})
export type ExecutionLogQuery = z.output<typeof ExecutionLogQuery>

const access = withPermission('admin.access')
const params = z.object({ id: ExecutionId })
const REASON = ROLE_REQUESTS.reason_chars

export const executionLogEndpoints = {
  listExecutionLogs: endpoint({
    method: 'GET',
    path: '/api/v1/admin/execution-logs',
    access,
    query: ExecutionLogQuery,
    returns: listOf(ExecutionLog),
  }),
  getExecutionLog: endpoint({
    method: 'GET',
    path: '/api/v1/admin/execution-logs/{id}',
    access,
    large: true,
    params,
    returns: ExecutionLogDetail,
    errors: ['not_found'],
  }),
  revealExecution: endpoint({
    method: 'POST',
    path: '/api/v1/admin/execution-logs/{id}/reveal',
    access,
    large: true,
    params,
    body: z.strictObject({
      reason: z.string().trim().min(1, 'A reason is required').max(REASON, `Use at most ${REASON} characters`),
    }),
    returns: ExecutionLogDetail,
    errors: ['not_found', 'forbidden'],
  }),
}
