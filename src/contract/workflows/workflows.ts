/** Workflows as their author edits them, and the one way to start a run. */
import { z } from 'zod'
import { AgentRef } from '#contract/agents/agents.ts'
import { Ability } from '#contract/core/ability.ts'
import { anyoneOrOwner, signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  ExecutionId,
  JsonObject,
  listOf,
  listQuery,
  ServiceId,
  Timestamp,
  WorkflowId,
} from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { EXECUTION_STATUSES, PRIORITIES } from '#contract/runs/execution-states.ts'
import { RUN_REFUSALS } from '#contract/runs/run-details.ts'
import { Started } from '#contract/runs/started.ts'
import {
  TRIGGER_TYPES,
  WORKFLOW_SORTS,
  WORKFLOW_STAGES,
  WORKFLOW_STARTS,
  WORKFLOW_STATES,
} from './workflow-list-values.ts'
import { WORKFLOW_ROLES } from './workflow-members.ts'

const Name = z.string().trim().min(1).max(120)
const Description = z.string().max(5000)

export const WorkflowSummary = z.object({
  id: WorkflowId,
  name: z.string(),
  description: z.string(),
  revision: z.number().int(),
  nodes: z.number().int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

/** How its newest run is; null when it has none. */
const LastRun = z.object({ id: ExecutionId, status: z.enum(EXECUTION_STATUSES), created_at: Timestamp }).nullable()

export const ListedWorkflow = WorkflowSummary.extend({
  last_run: LastRun,
  published: z.number().int().nullable().describe('The number of the version that is live; null while none is.'),
  stage: z.enum(WORKFLOW_STAGES).describe('Whether it is a draft, live, live with other changes in the draft, or off.'),
  version: z
    .number()
    .int()
    .nullable()
    .describe('The version that its trigger and programs run: the published one, before that the newest that was run.'),
  starts: z
    .object({ title: z.string(), icon: z.string() })
    .nullable()
    .describe('The kind of step that starts it; null when nothing does.'),
  steps: z
    .array(z.object({ title: z.string(), icon: z.string(), category: z.string() }))
    .describe('Its first steps from left to right, at most five.'),
  live_trigger: z
    .object({ type: z.enum(TRIGGER_TYPES), on: z.boolean() })
    .nullable()
    .describe('The trigger of what runs, and whether it starts it now; null where nothing from outside does.'),
})
export type ListedWorkflow = z.infer<typeof ListedWorkflow>

/** A reason the document would not run, with the node and field it belongs to. */
export const DocumentProblem = z.object({
  code: z.string(),
  message: z.string(),
  node: z.string().nullable(),
  field: z.string().nullable(),
  /** The workflow runs all the same: it belongs to a node that nothing leads to. */
  warning: z.literal(true).optional(),
})

export const Workflow = WorkflowSummary.extend({
  /** The workflow document of `src/graph`. */
  document: JsonObject,
  problems: z.array(DocumentProblem),
  /**
   * Where its webhook trigger listens, if it has one; the test address runs the draft. Null for everyone but its owner.
   */
  hook: z.object({ path: z.string(), test_path: z.string() }).nullable(),
  /** What the reader is to it. */
  role: z.enum(WORKFLOW_ROLES),
  abilities: z.object({ update: Ability, run: Ability, share: Ability }),
})

export const CreateWorkflow = z.strictObject({
  name: Name,
  description: Description.optional(),
  /** Absent: empty. */
  document: JsonObject.optional(),
})

export const UpdateWorkflow = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    /** Graph operations, applied in order and kept with their inverses. */
    operations: z.array(JsonObject).min(1).max(500).optional(),
    /** The whole document instead. */
    document: JsonObject.optional(),
    /** The revision the edit was made on; an older one is refused. Needed with operations or a document. */
    base_revision: z.number().int().min(0).max(2_000_000_000).optional(),
  })
  .refine((body) => !(body.operations && body.document), {
    message: 'Send operations or a document, not both',
    path: ['operations'],
  })
  .refine((body) => body.base_revision !== undefined || !(body.operations || body.document), {
    message: 'base_revision is required: the revision you edited',
    path: ['base_revision'],
  })

export const ExecuteWorkflow = z
  .strictObject({
    agent_id: AgentRef.optional(),
    workflow_id: WorkflowId.optional(),
    service_id: ServiceId.optional(),
    input: JsonObject,
    priority: z.enum(PRIORITIES).optional(),
    /** Waits this long for the end, in ms. */
    wait_ms: z.number().int().min(0).max(SERVER_LIMITS.wait_ms).optional(),
  })
  .refine((body) => [body.agent_id, body.workflow_id, body.service_id].filter((id) => id !== undefined).length === 1, {
    message: 'Send exactly one of agent_id, workflow_id and service_id',
    path: ['agent_id'],
  })

export type WorkflowSummary = z.infer<typeof WorkflowSummary>
export type DocumentProblem = z.infer<typeof DocumentProblem>
export type Workflow = z.infer<typeof Workflow>
export type CreateWorkflow = z.output<typeof CreateWorkflow>
export type UpdateWorkflow = z.output<typeof UpdateWorkflow>
export type ExecuteWorkflow = z.output<typeof ExecuteWorkflow>

export const ListWorkflows = z.object({
  search: z.string().max(SERVER_LIMITS.search_chars).optional(),
  state: z.enum(WORKFLOW_STATES).default('all'),
  stage: z.enum(WORKFLOW_STAGES).optional(),
  starts: z.enum(WORKFLOW_STARTS).optional(),
  sort: z.enum(WORKFLOW_SORTS).default('changed'),
  /** Counts for each way to narrow the list, too. */
  facets: z.literal('true').optional(),
  ...listQuery(25),
})
export type ListWorkflows = z.output<typeof ListWorkflows>

/** How many there are of each, as the rest of the query narrows them. */
const Facets = z.object({
  states: z.record(z.enum(WORKFLOW_STATES), z.number().int()),
  stages: z.record(z.enum(WORKFLOW_STAGES), z.number().int()),
  starts: z.array(z.object({ type: z.enum(WORKFLOW_STARTS), count: z.number().int() })).describe('Those there are.'),
})
export type WorkflowFacets = z.infer<typeof Facets>

const author = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })

export const workflowEndpoints = {
  listWorkflows: endpoint({
    method: 'GET',
    path: '/api/v1/workflows',
    access: author,
    query: ListWorkflows,
    returns: listOf(ListedWorkflow).extend({
      facets: Facets.optional().describe('Absent where it was not asked for.'),
    }),
  }),
  createWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows',
    access: author,
    body: CreateWorkflow,
    returns: Workflow,
    errors: ['limit_reached'],
    timeout: 15_000,
    success: 201,
  }),
  getWorkflow: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}',
    access: signedIn,
    params,
    returns: Workflow,
    errors: ['not_found'],
  }),
  updateWorkflow: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/{id}',
    access: author,
    params,
    body: UpdateWorkflow,
    returns: Workflow,
    errors: ['not_found', 'forbidden', 'stale_revision'],
  }),
  executeWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/execute',
    access: anyoneOrOwner,
    body: ExecuteWorkflow,
    returns: Started,
    errors: ['not_found', 'not_runnable', 'visitor_quota', ...RUN_REFUSALS],
    timeout: 30_000,
  }),
}
