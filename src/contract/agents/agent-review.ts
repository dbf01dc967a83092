/** Versions of agents before the reviewers, what one version has that another has not, and the care for what is sold. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { anyone, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  AgentId,
  ExecutionId,
  JsonObject,
  listOf,
  listQuery,
  Slug,
  Timestamp,
  UserId,
} from '#contract/core/primitives.ts'
import { ADMIN_ACTIONS, AGENT_PHASES } from './agent-states.ts'
import { AgentPermissions, AgentRef, PRICE_TYPES, Price } from './agents.ts'
import { SUBMISSION_STATUSES } from './publishing.ts'
import { PUBLISHING } from './publishing-limits.ts'

/** An automatic finding in a version. `node` is the id of its step. */
export const Finding = z.object({
  code: z.string(),
  severity: z.enum(['high', 'medium', 'low']),
  node: z.string().nullable(),
  message: z.string(),
  advice: z.string(),
})
export type Finding = z.infer<typeof Finding>

const CHANGES = ['added', 'removed', 'changed'] as const
const FieldChange = z.object({ name: z.string(), change: z.enum(CHANGES), required: z.boolean() })

/** Measured by the platform from runs of this version; `score` is of the seller's own test cases. */
const Measured = z.object({
  runs: z.number().int(),
  success_rate: z.number().nullable().describe('From 0 to 1; null before the first finished run.'),
  median_ms: z.number().int().nullable().describe('Null before the first finished run.'),
  score: z.number().nullable().describe('From 0 to 1; null without test cases.'),
})

/** What a version has that another has not. Settings of steps stay with the seller and the reviewers. */
export const VersionDifference = z.object({
  from: z.number().int().nullable().describe('Null for the first version.'),
  to: z.number().int(),
  changelog: z.string(),
  /** Null when it is the same. */
  price: z.object({ from: Price.nullable(), to: Price }).nullable(),
  trial_runs: z.object({ from: z.number().int(), to: z.number().int() }).nullable(),
  inputs: z.array(FieldChange),
  outputs: z.array(FieldChange),
  permissions: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** `type_title` is empty for people who may not look into the workflow. */
  steps: z.array(z.object({ title: z.string(), type_title: z.string(), change: z.enum(CHANGES) })),
  connections_changed: z.boolean(),
  /** Parts of the listing's text that differ. */
  texts: z.array(z.string()),
  measured: z.object({ from: Measured.nullable(), to: Measured }),
})
export type VersionDifference = z.infer<typeof VersionDifference>

const Person = z.object({ id: UserId, display_name: z.string() })

/** As the queue of the reviewers shows it. */
export const SubmissionCard = z.object({
  id: z.uuid(),
  status: z.enum(SUBMISSION_STATUSES),
  agent: z.object({ id: AgentId, slug: Slug, name: z.string(), icon: z.string(), phase: z.enum(AGENT_PHASES) }),
  number: z.number().int(),
  seller: Person,
  price: Price,
  findings: z.object({ high: z.number().int(), medium: z.number().int(), low: z.number().int() }),
  submitted_at: Timestamp,
  decided_at: Timestamp.nullable(),
  abilities: z.object({ decide: Ability }),
})
export type SubmissionCard = z.infer<typeof SubmissionCard>

