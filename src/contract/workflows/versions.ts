/** Versions of a workflow: what was run or published of it, unchanged for ever, and who depends on it. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, JsonObject, listOf, listQuery, ServiceId, Timestamp, WorkflowId } from '#contract/core/primitives.ts'
import { PUBLICATION_LIMITS } from './publication-limits.ts'
import { TRIGGER_TYPES, WORKFLOW_STAGES } from './workflow-list-values.ts'

const Person = z.object({ name: z.string() })

export const WorkflowVersion = z.object({
  /** 1, 2, 3 in its workflow; below zero for a draft that only tests have run. */
  number: z.number().int(),
  /** Given when it was published last; empty when it has none. */
  name: z.string(),
  notes: z.string(),
  nodes: z.number().int(),
  created_at: Timestamp,
  /** Who ran or published it first; null for an account that is gone. */
  created_by: Person.nullable(),
  /** The last time it was published; null for one that was only run. */
  published_at: Timestamp.nullable(),
  published_by: Person.nullable(),
  /** It is what addresses and times run. */
  is_live: z.boolean(),
  /** It was run in earnest or published; a checkpoint may be neither. */
  has_run: z.boolean(),
  /** The newest name it was kept by without publishing it. */
  checkpoint: z.object({ name: z.string(), at: Timestamp, by: Person.nullable() }).nullable(),
})
export type WorkflowVersion = z.infer<typeof WorkflowVersion>

/** How a workflow's draft relates to the version that runs. */
export const Publication = z.object({
  /** - `never`: addresses and times run the newest version. - `live`: the published one. - `ended`: nothing. */
  state: z.enum(['never', 'live', 'ended']),
  /** Number of the version that addresses and times run now; null while there is none. */
  runs: z.number().int().nullable(),
  /** The one state of the workflow, as lists have it. */
  stage: z.enum(WORKFLOW_STAGES),
  /** The trigger of what runs; null while only people and programs start it. */
  live_trigger: z.object({ type: z.enum(TRIGGER_TYPES), on: z.boolean() }).nullable(),
  abilities: z.object({ publish: Ability, unpublish: Ability }),
})
export type Publication = z.infer<typeof Publication>

export const PublishWorkflow = z
  .strictObject({
    name: z.string().trim().max(PUBLICATION_LIMITS.name).optional(),
    notes: z.string().trim().max(PUBLICATION_LIMITS.notes).optional(),
    /** The draft as it is at this revision. */
    base_revision: z.number().int().min(0).max(2_000_000_000).optional(),
    /** Or a version there is already. */
    version: z.number().int().min(1).max(2_000_000_000).optional(),
    /** It scores lower on the test cases than what is published, and is published all the same. */
    acknowledge_score: z.boolean().optional(),
  })
  .refine((body) => (body.base_revision === undefined) !== (body.version === undefined), {
    message: 'Send either base_revision or version',
    path: ['version'],
  })
export type PublishWorkflow = z.output<typeof PublishWorkflow>

export const SaveCheckpoint = z.strictObject({
  name: z.string().trim().min(1, 'Name is required').max(PUBLICATION_LIMITS.name),
  /** The draft as it is at this revision. */
  base_revision: z.number().int().min(0).max(2_000_000_000),
})
export type SaveCheckpoint = z.output<typeof SaveCheckpoint>

/** Who depends on a workflow. */
export const WorkflowUses = z.object({
  /** Agents that were made of it: they keep running the version they were made of. */
  agents: z.array(
    z.object({
      id: AgentId,
      slug: z.string(),
      name: z.string(),
      status: z.string(),
      /** The agent’s own version, and the version of this workflow that it runs. */
      version: z.number().int(),
      workflow_version: z.number().int(),
      /** How many services run any version of it. */
      services: z.number().int(),
    }),
  ),
  /** Services of its owner that run what is published: a publication moves them, and its end pauses them. */
  services: z.array(z.object({ id: ServiceId, name: z.string(), status: z.string() })),
  /** Workflows of the same owner with a step that runs it. */
  callers: z.array(z.object({ id: WorkflowId, name: z.string(), is_live: z.boolean(), in_draft: z.boolean() })),
  triggers: z.array(
    z.object({
      type: z.enum(TRIGGER_TYPES),
      /** In what runs now, and in the draft. */
      is_live: z.boolean(),
      in_draft: z.boolean(),
      paused: z.boolean(),
      address: z.string().nullable(),
      next_run: Timestamp.nullable(),
    }),
  ),
})
export type WorkflowUses = z.infer<typeof WorkflowUses>

const author = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })

export const versionEndpoints = {
  listVersions: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/versions',
    access: signedIn,
    params,
    query: z.object(listQuery(50)),
    returns: listOf(WorkflowVersion).extend({ publication: Publication }),
    errors: ['not_found'],
  }),
  getVersion: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/versions/{number}',
    access: signedIn,
    params: params.extend({ number: z.coerce.number().int().min(-2_000_000_000).max(2_000_000_000) }),
    returns: WorkflowVersion.extend({ document: JsonObject }),
    errors: ['not_found'],
  }),
  publishWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/publish',
    access: author,
    params,
    body: PublishWorkflow,
    returns: WorkflowVersion,
    errors: ['not_found', 'forbidden', 'not_runnable', 'stale_revision', 'score_fell'],
  }),
  saveCheckpoint: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/checkpoints',
    access: author,
    params,
    body: SaveCheckpoint,
    returns: WorkflowVersion,
    errors: ['not_found', 'forbidden', 'stale_revision', 'limit_reached'],
    success: 201,
  }),
  unpublishWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/unpublish',
    access: author,
    params,
    returns: Publication,
    errors: ['not_found', 'forbidden', 'illegal_transition'],
  }),
  getWorkflowUses: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/uses',
    access: signedIn,
    params,
    returns: WorkflowUses,
    errors: ['not_found'],
  }),
}
