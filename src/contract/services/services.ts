/** My AI Services: deployed agent versions, pinned. Run through `workflows/execute` with `service_id`. */
import { z } from 'zod'
import { AgentRef, AgentSample } from '#contract/agents/agents.ts'
import { Ability } from '#contract/core/ability.ts'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  AgentId,
  AgentVersionId,
  JsonObject,
  listOf,
  listQuery,
  Paise,
  ServiceId,
  Slug,
  Timestamp,
  WorkflowId,
  wholeNumber,
} from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { TRIGGERS } from '#contract/runs/execution-states.ts'
import { SERVICE_SORTS, SERVICE_STATUSES, USAGE_DAYS } from './service-values.ts'

export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

export const Service = z.object({
  id: ServiceId,
  name: z.string(),
  status: z.enum(SERVICE_STATUSES),
  settings: JsonObject,
  second_reader_share: z
    .number()
    .int()
    .describe('Per cent of its documents that a second person reads, without seeing the first one’s decisions.'),
  sign_off_needs_all: z.boolean().describe('Whether a document can be signed off only when every finding is decided.'),
  agent: z.object({ id: AgentId, slug: Slug, name: z.string(), icon: z.string() }),
  /** `number` runs; `newest` is what one could upgrade to. */
  version: z.object({ id: AgentVersionId, number: z.number().int(), newest: z.number().int() }),
  workflow_id: WorkflowId.nullable().describe(
    'Of one’s own workflow, whose published version it runs; null for an agent of the marketplace.',
  ),
  runs: z.number().int(),
  last_run_at: Timestamp.nullable().describe('Null before its first run.'),
  created_at: Timestamp,
  updated_at: Timestamp,
  abilities: z.object({ run: Ability, update: Ability, remove: Ability }),
})

/** With what running it needs: the pinned version's input and viewer. */
export const ServiceDetail = Service.extend({
  input_schema: JsonObject,
  samples: z.array(AgentSample),
  view: z.string(),
  disclaimer: z.string().nullable().describe('What results must not be used for; null where nothing needs saying.'),
  /** What the pinned version was sold with: its promise in one sentence, and what it does not do. */
  promise: z.string(),
  does_not: z.array(z.string()),
})

export const ListServices = z.object({
  agent_id: AgentId.optional(),
  workflow_id: WorkflowId.optional(),
  /** Part of its name or of its agent's. */
  search: z.string().max(SERVER_LIMITS.search_chars).optional(),
  status: z.enum(SERVICE_STATUSES).optional(),
  /** Absent: last added first. */
  sort: z.enum(SERVICE_SORTS).optional(),
  ...listQuery(25),
})
export type ListServices = z.output<typeof ListServices>

export const CreateService = z.strictObject({
  agent_id: AgentRef,
  /** Absent: the agent's name. */
  name: z.string().trim().min(1).max(120).optional(),
  settings: JsonObject.optional(),
})

export const DeployWorkflow = z.strictObject({
  /** Absent: the workflow's name. */
  name: z.string().trim().min(1).max(120).optional(),
})

export const UpdateService = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  settings: JsonObject.optional(),
  status: z.enum(['running', 'paused', 'stopped']).optional(),
  /** For services of a workspace: a person alone has no second reader. */
  second_reader_share: wholeNumber(0, 100).optional(),
  sign_off_needs_all: z.boolean().optional(),
})

const Used = z.object({
  runs: z.number().int(),
  failed: z.number().int(),
  spent_paise: Paise.describe('Charged or held for these runs and their models, GST included.'),
})

export const ServiceUsage = z.object({
  days: z.number().int(),
  ...Used.shape,
  success_rate: z.number().nullable().describe('Of the runs that succeeded or failed; null without any.'),
  by_day: z
    .array(Used.extend({ day: z.string() }))
    .describe('Each day of the period in India, oldest first, days without runs too.'),
  by_trigger: z
    .array(Used.extend({ trigger: z.enum(TRIGGERS) }))
    .describe('What started the runs, the most frequent first.'),
})

export type Service = z.infer<typeof Service>
export type ServiceUsage = z.infer<typeof ServiceUsage>
export type ServiceDetail = z.infer<typeof ServiceDetail>
export type CreateService = z.output<typeof CreateService>
export type DeployWorkflow = z.output<typeof DeployWorkflow>
export type UpdateService = z.output<typeof UpdateService>

const access = withPermission('pods.create.subscribed_agent')
const params = z.object({ id: ServiceId })

export const serviceEndpoints = {
  listServices: endpoint({
    method: 'GET',
    path: '/api/v1/services',
    access,
    query: ListServices,
    returns: listOf(Service),
  }),
  createService: endpoint({
    method: 'POST',
    path: '/api/v1/services',
    access,
    body: CreateService,
    returns: ServiceDetail,
    errors: ['not_found', 'plan_limit', 'limit_reached'],
    success: 201,
  }),
  deployWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/services',
    access,
    params: z.object({ id: WorkflowId }),
    body: DeployWorkflow,
    returns: ServiceDetail,
    errors: ['not_found', 'not_runnable', 'plan_limit', 'limit_reached'],
    success: 201,
  }),
  getService: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}',
    access,
    params,
    returns: ServiceDetail,
    errors: ['not_found'],
  }),
  getServiceUsage: endpoint({
    method: 'GET',
    path: '/api/v1/services/{id}/usage',
    access,
    params,
    query: z.object({ days: z.enum(USAGE_DAYS).default('30') }),
    returns: ServiceUsage,
    errors: ['not_found'],
  }),
  updateService: endpoint({
    method: 'PUT',
    path: '/api/v1/services/{id}',
    access,
    params,
    body: UpdateService,
    returns: ServiceDetail,
    errors: ['not_found', 'plan_limit'],
  }),
  upgradeService: endpoint({
    method: 'POST',
    path: '/api/v1/services/{id}/upgrade',
    access,
    params,
    body: z.strictObject({
      /** The one that was looked at: another that came meanwhile is not taken. */
      version: z.number().int().min(1).max(2_000_000_000),
    }),
    returns: ServiceDetail,
    errors: ['not_found', 'illegal_transition'],
  }),
  deleteService: endpoint({
    method: 'DELETE',
    path: '/api/v1/services/{id}',
    access,
    params,
    returns: z.object({ id: ServiceId }),
    errors: ['not_found'],
  }),
}
