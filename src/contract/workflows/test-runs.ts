/** Trying the draft of a workflow: runs of all or a part of it, data put in the place of a node's run, and what a run is likely to take. */
import { z } from 'zod'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Json, JsonObject, page, Timestamp, WorkflowId, wholeList } from '#contract/core/primitives.ts'
import { EXECUTION_STATUSES } from '#contract/runs/execution-states.ts'
import { TEST_MODES } from '#contract/runs/test-modes.ts'
import { TestOf } from '#contract/runs/test-of.ts'

const NodeId = z.string().min(1).max(64)

export const TestRun = z
  .strictObject({
    mode: z.enum(TEST_MODES),
    /** The node that is meant; of every mode but `all`. */
    node_id: NodeId.optional(),
    /** What the trigger gets. Absent: what the earlier run was given, or `{}` without one. */
    input: JsonObject.optional(),
    /** Whose data is taken for what does not run. Absent: the newest test run of the workflow. */
    source_id: ExecutionId.optional(),
    /** The revision the caller has seen; a draft that is ahead or behind is refused. */
    revision: z.number().int().min(0).max(2_000_000_000).optional(),
  })
  .refine(({ mode, node_id }) => (mode === 'all') === (node_id === undefined), {
    message: 'node_id is required unless mode is all',
    path: ['node_id'],
  })

export const TestStarted = z.object({ execution_id: ExecutionId, status: z.enum(EXECUTION_STATUSES), test: TestOf })

const Port = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

/** Data in the place of a node's run. Test runs alone use it. */
export const Pin = z.object({
  node_id: z.string(),
  output: Json,
  /** The way out it leaves through. */
  port: z.string(),
  /** Written from the schema, not by a run or a person. */
  made_up: z.boolean(),
  /** What the node gave before its value was changed; null where it was not. */
  before: z.object({ output: Json, port: z.string() }).nullable(),
  updated_at: Timestamp,
})

export const SetPin = z.strictObject({
  output: Json,
  port: Port.default('out'),
  made_up: z.boolean().default(false),
  /** What the node gave, where `output` is that with a change. What was pinned already is known without it. */
  before: z.strictObject({ output: Json, port: Port.default('out') }).optional(),
})

const Pins = z.object({ items: z.array(Pin) })

/** `ms` without the time that people or clocks were waited for; `cost_micros` in micro-rupees (₹1 = 1,000,000). */
const Range = z.object({ p50: z.number().int(), p90: z.number().int() })

/** What one run of the draft is likely to take, by what its nodes took in past runs. */
export const Estimate = z.object({
  /** Past runs it is made from; 0 when nothing is known. */
  runs: z.number().int(),
  ms: Range.nullable(),
  cost_micros: Range.nullable(),
  /** Nodes of the draft that none of these runs came to: they are not counted. */
  unknown: z.array(z.string()),
})

export type TestRun = z.output<typeof TestRun>
export type TestStarted = z.infer<typeof TestStarted>
export type Pin = z.infer<typeof Pin>
export type SetPin = z.output<typeof SetPin>
export type Estimate = z.infer<typeof Estimate>

const access = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })
const onePin = z.object({ id: WorkflowId, node_id: NodeId })

export const testRunEndpoints = {
  testWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/test-run',
    access,
    params,
    body: TestRun,
    returns: TestStarted,
    errors: ['not_found', 'not_runnable', 'stale_revision'],
    timeout: 15_000,
  }),
  listPins: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/pins',
    access: signedIn,
    params,
    query: wholeList(),
    returns: Pins.extend(page),
    errors: ['not_found'],
  }),
  setPin: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/{id}/pins/{node_id}',
    access,
    params: onePin,
    body: SetPin,
    returns: Pin,
    errors: ['not_found', 'limit_reached', 'payload_too_large'],
  }),
  removePin: endpoint({
    method: 'DELETE',
    path: '/api/v1/workflows/{id}/pins/{node_id}',
    access,
    params: onePin,
    returns: Pins,
    errors: ['not_found'],
  }),
  copyPins: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/pins/copy',
    access,
    params,
    body: z.strictObject({ execution_id: ExecutionId }),
    returns: Pins.extend({ left_out: z.array(z.object({ node_id: z.string(), reason: z.string() })) }),
    errors: ['not_found', 'limit_reached'],
    timeout: 15_000,
  }),
  estimateWorkflow: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/estimate',
    access: signedIn,
    params,
    returns: Estimate,
    errors: ['not_found'],
  }),
}
