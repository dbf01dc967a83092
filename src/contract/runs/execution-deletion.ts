/** Deleting runs, one or many. What was charged and what was audited stays, without content. */
import { z } from 'zod'
import { anyone, anyoneOrOwner, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId } from '#contract/core/primitives.ts'
import { MAX_DELETED_RUNS } from './deletion-rules.ts'

const DeletedRun = z.object({
  id: ExecutionId,
  deleted: z.boolean(),
  /** Why it was not deleted; null when it was. */
  error: z.object({ code: z.enum(['not_found', 'illegal_transition']), message: z.string() }).nullable(),
})
export type DeletedRun = z.infer<typeof DeletedRun>

export const executionDeletionEndpoints = {
  getDeletionTerms: endpoint({
    method: 'GET',
    path: '/api/v1/deletion-terms',
    late: true,
    access: anyone,
    returns: z.object({
      /** Days until the last scheduled backup with what was deleted is gone; null where none are made. */
      backup_days: z.number().int().nullable(),
    }),
  }),
  deleteExecution: endpoint({
    method: 'DELETE',
    path: '/api/v1/executions/{id}',
    access: anyoneOrOwner,
    params: z.object({ id: ExecutionId }),
    returns: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'illegal_transition'],
    late: true,
  }),
  deleteExecutions: endpoint({
    method: 'POST',
    path: '/api/v1/executions/delete',
    access: signedIn,
    body: z.strictObject({
      ids: z
        .array(ExecutionId)
        .min(1)
        .max(MAX_DELETED_RUNS)
        .refine((ids) => new Set(ids).size === ids.length, { message: 'List each run only once' }),
    }),
    returns: z.object({ results: z.array(DeletedRun) }),
    timeout: 30_000,
    late: true,
  }),
}
