/** A seller's agents: the draft that is worked on, what it still lacks, and its way into the marketplace. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { isShown, NOT_SHOWN } from '#contract/core/names.ts'
import {
  AgentId,
  AgentVersionId,
  ExecutionId,
  FileId,
  JsonObject,
  listOf,
  listQuery,
  Slug,
  Timestamp,
  WorkflowId,
} from '#contract/core/primitives.ts'
import { AGENT_PHASES, SELLER_ACTIONS } from './agent-states.ts'
import { AgentNotice, AgentPermissions, AgentStats, PRICE_TYPES, Price, PriceChange } from './agents.ts'
import { AGENT_ICONS, PUBLISHING } from './publishing-limits.ts'

const line = (most: number) => z.string().max(most, `Use at most ${most} characters`)
/** The name in lists, on invoices and in emails. */
const shownLine = (most: number) => line(most).refine(isShown, NOT_SHOWN)
const WHOLE_PAISE = 'Enter the price in whole paise'
const TOO_MUCH = 'At most ₹1,00,000'
const pricePaise = z
  .number(WHOLE_PAISE)
  .int(WHOLE_PAISE)
  .max(PUBLISHING.most_paise, TOO_MUCH)
  .refine((paise) => paise === 0 || paise >= PUBLISHING.least_paise, 'At least ₹1, or 0 for a free agent')

export const DraftSample = z.strictObject({
  title: shownLine(PUBLISHING.sample_title),
  /** As a run takes it; a document by the `file_id` of a file of the seller's own. */
  input: JsonObject,
})

/** Every field stands for itself: what is not sent stays as it was. An unfinished draft is kept as it is. */
export const UpdateAgent = z.strictObject({
  name: shownLine(PUBLISHING.name).optional(),
  tagline: shownLine(PUBLISHING.tagline).optional(),
  /** Markdown, as is `how_it_works`. */
  description: line(PUBLISHING.description).optional(),
  category: Slug.nullable().optional(),
  /** Categories it is listed in as well. */
  more_categories: z
    .array(Slug)
    .max(PUBLISHING.more_categories, `At most ${PUBLISHING.more_categories} more categories`)
    .optional(),
  icon: z.enum(AGENT_ICONS, 'Choose one of the icons').optional(),
  tags: z.array(shownLine(PUBLISHING.tag)).max(PUBLISHING.tags, `At most ${PUBLISHING.tags} tags`).optional(),
  does: z.array(line(PUBLISHING.point)).max(PUBLISHING.points).optional(),
  does_not: z.array(line(PUBLISHING.point)).max(PUBLISHING.points).optional(),
  how_it_works: line(PUBLISHING.how_it_works).optional(),
  disclaimer: line(PUBLISHING.disclaimer).nullable().optional(),
  samples: z.array(DraftSample).max(PUBLISHING.samples, `At most ${PUBLISHING.samples} samples`).optional(),
  price_type: z.enum(PRICE_TYPES).optional(),
  price_paise: pricePaise.optional(),
  trial_runs: z.number('Enter a number').int('Enter a whole number').min(0).max(PUBLISHING.trial_runs).optional(),
  workflow_open: z.boolean().optional(),
  changelog: line(PUBLISHING.changelog).optional(),
})
export type UpdateAgent = z.output<typeof UpdateAgent>

/** The draft as it is kept. */
export const AgentDraft = UpdateAgent.required()
export type AgentDraft = z.output<typeof AgentDraft>

export const SAMPLE_STATES = ['not_run', 'running', 'passed', 'failed', 'empty', 'waiting', 'not_fitting'] as const

/** How the platform ran a sample of the draft with the workflow as it is now. */
export const SampleCheck = z.object({
  title: z.string(),
  state: z.enum(SAMPLE_STATES),
  execution_id: ExecutionId.nullable(),
  /** Why it did not pass. */
  reason: z.string().nullable(),
  ms: z.number().int().nullable(),
})
export type SampleCheck = z.infer<typeof SampleCheck>

export const PUBLISH_STEPS = ['workflow', 'details', 'samples', 'price', 'submit'] as const
export type PublishStep = (typeof PUBLISH_STEPS)[number]

