/** Executions: list, detail, live events, control and answers to waits. */
import { z } from 'zod'
import { anyone, anyoneOrOwner, roleAtLeast, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  AgentId,
  Currency,
  ExecutionId,
  Json,
  JsonObject,
  listOf,
  listQuery,
  Paise,
  ServiceId,
  Slug,
  Timestamp,
  UserId,
  WorkflowId,
} from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { ControlCommand } from './execution-control.ts'
import { EXECUTION_STATUSES, NODE_STATUSES, PRIORITIES, TRIGGERS } from './execution-states.ts'
import { revealQuery } from './oversight/masks.ts'
import { PlanItem } from './plan.ts'
import { QueuePlace, QueueState, RUN_REFUSALS, RunAbilities, RunCharge, RunGraph, UsageSum } from './run-details.ts'
import { TestOf } from './test-of.ts'

/** `field` is a dotted path into the node's settings or input. */
export const RunError = z.object({
  code: z.string(),
  message: z.string(),
  node_id: z.string().nullable().describe('The step that failed; null when the run as a whole did.'),
  field: z.string().nullable().describe('Null when no field is to blame.'),
})

/** One call of a model by a node. `cost_micros` in micro-rupees (₹1 = 1,000,000). */
export const ModelUsage = z.object({
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cost_micros: z.number().int().describe('Micro-rupees without GST: ₹1 is 1,000,000.'),
  model: z.string(),
  /** How long it took. */
  ms: z.number().int(),
  /** When it began; absent in runs from before this was kept. */
  at: z.string().optional(),
})

/** An attempt of a node that failed and was followed by another. */
export const FailedTry = z.object({ attempt: z.number().int(), at: z.string(), error: RunError })

/** What a run gave, in one line. */
export const ResultLine = z.object({
  text: z.string().describe('What was found first, or the first values.'),
  findings: z.number().int(),
})
export type ResultLine = z.infer<typeof ResultLine>

export const ExecutionSummary = z.object({
  id: ExecutionId,
  /**
   * The name of its document, or the first words of its text; null in lists of all users' runs and after its input is
   * deleted.
   */
  title: z.string().nullable(),
  status: z.enum(EXECUTION_STATUSES),
  trigger: z.enum(TRIGGERS),
  priority: z.enum(PRIORITIES),
  agent: z
    .object({ id: AgentId, slug: Slug, name: z.string(), icon: z.string() })
    .nullable()
    .describe('Null for a run of your own workflow.'),
  workflow: z.object({ id: WorkflowId, name: z.string() }),
  service: z
    .object({ id: ServiceId, name: z.string() })
    .nullable()
    .describe('Null when it was not started from a service.'),
  started_by: z
    .object({ id: UserId, name: z.string() })
    .optional()
    .describe('The member of the workspace who started it. Absent for runs that are a person’s own.'),
  error: RunError.nullable(),
  result: ResultLine.nullable()
    .optional()
    .describe('Null without a result, and for one above 64 kB. Absent where it was not asked for.'),
  cost: z.object({ paise: Paise, currency: Currency }),
  created_at: Timestamp,
  started_at: Timestamp.nullable().describe('Null until a worker takes it.'),
  finished_at: Timestamp.nullable().describe('Null until it has ended.'),
})

/** A wait of a node that is not answered yet. */
export const OpenWait = z.object({
  id: z.uuid(),
  type: z.enum(['timer', 'approval', 'form', 'child', 'account']),
  title: z.string().nullable(),
  /** What an approver sees; the fields of a form. */
  details: Json,
  until: Timestamp.nullable().describe('When a timer fires or an answer is too late; null without a limit.'),
})

const NodeOrigin = z.enum(['pin', 'earlier'])

