/** The hub of workflows (§2.1): what a person has built, in folders, with how each is and how it ran last. */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, listOf, listQuery, Slug, Timestamp, WorkflowId } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { EXECUTION_STATUSES } from '#contract/runs/execution-states.ts'
import { WorkflowSummary } from './workflows.ts'

export const HUB_VIEWS = ['all', 'published', 'failing', 'archived'] as const
export const HUB_SORTS = ['changed', 'name', 'run'] as const
/** Runs shown of each workflow. */
export const HUB_RUNS = 5
export const FOLDER_CHARS = 60

/** Empty is outside of all folders. */
const Folder = z.string().trim().max(FOLDER_CHARS)

export const HubItem = WorkflowSummary.extend({
  /** Of the owner’s; what others share with one is in none. */
  folder: z.string(),
  role: z.enum(['owner', 'editor', 'viewer']),
  /** The number of the version that is live. */
  published: z.number().int().nullable(),
  archived_at: Timestamp.nullable(),
  /** The kind of step it begins with, null when there is none. */
  starts: z.object({ type: z.string(), title: z.string(), icon: z.string() }).nullable(),
  /** What keeps it from running. */
  problems: z.number().int(),
  first_problem: z.string().nullable(),
  /** The newest runs, newest first. */
  runs: z.array(z.object({ id: ExecutionId, status: z.enum(EXECUTION_STATUSES), created_at: Timestamp })),
  /** Agents made of it. */
  agents: z.array(z.object({ slug: Slug, name: z.string(), status: z.string() })),
  /** How many services of its owner run what is published: each has a chat page and channels of its own. */
  services: z.number().int(),
})
export type HubItem = z.infer<typeof HubItem>

export const HubQuery = z.object({
  search: z.string().max(SERVER_LIMITS.search_chars).optional(),
  folder: Folder.optional(),
  view: z.enum(HUB_VIEWS).default('all'),
  /** Only custom agents: workflows with a chat message and an AI agent. */
  shape: z.enum(['agent']).optional(),
  sort: z.enum(HUB_SORTS).default('changed'),
  ...listQuery(25),
})
export type HubQuery = z.output<typeof HubQuery>

export const HubPage = listOf(HubItem).extend({
  /** Folders with their number of workflows, sorted by name; archived workflows are not counted. */
  folders: z.array(z.object({ name: z.string(), count: z.number().int() })),
  /** All that are not archived, whatever is searched for. */
  whole: z.number().int(),
  archived: z.number().int(),
})
export type HubPage = z.infer<typeof HubPage>

/** What is left out stays. */
export const ArrangeWorkflow = z.strictObject({
  name: z.string().trim().min(1, 'Name is required').max(120).optional(),
  folder: Folder.optional(),
  /** An archived workflow keeps everything, but nothing starts it and it is not listed. */
  archived: z.boolean().optional(),
})
export type ArrangeWorkflow = z.output<typeof ArrangeWorkflow>

/** What goes with an archived workflow when it is deleted for good, and who uses it. */
export const WorkflowLoss = z.object({
  steps: z.number().int(),
  /** Kept ones: those of runs stay with them. */
  versions: z.number().int(),
  /** Runs stay, with what they ran. */
  runs: z.number().int(),
  comments: z.number().int(),
  /** People it is shared with. */
  members: z.number().int(),
  /** What starts it. */
  triggers: z.number().int(),
  /** Own workflows with a step that runs it: that step fails from then on. */
  callers: z.array(z.object({ id: WorkflowId, name: z.string() })),
  /** Agents that run it, directly or through a workflow they call, with the number of services that run them. */
  agents: z.array(z.object({ slug: Slug, name: z.string(), status: z.string(), services: z.number().int() })),
  /** Refused while a listed agent, one in review or a service runs it. */
  abilities: z.object({ delete: Ability }),
})
export type WorkflowLoss = z.infer<typeof WorkflowLoss>

export const RenameFolder = z.strictObject({
  from: Folder.min(1),
  /** Another name, or one that is there: then both become one. Empty takes its workflows out. */
  to: Folder,
})
export type RenameFolder = z.output<typeof RenameFolder>

const author = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })

export const workflowHubEndpoints = {
  listHub: endpoint({
    method: 'GET',
    path: '/api/v1/workflow-hub',
    access: author,
    query: HubQuery,
    returns: HubPage,
  }),
  arrangeWorkflow: endpoint({
    method: 'PUT',
    path: '/api/v1/workflow-hub/{id}',
    access: author,
    params,
    body: ArrangeWorkflow,
    returns: WorkflowSummary,
    errors: ['not_found', 'limit_reached'],
  }),
  getWorkflowLoss: endpoint({
    method: 'GET',
    path: '/api/v1/workflow-hub/{id}/loss',
    access: author,
    params,
    returns: WorkflowLoss,
    errors: ['not_found', 'illegal_transition'],
  }),
  deleteWorkflow: endpoint({
    method: 'DELETE',
    path: '/api/v1/workflow-hub/{id}',
    access: author,
    params,
    returns: z.object({ id: WorkflowId }),
    errors: ['not_found', 'illegal_transition', 'workflow_in_use'],
  }),
  duplicateWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflow-hub/{id}/duplicate',
    access: author,
    params,
    returns: WorkflowSummary,
    errors: ['not_found', 'limit_reached'],
    success: 201,
  }),
  renameFolder: endpoint({
    method: 'PUT',
    path: '/api/v1/workflow-hub/folders',
    access: author,
    body: RenameFolder,
    returns: z.object({ changed: z.number().int() }),
    errors: ['not_found'],
  }),
}
