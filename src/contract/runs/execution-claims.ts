/** Moving runs made without an account into an account. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId } from '#contract/core/primitives.ts'

const MAX_CLAIMED_RUNS = 20

const ClaimedRun = z.object({
  id: ExecutionId,
  claimed: z.boolean(),
  /** Why it was not moved; null when it was. */
  error: z.object({ code: z.enum(['not_found', 'illegal_transition', 'plan_limit']), message: z.string() }).nullable(),
})
export type ClaimedRun = z.infer<typeof ClaimedRun>

export const executionClaimEndpoints = {
  claimExecutions: endpoint({
    method: 'POST',
    path: '/api/v1/executions/claim',
    access: signedIn,
    body: z.strictObject({
      runs: z
        .array(z.strictObject({ id: ExecutionId, token: z.string().min(1).max(200) }))
        .min(1)
        .max(MAX_CLAIMED_RUNS),
    }),
    returns: z.object({ results: z.array(ClaimedRun) }),
    late: true,
  }),
}
