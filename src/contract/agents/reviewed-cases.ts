/** Test cases of runs that people decided about, without personal data (decision 0360). */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, WorkflowId } from '#contract/core/primitives.ts'
import { TestCase } from './evaluations.ts'
import { EVALUATIONS, REVIEWED_CASE } from './publishing-limits.ts'

const CaseText = z.object({
  /** Its place among the texts of the run. */
  at: z.number().int(),
  field: z.string().describe('Where it is in the input: `text`, or `letter` for the document of a field.'),
  text: z.string().describe('With personal data replaced by `[name 1]` and the like.'),
  is_document: z.boolean().describe('The text that the run kept of a document. The case holds it as a text file.'),
})

export const CasePreview = z.object({
  workflow_id: WorkflowId,
  name: z.string(),
  revision: z.number().int().describe('Of the document. Each revision gives one case.'),
  texts: z.array(CaseText),
  replaced: z
    .array(z.object({ kind: z.string(), count: z.number().int() }))
    .describe('What was replaced, by kind: `name`, `phone` and so on.'),
  expected: z
    .array(z.object({ text: z.string(), verdict: z.enum(['accepted', 'edited']) }))
    .describe('Findings that people accepted, and what they edited them to. The case expects them in the answer.'),
  is_made: z.boolean().describe('A case of this revision is there already: making it returns that one.'),
})
export type CasePreview = z.infer<typeof CasePreview>

export const MakeReviewedCase = z.strictObject({
  /** That of the preview when left out. */
  name: z.string().trim().max(EVALUATIONS.name).default(''),
  /** Texts of the preview as they should be instead; those that are left out stay. */
  texts: z
    .array(
      z.strictObject({
        at: z.number().int().min(0).max(REVIEWED_CASE.texts),
        text: z.string().max(REVIEWED_CASE.characters),
      }),
    )
    .max(REVIEWED_CASE.texts)
    .default([]),
})
export type MakeReviewedCase = z.output<typeof MakeReviewedCase>

export const MadeCase = z.object({
  workflow_id: WorkflowId,
  case: TestCase,
  cases: z.number().int().describe('How many test cases the workflow has now.'),
  is_new: z.boolean().describe('False where the case of this revision was there already.'),
})
export type MadeCase = z.infer<typeof MadeCase>

const author = withPermission('workflows.create')
const params = z.object({ id: ExecutionId })
const refusals = [
  'not_found',
  'case_of_others',
  'case_needs_consent',
  'case_content_deleted',
  'case_not_decided',
  'case_needs_text',
  'illegal_transition',
  'file_too_large',
] as const

export const reviewedCaseEndpoints = {
  previewReviewedCase: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/test-case',
    access: author,
    params,
    returns: CasePreview,
    errors: refusals,
  }),
  makeReviewedCase: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/test-case',
    access: author,
    params,
    body: MakeReviewedCase,
    returns: MadeCase,
    errors: [...refusals, 'limit_reached', 'too_many_requests'],
  }),
}