/** What a listing needs. `field` is where it is entered. */
export const ChecklistItem = z.object({
  key: z.string(),
  title: z.string(),
  done: z.boolean(),
  /** Without it nothing is submitted. */
  required: z.boolean(),
  /** What is missing, or why it does not fit; null when it is done. */
  reason: z.string().nullable(),
  step: z.enum(PUBLISH_STEPS),
  field: z.string().nullable(),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

export const SUBMISSION_STATUSES = ['in_review', 'approved', 'rejected', 'withdrawn'] as const

export const Submission = z.object({
  id: z.uuid(),
  number: z.number().int(),
  status: z.enum(SUBMISSION_STATUSES),
  changelog: z.string(),
  score: z.number().nullable(),
  submitted_at: Timestamp,
  decided_at: Timestamp.nullable(),
  /** What the reviewer said. */
  reason: z.string().nullable(),
})
export type Submission = z.infer<typeof Submission>

const Abilities = z.object({
  edit: Ability,
  submit: Ability,
  announce: Ability,
  withdraw: Ability,
  deprecate: Ability,
  revive: Ability,
  archive: Ability,
  restore: Ability,
  delete: Ability,
})

/** One of a seller's own, as their list shows it. */
export const OwnAgent = z.object({
  id: AgentId,
  slug: Slug,
  name: z.string(),
  tagline: z.string(),
  icon: z.string(),
  phase: z.enum(AGENT_PHASES),
  /** Why it was deprecated or suspended. */
  status_note: z.string(),
  /** What its seller says of it while it is sold. */
  standing: AgentNotice,
  price: Price,
  /** Of the version that is sold; null before the first. */
  number: z.number().int().nullable(),
  stats: AgentStats,
  services: z.number().int(),
  /** Null when its workflow is archived. */
  workflow: z.object({ id: WorkflowId, name: z.string() }).nullable(),
  /** The newest. */
  submission: Submission.nullable(),
  updated_at: Timestamp,
  abilities: Abilities,
})
export type OwnAgent = z.infer<typeof OwnAgent>

export const OwnVersion = z.object({
  id: AgentVersionId,
  number: z.number().int(),
  changelog: z.string(),
  price: Price,
  content_hash: z.string(),
  workflow_version: z.number().int(),
  published_at: Timestamp,
  runs: z.number().int(),
  services: z.number().int(),
  score: z.number().nullable(),
})

/** Everything the steps of publishing show. */
export const OwnAgentDetail = OwnAgent.extend({
  draft: AgentDraft,
  input_schema: JsonObject,
  output_schema: JsonObject,
  view: z.string(),
  /** Read off the workflow as it is now. */
  permissions: AgentPermissions,
  samples: z.array(SampleCheck),
  /** Documents that samples name. */
  files: z.array(z.object({ id: FileId, name: z.string(), bytes: z.number().int() })),
  checklist: z.array(ChecklistItem),
  submissions: z.array(Submission),
  versions: z.array(OwnVersion),
  price_changes: z.array(PriceChange),
  /** The draft or its workflow is not what is sold now. */
  changed: z.boolean(),
})
export type OwnAgentDetail = z.infer<typeof OwnAgentDetail>

const seller = withPermission('agents.create')
const params = z.object({ id: AgentId })

export const publishingEndpoints = {
  createAgent: endpoint({
    method: 'POST',
    path: '/api/v1/agents',
    access: seller,
    body: z.strictObject({ workflow_id: WorkflowId }).extend(UpdateAgent.shape),
    returns: OwnAgentDetail,
    errors: ['not_found', 'not_runnable', 'already_exists', 'limit_reached'],
    timeout: 20_000,
    success: 201,
  }),
  updateAgent: endpoint({
    method: 'PUT',
    path: '/api/v1/agents/{id}',
    access: seller,
    params,
    body: UpdateAgent,
    returns: OwnAgentDetail,
    errors: ['not_found', 'illegal_transition'],
  }),
  deleteAgent: endpoint({
    method: 'DELETE',
    path: '/api/v1/agents/{id}',
    access: seller,
    params,
    returns: z.object({ id: AgentId }),
    errors: ['not_found', 'illegal_transition'],
  }),
  listOwnAgents: endpoint({
    method: 'GET',
    path: '/api/v1/seller/agents',
    access: seller,
    query: z.object({ phase: z.enum(AGENT_PHASES).optional(), ...listQuery(25) }),
    returns: listOf(OwnAgent),
  }),
  getOwnAgent: endpoint({
    method: 'GET',
    path: '/api/v1/seller/agents/{id}',
    access: seller,
    params,
    returns: OwnAgentDetail,
    errors: ['not_found'],
  }),
  controlOwnAgent: endpoint({
    method: 'POST',
    path: '/api/v1/seller/agents/{id}/control',
    access: seller,
    params,
    body: z.strictObject({ action: z.enum(SELLER_ACTIONS), note: z.string().trim().max(PUBLISHING.note).optional() }),
    returns: OwnAgentDetail,
    errors: ['not_found', 'illegal_transition'],
  }),
  runAgentSamples: endpoint({
    method: 'POST',
    path: '/api/v1/seller/agents/{id}/samples/run',
    access: seller,
    params,
    returns: z.object({ samples: z.array(SampleCheck) }),
    errors: ['not_found', 'not_runnable', 'illegal_transition', 'too_many_requests'],
    timeout: 15_000,
  }),
  submitAgent: endpoint({
    method: 'POST',
    path: '/api/v1/seller/agents/{id}/submit',
    access: seller,
    params,
    body: z.strictObject({
      changelog: z.string().trim().max(PUBLISHING.changelog).optional(),
      /** The score of the own test cases is lower than that of the last version, and that is meant. */
      acknowledge_score: z.boolean().optional(),
    }),
    returns: OwnAgentDetail,
    errors: ['not_found', 'not_runnable', 'stale_revision', 'illegal_transition', 'not_ready', 'score_fell'],
    timeout: 20_000,
  }),
  getSampleFile: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/sample-files/{file_id}/{name}',
    access: anyone,
    late: true,
    params: z.object({ id: AgentId, file_id: FileId, name: z.string().max(400) }),
    returns: z.string(),
    answers: 'file',
    errors: ['not_found'],
  }),
}
