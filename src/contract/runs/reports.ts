/** The result of a run as a file for people: a table, or a report to print and sign. */
import { z } from 'zod'
import { anyoneOrOwner } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId } from '#contract/core/primitives.ts'
import { REPORT_FORMATS, REPORT_LIMITS, VERDICTS } from './report-values.ts'

export const ReportDecision = z
  .strictObject({
    /** The finding, as the viewer names it: of a coder `code:I10:present`. */
    id: z.string().min(1).max(REPORT_LIMITS.id),
    verdict: z.enum(VERDICTS),
    /** What it should be instead. A code has to be one of the installed table. */
    value: z.string().trim().min(1).max(REPORT_LIMITS.value).nullable().default(null),
  })
  .refine(({ verdict, value }) => (verdict === 'edited') === (value !== null), {
    path: ['value'],
    error: 'Say what it should be when it is edited, and nothing otherwise',
  })
export type ReportDecision = z.infer<typeof ReportDecision>

const ReportRequest = z.strictObject({
  format: z.enum(REPORT_FORMATS),
  /** Without them, those that are stored. */
  decisions: z.array(ReportDecision).max(REPORT_LIMITS.decisions).optional(),
  /** Of an earlier sign-off, with the stored decisions as they were then. */
  revision: z.number().int().min(1).max(2_000_000_000).optional(),
})
export type ReportRequest = z.input<typeof ReportRequest>

export const reportEndpoints = {
  // Opened by the run's owner or its run token, as the run itself is.
  exportResult: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/report',
    access: anyoneOrOwner,
    late: true,
    params: z.object({ id: ExecutionId }),
    body: ReportRequest,
    returns: z.string(),
    answers: 'file',
    errors: [
      'not_found',
      'forbidden',
      'illegal_transition',
      'result_rejected',
      'file_too_large',
      'file_timeout',
      'too_many_requests',
    ],
    timeout: 120_000,
  }),
}
