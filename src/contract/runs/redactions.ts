/** The redacted file of a run, made again with what a person decided about each removal. */
import { z } from 'zod'
import { anyoneOrOwner } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId } from '#contract/core/primitives.ts'

const offset = z.number().int().min(0)

export const RedactionChanges = z.strictObject({
  /** Removals to undo: their places in the document's text. */
  keep: z.array(z.strictObject({ start: offset, end: offset })).max(5000),
  /** Words to remove as well, wherever they are in the document. */
  remove: z.array(z.string().trim().min(2, 'Use at least 2 characters').max(200)).max(200),
})
export type RedactionChanges = z.infer<typeof RedactionChanges>

export const redactionEndpoints = {
  // Opened by the run's owner or its run token, as the run itself is.
  redactAgain: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/redacted-file',
    access: anyoneOrOwner,
    late: true,
    params: z.object({ id: ExecutionId }),
    body: RedactionChanges,
    returns: z.string(),
    answers: 'file',
    errors: [
      'not_found',
      'forbidden',
      'result_rejected',
      'file_unsupported',
      'file_broken',
      'file_timeout',
      'too_many_requests',
    ],
    timeout: 120_000,
  }),
}