export const SubmissionDetail = SubmissionCard.extend({
  details: z.object({
    name: z.string(),
    tagline: z.string(),
    /** Markdown. */
    description: z.string(),
    category: z.string(),
    more_categories: z.array(z.string()),
    icon: z.string(),
    tags: z.array(z.string()),
  }),
  listing: z.object({
    does: z.array(z.string()),
    does_not: z.array(z.string()),
    how_it_works: z.string(),
    disclaimer: z.string().nullable(),
    workflow_open: z.boolean(),
  }),
  changelog: z.string(),
  trial_runs: z.number().int(),
  input_schema: JsonObject,
  permissions: AgentPermissions,
  samples: z.array(
    z.object({
      title: z.string(),
      input: JsonObject,
      /** The first 20,000 characters, as a text, of one above 256 kB. */
      output: z.unknown(),
      execution_id: ExecutionId.nullable(),
      ms: z.number().int().nullable(),
    }),
  ),
  machine: z.array(Finding),
  difference: VersionDifference,
  /** Settings of steps that differ, for reviewers alone. `before` is null for a new step. */
  settings: z.array(
    z.object({ title: z.string(), type: z.string(), before: JsonObject.nullable(), after: JsonObject }),
  ),
  /** What its agents read when a task needs it, for reviewers alone. A text is null for a file that is none, and beyond 400,000 characters of all. */
  skills: z.array(
    z.object({
      name: z.string(),
      text: z.string().nullable(),
      files: z.array(z.object({ path: z.string(), text: z.string().nullable() })),
    }),
  ),
  score: z.number().nullable(),
  previous_score: z.number().nullable(),
  score_acknowledged: z.boolean(),
  reason: z.string().nullable(),
  decided_by: Person.nullable(),
  content_hash: z.string(),
})
export type SubmissionDetail = z.infer<typeof SubmissionDetail>

/** An agent as marketplace administrators see it. */
export const ManagedAgent = z.object({
  id: AgentId,
  slug: Slug,
  name: z.string(),
  icon: z.string(),
  phase: z.enum(AGENT_PHASES),
  status_note: z.string(),
  is_featured: z.boolean(),
  /** Null: until an administrator changes it. */
  featured_until: Timestamp.nullable(),
  seller: Person,
  price: z.object({ type: z.enum(PRICE_TYPES), paise: z.number().int(), currency: z.literal('INR') }),
  runs: z.number().int(),
  services: z.number().int(),
  updated_at: Timestamp,
  abilities: z.object({ suspend: Ability, unsuspend: Ability, feature: Ability, unfeature: Ability }),
})
export type ManagedAgent = z.infer<typeof ManagedAgent>

const reviewer = withPermission('admin.agents.manage')
const params = z.object({ id: z.uuid() })
const reason = z.string().trim().max(PUBLISHING.reason, `Use at most ${PUBLISHING.reason} characters`).default('')
const number = z.coerce.number().int().min(1).max(2_000_000_000)

export const agentReviewEndpoints = {
  listSubmissions: endpoint({
    method: 'GET',
    path: '/api/v1/agent-submissions',
    access: reviewer,
    query: z.object({ status: z.enum(SUBMISSION_STATUSES).default('in_review'), ...listQuery(25) }),
    returns: listOf(SubmissionCard),
  }),
  getSubmission: endpoint({
    method: 'GET',
    path: '/api/v1/agent-submissions/{id}',
    access: reviewer,
    params,
    returns: SubmissionDetail,
    errors: ['not_found'],
  }),
  decideSubmission: endpoint({
    method: 'POST',
    path: '/api/v1/agent-submissions/{id}/decide',
    access: reviewer,
    params,
    body: z.strictObject({ approve: z.boolean(), reason }),
    returns: SubmissionDetail,
    errors: ['not_found', 'illegal_transition', 'own_agent'],
  }),
  listManagedAgents: endpoint({
    method: 'GET',
    path: '/api/v1/agent-management',
    access: reviewer,
    query: z.object({
      phase: z.enum(AGENT_PHASES).optional(),
      search: z.string().max(200).optional(),
      ...listQuery(LIMITS.pages.agents),
    }),
    returns: listOf(ManagedAgent),
  }),
  controlManagedAgent: endpoint({
    method: 'POST',
    path: '/api/v1/agent-management/{id}/control',
    access: reviewer,
    params: z.object({ id: AgentId }),
    /** `until` is when featuring ends, with `feature` only; without it, until an administrator ends it. */
    body: z.strictObject({ action: z.enum(ADMIN_ACTIONS), reason, until: Timestamp.nullable().default(null) }),
    returns: ManagedAgent,
    errors: ['not_found', 'illegal_transition', 'own_agent'],
  }),
  getVersionDifference: endpoint({
    method: 'GET',
    path: '/api/v1/agents/{id}/difference',
    access: anyone,
    late: true,
    params: z.object({ id: AgentRef }),
    query: z.object({ from: number, to: number }),
    returns: VersionDifference,
    errors: ['not_found'],
  }),
}
