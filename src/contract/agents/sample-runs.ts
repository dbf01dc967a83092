/**
 * The results of the platform's runs of a version's samples: public and unchanged for as long as the version exists.
 */
import { z } from 'zod'
import { anyone } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { FileId, Json, JsonObject, page, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { FileText } from '#contract/runs/files.ts'
import { AgentRef, Price } from './agents.ts'

export const SampleRun = z.object({
  /** The place of the sample among those of the version, from 0. */
  position: z.number().int(),
  title: z.string(),
  /** As a run takes it, without its document. */
  input: JsonObject,
  /** What the document that went in is called; null without one. */
  document: z.string().nullable(),
  ms: z.number().int(),
  /** What its calls of models cost, micro-rupees (₹1 = 1,000,000) without GST; 0 when no model was asked. */
  model_micros: z.number().int(),
  ran_at: Timestamp,
})
export type SampleRun = z.infer<typeof SampleRun>

export const SampleRuns = z.object({
  /** The number of the version that ran. */
  version: z.number().int(),
  /** What the same run costs a buyer, GST included. */
  price: Price,
  items: z.array(SampleRun),
  /** How this version did when the platform ran it on the test cases that its seller keeps; null when it was not. */
  tested: z.object({ score: z.number(), cases: z.number().int(), at: Timestamp }).nullable(),
})
export type SampleRuns = z.infer<typeof SampleRuns>

/** With what it gave, for the viewer. */
export const SampleRunDetail = SampleRun.extend({
  output: Json,
  view: z.string(),
  disclaimer: z.string().nullable(),
})
export type SampleRunDetail = z.infer<typeof SampleRunDetail>

const agent = z.object({ id: AgentRef })
const document = agent.extend({ file_id: FileId })
const late = { access: anyone, late: true } as const
const unreadable = [
  'not_found',
  'file_encrypted',
  'file_broken',
  'file_empty',
  'file_unsupported',
  'file_timeout',
  'file_too_complex',
]

export const sampleRunEndpoints = {
  listSampleRuns: endpoint({
    ...late,
    method: 'GET',
    path: '/api/v1/agents/{id}/sample-runs',
    params: agent,
    query: wholeList(),
    returns: SampleRuns.extend(page),
    errors: ['not_found'],
  }),
  getSampleRun: endpoint({
    ...late,
    method: 'GET',
    path: '/api/v1/agents/{id}/sample-runs/{number}',
    params: agent.extend({ number: z.coerce.number().int().min(0).max(1000) }),
    returns: SampleRunDetail,
    errors: ['not_found'],
  }),
  getSampleText: endpoint({
    ...late,
    method: 'GET',
    path: '/api/v1/agents/{id}/sample-documents/{file_id}/text',
    large: true,
    params: document,
    returns: FileText,
    errors: unreadable,
    timeout: 30_000,
  }),
  getSamplePage: endpoint({
    ...late,
    method: 'GET',
    path: '/api/v1/agents/{id}/sample-documents/{file_id}/pages/{page}',
    params: document.extend({ page: z.coerce.number().int().min(1).max(10_000) }),
    query: z.object({ width: z.coerce.number().int().min(100).max(2000).default(1000) }),
    returns: z.string(),
    answers: 'file',
    errors: unreadable,
    timeout: 30_000,
  }),
}