export const NodeRun = z.object({
  /** In a run whose steps are closed to the reader a number of the step, such as `step-2`. */
  node_id: z.string(),
  /** Null where the steps are closed to the reader. */
  type: z.string().nullable(),
  title: z.string(),
  status: z.enum(NODE_STATUSES),
  started_at: Timestamp.nullable().describe('Null until it starts.'),
  finished_at: Timestamp.nullable().describe('Null until it ends.'),
  attempts: z.number().int().describe('How often it was tried, the first time included.'),
  /** Null also for one that is `stored`. */
  output: Json,
  /** The output is large: fetch it from `/executions/{id}/nodes/{node_id}/output`. */
  stored: z.boolean(),
  /** Of a test run: it did not run, its data was pinned or is that of the earlier run. Null where it ran. */
  origin: NodeOrigin.nullable(),
  error: RunError.nullable(),
  /** The attempts before the last one. */
  tries: z.array(FailedTry),
  /** Calls of models, in their order. */
  usage: z.array(ModelUsage),
  /** `''` at the top; inside a map the item's path: `3`, nested `3.0`. */
  iteration: z.string(),
  /** The port the output left through. */
  port: z.string().nullable(),
  /** What the step logged, such as the prompt it sent: for those who own or share the workflow, and in agents of the house. */
  logs: z.array(z.object({ at: z.string(), message: z.string(), data: Json })),
  wait: OpenWait.nullable(),
  /** The one node it begins after, once that has succeeded; null where none or several lead to it. */
  follows: z.string().nullable(),
})

export const Execution = ExecutionSummary.extend({
  input: Json,
  output: Json,
  /** False for a workflow whose owner keeps its steps private: then only their titles and states are shown. */
  steps_open: z.boolean(),
  /** False for a super admin looking at a run of another account: what went in and came out, of the run and of its steps, is left out. */
  content_open: z.boolean(),
  /** Whether `/executions/{id}/trace` shows what models and tools were sent and gave. */
  trace_open: z.boolean(),
  /** Whether the caller may read `/executions/{id}/record`. */
  record_open: z.boolean(),
  nodes: z.array(NodeRun),
  /** Empty where the steps are closed. */
  graph: RunGraph,
  /** Of all its calls of models. */
  usage: UsageSum,
  /** Null for a run that is free. */
  charge: RunCharge.nullable(),
  inside_paise: z.number().int().describe('What agents that its steps ran cost so far, with their models.'),
  /** The number of the version of the workflow, below zero for a draft that only tests have run; null when it was removed. */
  version: z.number().int().nullable(),
  /** The execution it was retried, rerun or forked from. */
  source_id: ExecutionId.nullable(),
  /** How a test of the draft was asked for; null for every other run. */
  test: TestOf.nullable(),
  /** Null unless it is queued. */
  queue: QueuePlace.nullable(),
  /** What went in and came out has been removed, by the time it is kept for; null while it is there. */
  payload_removed_at: Timestamp.nullable(),
  /** Which viewer shows the output; null for a workflow of one's own. */
  view: z.string().nullable(),
  disclaimer: z.string().nullable(),
  /** The last event's number: where the live stream continues. */
  seq: z.number().int(),
  abilities: RunAbilities,
})

/** What the live stream sends; `seq` is the SSE id, null for what is not stored (progress). */
export const ExecutionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), seq: z.number().int().nullable(), status: z.enum(EXECUTION_STATUSES) }),
  z.object({
    type: z.literal('node'),
    seq: z.number().int().nullable(),
    node_id: z.string(),
    iteration: z.string(),
    status: z.enum(NODE_STATUSES),
    attempts: z.number().int(),
    port: z.string().nullable(),
    output: Json,
    stored: z.boolean(),
    origin: NodeOrigin.nullable(),
    usage: z.array(ModelUsage),
    error: RunError.nullable(),
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  }),
  z.object({
    type: z.literal('progress'),
    seq: z.null(),
    node_id: z.string(),
    iteration: z.string(),
    fraction: z.number(),
    message: z.string(),
    /** The end of the text that a model is writing: its characters from `at` on. */
    written: z.object({ at: z.number().int(), text: z.string() }).optional(),
  }),
  z.object({
    type: z.literal('plan'),
    seq: z.null(),
    node_id: z.string(),
    iteration: z.string(),
    /** What an agent plans to do, and how far it is. */
    items: z.array(PlanItem),
  }),
  z.object({
    type: z.literal('end'),
    seq: z.number().int().nullable(),
    status: z.enum(EXECUTION_STATUSES),
    output: Json,
    error: RunError.nullable(),
  }),
])

export const WaitAnswer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('approval'), approved: z.boolean(), comment: z.string().max(2000).default('') }),
  z.strictObject({ type: z.literal('form'), values: JsonObject }),
])

