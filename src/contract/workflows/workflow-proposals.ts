/** A workflow out of a sentence: what is proposed, as operations to accept or reject piece by piece. Nothing is kept. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import { TemplateSummary } from './workflow-templates.ts'
import { DocumentProblem } from './workflows.ts'

/** `sentence_chars`: of the wish. `tries`: how often a model is asked for one proposal. `per_hour`: proposals of one person. */
export const PROPOSALS = { sentence_chars: 2000, tries: 3, per_hour: 60, timeout_ms: 90_000, templates: 6 } as const

export const ProposeWorkflow = z
  .strictObject({
    sentence: z.string().trim().min(3, 'Describe what the workflow should do').max(PROPOSALS.sentence_chars),
    /** The workflow that is to be changed; absent for a new one. */
    document: JsonObject.optional(),
  })
  .meta({ examples: [{ sentence: 'Read invoices and tell me which are above one lakh.' }] })

export const Proposal = z.object({
  /** `none`: there is no model, or it had no usable answer, which `reason` says; then only templates are proposed. */
  by: z.enum(['model', 'none']),
  reason: z.string().nullable(),
  name: z.string(),
  /** What the model says of it, in plain text. */
  explanation: z.string(),
  /** Operations of the graph, to be applied to the document that was sent. */
  operations: z.array(JsonObject),
  /** What would still keep it from running. */
  problems: z.array(DocumentProblem),
  /** The model as its provider calls it. */
  model: z.string().nullable(),
  /** The nearest by words. */
  templates: z.array(TemplateSummary),
})

export type ProposeWorkflow = z.output<typeof ProposeWorkflow>
export type Proposal = z.infer<typeof Proposal>

export const workflowProposalEndpoints = {
  proposeWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflow-proposals',
    access: withPermission('workflows.create'),
    body: ProposeWorkflow,
    returns: Proposal,
    errors: ['too_many_requests'],
    timeout: PROPOSALS.timeout_ms,
  }),
}
