/** What starts a workflow of one's own: its times and addresses, and what came to them. */
import { z } from 'zod'
import { APP_TRIGGER_KINDS, APP_TRIGGER_STATES } from '#contract/connectors/app-trigger-values.ts'
import { anyone, signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Json, JsonObject, Timestamp, WorkflowId } from '#contract/core/primitives.ts'
import { EXECUTION_STATUSES, TRIGGERS } from '#contract/runs/execution-states.ts'
import { TRIGGER_TYPES } from './workflow-list-values.ts'

export type TriggerType = (typeof TRIGGER_TYPES)[number]

export const WorkflowTrigger = z.object({
  type: z.enum(TRIGGER_TYPES),
  /** False where what runs (the published version, before the first one the draft) has no such trigger: its address answers 404. */
  enabled: z.boolean(),
  paused: z.boolean(),
  /** Where it listens: paths of this installation, for mail an address. Null for times and failures. */
  address: z.string().nullable(),
  /** Where the draft listens. */
  test_address: z.string().nullable(),
  /** The settings of its node in what runs, without secrets. */
  settings: JsonObject,
  /** Those of the draft; null where the draft has no such trigger. */
  draft_settings: JsonObject.nullable(),
  /** The next five times of a schedule that is on. */
  next_runs: z.array(Timestamp),
  /** How a trigger from an app is; null for others, and before the first publication. */
  app: z
    .object({
      /** The name of the app; null where it is not here any more. */
      name: z.string().nullable(),
      kind: z.enum(APP_TRIGGER_KINDS),
      /** `starting`: the app has not been asked yet. `stopped`: nothing starts until it is started again. */
      state: z.enum(APP_TRIGGER_STATES),
      /** What went wrong last. */
      error: z.string().nullable(),
      checked_at: Timestamp.nullable(),
      /** When something new was found last. */
      item_at: Timestamp.nullable(),
      /** When it is checked next; null where the app tells us itself. */
      next_at: Timestamp.nullable(),
      /** What arrived and has not been started yet. */
      waiting: z.number().int(),
      /** Why a run could not be started at the last try; it is tried again. */
      waiting_reason: z.string().nullable(),
      /** What has to be done at the service by hand; null where nothing has. */
      setup: z.string().nullable(),
      /** What to enter there as the secret; null where none is. */
      secret: z.string().nullable(),
    })
    .nullable(),
  /** Changes of a data table that wait for their run, and why the last one could not be started; null for other triggers. */
  table: z.object({ waiting: z.number().int(), waiting_reason: z.string().nullable() }).nullable(),
  /** Items of an app that started no run and are not tried again, of the last seven days and by reason. */
  not_started: z.array(z.object({ reason: z.string(), count: z.number().int(), at: Timestamp })),
  /** Subscriptions that could not be ended at their app, of the last 30 days: `address` is where it delivers to. */
  not_ended: z.array(
    z.object({ integration: z.string(), name: z.string(), address: z.string(), reason: z.string(), at: Timestamp }),
  ),
})
export type WorkflowTrigger = z.infer<typeof WorkflowTrigger>

export const TriggerCall = z.object({
  id: z.string(),
  type: z.enum(TRIGGERS),
  test: z.boolean(),
  method: z.string().nullable().describe('Null for what did not come by HTTP.'),
  /** How a request was answered; null where a run says more. */
  status: z.number().int().nullable(),
  /** Why it was refused. */
  code: z.string().nullable(),
  execution_id: ExecutionId.nullable(),
  run_status: z.enum(EXECUTION_STATUSES).nullable().describe('Null when it started no run.'),
  /** What came to a test address: `{body, query, headers}`. */
  request: Json,
  created_at: Timestamp,
})
export type TriggerCall = z.infer<typeof TriggerCall>

/** A schedule's settings are checked by its node. */
const Preview = z.object({ cron: z.string().max(200), time_zone: z.string().max(64).default('Asia/Kolkata') })

const author = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })
const triggers = z.object({
  /** What triggers run: before the first publication the newest version, then the published one, once it is taken back nothing. */
  publication: z.enum(['never', 'live', 'ended']),
  triggers: z.array(WorkflowTrigger),
  /** The newest twenty, newest first. */
  calls: z.array(TriggerCall),
  /** Whether mail arrives at this installation at all. */
  mail_in: z.boolean(),
})

/** A public form as the person who fills it in sees it. */
export const PublicForm = z.object({
  title: z.string(),
  description: z.string(),
  button: z.string(),
  /** JSON Schema of the values. */
  schema: JsonObject,
})
export type PublicForm = z.infer<typeof PublicForm>

const token = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{16,128}$/) })

export const triggerEndpoints = {
  listTriggers: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/triggers',
    access: author,
    params,
    returns: triggers,
    errors: ['not_found'],
  }),
  updateTrigger: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/{id}/triggers/{type}',
    access: author,
    params: params.extend({ type: z.enum(TRIGGER_TYPES) }),
    body: z.strictObject({ paused: z.boolean() }),
    returns: triggers,
    errors: ['not_found'],
  }),
  makeHookSecret: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/triggers/webhook/secret',
    access: author,
    params,
    body: z.strictObject({ auth: z.enum(['header', 'signature']) }),
    returns: z.object({ secret: z.string(), credential_id: z.uuid() }),
    errors: ['not_found', 'limit_reached', 'stale_revision'],
    success: 201,
  }),
  checkAppTrigger: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/triggers/app/check',
    access: author,
    params,
    returns: triggers,
    errors: ['not_found'],
  }),
  listenForTableChange: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/triggers/table/listen',
    access: author,
    params,
    body: z.strictObject({ listening: z.boolean() }),
    returns: z.object({ until: Timestamp.nullable() }),
    errors: ['not_found'],
  }),
  previewSchedule: endpoint({
    method: 'GET',
    path: '/api/v1/schedules/next',
    access: signedIn,
    query: Preview,
    returns: z.object({ times: z.array(Timestamp) }),
  }),
  getForm: endpoint({
    method: 'GET',
    path: '/api/forms/{token}',
    access: anyone,
    params: token,
    returns: PublicForm,
    errors: ['not_found'],
  }),
  submitForm: endpoint({
    method: 'POST',
    path: '/api/forms/{token}',
    access: anyone,
    params: token,
    body: z.strictObject({ values: JsonObject }),
    returns: z.object({
      message: z.string(),
      execution_id: ExecutionId,
      /** The output of the workflow, where the form says so and it came in time. */
      output: Json.optional(),
    }),
    errors: ['not_found', 'not_runnable', 'too_many_requests'],
    timeout: 30_000,
  }),
  sendChat: endpoint({
    method: 'POST',
    path: '/api/chat/{token}',
    access: anyone,
    params: token,
    body: z.strictObject({
      message: z.string().trim().min(1, 'Enter a message').max(20_000),
      /** The one that an earlier answer had: its conversation is continued. */
      session: z.string().max(100).optional(),
      /** Not used: the conversation is kept here. */
      history: z
        .array(z.strictObject({ role: z.enum(['person', 'workflow']), text: z.string().max(20_000) }))
        .max(50)
        .optional(),
    }),
    returns: z.object({
      /** Null when the workflow has not answered in time, or failed. */
      reply: Json,
      status: z.enum(EXECUTION_STATUSES),
      session: z.string(),
      execution_id: ExecutionId,
    }),
    errors: ['not_found', 'not_runnable', 'too_many_requests', 'illegal_transition', 'limit_reached'],
    timeout: 30_000,
  }),
}