export type RunError = z.infer<typeof RunError>
export type ModelUsage = z.infer<typeof ModelUsage>
export type FailedTry = z.infer<typeof FailedTry>
export type ExecutionSummary = z.infer<typeof ExecutionSummary>
export type OpenWait = z.infer<typeof OpenWait>
export type NodeRun = z.infer<typeof NodeRun>
export type Execution = z.infer<typeof Execution>
export type ExecutionEvent = z.infer<typeof ExecutionEvent>
export type WaitAnswer = z.infer<typeof WaitAnswer>

export const ExecutionQuery = z.object({
  /** `all` is the same as none. */
  status: z.enum([...EXECUTION_STATUSES, 'all']).optional(),
  priority: z.enum([...PRIORITIES, 'all']).optional(),
  /** Part of the name of the document, agent, workflow or service, or the beginning of an execution's id (at least 8 characters). */
  search: z.string().max(SERVER_LIMITS.search_chars).optional(),
  agent_id: AgentId.optional(),
  service_id: ServiceId.optional(),
  workflow_id: WorkflowId.optional(),
  /** Own runs that were begun with this session in their input through the API. */
  session: z.string().min(1).max(200).optional(),
  /** Only runs of a workflow alone: of no agent and no service. */
  direct: z.literal('true').optional(),
  /** Each of the first 25 says what it gave in one line. */
  results: z.literal('true').optional(),
  /** `all` is for a super_admin. */
  scope: z.enum(['own', 'all']).default('own'),
  ...revealQuery,
  ...listQuery(LIMITS.pages.executions),
})
export type ExecutionQuery = z.output<typeof ExecutionQuery>

/** Both null for signed-in users, whose runs are not counted. */
export const FreeRuns = z.object({ limit: z.number().int().nullable(), remaining: z.number().int().nullable() })
export type FreeRuns = z.infer<typeof FreeRuns>

const params = z.object({ id: ExecutionId })
/** The result of a control action: `execution_id` is a new one for retry, rerun and fork. */
const controlled = z.object({ execution_id: ExecutionId, status: z.enum(EXECUTION_STATUSES) })
// A visitor's run is opened by its run token (header X-Run-Token), so one execution is not for signed-in users alone.
const one = { access: anyoneOrOwner, large: true, params, returns: Execution, errors: ['not_found'] } as const

export const executionEndpoints = {
  listExecutions: endpoint({
    method: 'GET',
    path: '/api/v1/executions',
    access: signedIn,
    query: ExecutionQuery,
    returns: listOf(ExecutionSummary),
    errors: ['forbidden'],
    timeout: 10_000,
  }),
  getExecution: endpoint({ ...one, method: 'GET', path: '/api/v1/executions/{id}' }),
  getWorkflowExecution: endpoint({
    ...one,
    method: 'GET',
    path: '/api/v1/workflows/executions/{id}',
  }),
  getNodeOutput: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/nodes/{node_id}/output',
    access: anyoneOrOwner,
    large: true,
    params: z.object({ id: ExecutionId, node_id: z.string().min(1).max(64) }),
    query: z.object({ iteration: z.string().max(200).default('') }),
    returns: z.object({ output: Json }),
    errors: ['not_found', 'forbidden'],
  }),
  getQueue: endpoint({
    method: 'GET',
    path: '/api/v1/queue',
    access: roleAtLeast('super_admin'),
    returns: QueueState,
  }),
  streamExecution: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/events',
    access: anyoneOrOwner,
    params,
    query: z.object({ after: z.coerce.number().int().min(0).max(2_000_000_000).optional() }),
    returns: ExecutionEvent,
    answers: 'stream',
    errors: ['not_found'],
  }),
  getFreeRuns: endpoint({
    method: 'GET',
    path: '/api/v1/visitor/runs',
    access: anyone,
    returns: FreeRuns,
  }),
  controlExecution: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/control',
    access: anyoneOrOwner,
    params,
    body: ControlCommand,
    returns: controlled,
    errors: ['not_found', 'illegal_transition', 'forbidden', ...RUN_REFUSALS],
  }),
  answerWait: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/waits/{wait_id}',
    access: anyoneOrOwner,
    params: z.object({ id: ExecutionId, wait_id: z.uuid() }),
    body: WaitAnswer,
    returns: controlled,
    errors: ['not_found', 'already_resolved', 'forbidden', 'not_runnable', 'agreement_needed'],
  }),
}
