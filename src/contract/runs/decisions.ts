/** What people decide about the findings of a run, kept on the server, and the sign-off that closes its document (decision 0351). */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyoneOrOwner, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Timestamp, UserId } from '#contract/core/primitives.ts'
import { DECISION_LIMITS, READINGS } from './decision-values.ts'
import { REPORT_LIMITS, VERDICTS } from './report-values.ts'

export const ReviewPerson = z.object({ id: UserId, name: z.string() })
export type ReviewPerson = z.infer<typeof ReviewPerson>

/** The newest decision about a finding. */
export const FindingDecision = z.object({
  id: z.string().describe('The finding, as the viewer names it: of a coder `code:I10:present`.'),
  number: z.number().int().describe('Counts the decisions of a run. Send the one you saw as `after` when you decide.'),
  verdict: z.enum(VERDICTS).nullable().describe('Null where a decision was taken back.'),
  value: z.string().nullable().describe('What it should be instead, when edited.'),
  label: z.string().describe('What the finding was called.'),
  reason: z.string(),
  by: ReviewPerson.nullable().describe('Null for a visitor, or when their account is gone.'),
  at: Timestamp,
})
export type FindingDecision = z.infer<typeof FindingDecision>

export const SignOff = z.object({
  revision: z.number().int(),
  reading: z.enum(READINGS),
  by: ReviewPerson.nullable().describe('Null when their account is gone.'),
  at: Timestamp,
  decided: z.number().int(),
  findings: z.number().int(),
  closed: z.boolean().describe('Whether it closed the document. Otherwise it finished a reading.'),
  reopened_at: Timestamp.nullable(),
})
export type SignOff = z.infer<typeof SignOff>

export const RunReview = z.object({
  execution_id: ExecutionId,
  findings: z.number().int(),
  decisions: z
    .array(FindingDecision)
    .describe('Those the reader may see: a second reader doesn’t see the first reading.'),
  number: z.number().int().describe('Of the newest decision; 0 before the first.'),
  reading: z.enum(READINGS),
  second_reader: z.boolean().describe('Whether a second person reads this document.'),
  differing: z
    .array(z.object({ id: z.string(), first: FindingDecision.nullable(), second: FindingDecision.nullable() }))
    .describe('Findings that the two readers decided differently and that aren’t settled.'),
  revision: z.number().int(),
  signed_off: SignOff.nullable().describe('Null while the document is open.'),
  sign_offs: z.array(SignOff).describe('All of them, oldest first.'),
  assignee: ReviewPerson.nullable(),
  due_at: Timestamp.nullable(),
  assignment: z.number().int().describe('Counts changes of the assignment. Send it when you change it.'),
  needs_all: z.boolean().describe('Whether every finding must be decided before the sign-off.'),
  abilities: z.object({ decide: Ability, sign_off: Ability, reopen: Ability }),
})
export type RunReview = z.infer<typeof RunReview>

export const NewDecision = z
  .strictObject({
    id: z.string().min(1).max(REPORT_LIMITS.id),
    /** Null takes a decision back. */
    verdict: z.enum(VERDICTS).nullable(),
    /** A code has to be one of the installed table. */
    value: z.string().trim().min(1).max(REPORT_LIMITS.value).nullable().default(null),
    reason: z.string().trim().max(DECISION_LIMITS.reason).default(''),
    /** The number of the newest decision about this finding that the sender saw; 0 for none. */
    after: z.number().int().min(0).max(2_000_000_000),
    /** Chosen by the sender: sent again with the same key, a decision counts once. */
    key: z.uuid(),
  })
  .refine(({ verdict, value }) => (verdict === 'edited') === (value !== null), {
    path: ['value'],
    error: 'Say what it should be when it is edited, and nothing otherwise',
  })
export type NewDecision = z.input<typeof NewDecision>

const params = z.object({ id: ExecutionId })

export const decisionEndpoints = {
  // Opened by the run's owner or its run token, as the run itself is.
  getRunReview: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/review',
    access: anyoneOrOwner,
    params,
    returns: RunReview,
    errors: ['not_found', 'forbidden', 'illegal_transition', 'file_too_large'],
  }),
  /** All of them or none. */
  decideFindings: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/decisions',
    access: anyoneOrOwner,
    params,
    body: z.strictObject({ decisions: z.array(NewDecision).min(1).max(DECISION_LIMITS.at_once) }),
    returns: RunReview,
    errors: [
      'not_found',
      'forbidden',
      'illegal_transition',
      'decision_conflict',
      'signed_off',
      'limit_reached',
      'file_too_large',
      'too_many_requests',
    ],
  }),
  signOffRun: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/sign-off',
    access: signedIn,
    params,
    body: z.strictObject({
      /** The newest decision that was looked at. */
      number: z.number().int().min(0).max(2_000_000_000),
      /** That findings which aren't decided may stay so. */
      undecided: z.boolean().default(false),
    }),
    returns: RunReview,
    errors: [
      'not_found',
      'forbidden',
      'illegal_transition',
      'stale_details',
      'undecided_findings',
      'signed_off',
      'result_rejected',
      'file_too_large',
    ],
  }),
  reopenRun: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/reopen',
    access: signedIn,
    params,
    returns: RunReview,
    errors: ['not_found', 'forbidden', 'illegal_transition', 'file_too_large'],
  }),
}
