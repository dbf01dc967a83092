/** The trace of a run: every call of a model and of a tool, in order, under its step and the item of its loop. */
import { z } from 'zod'
import { anyoneOrOwner } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Json, JsonObject, listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { EXECUTION_STATUSES } from './execution-states.ts'
import { PlanItem } from './plan.ts'
import { TRACE } from './trace-values.ts'

export const TraceEntry = z.object({
  id: z.number().int(),
  kind: z.enum(['model', 'tool']),
  node_id: z.string(),
  /** As in the steps of a run; `3/1` is what an agent did with a node as a tool, inside item 3. */
  iteration: z.string(),
  attempt: z.number().int(),
  /** Of the model, or of the tool. */
  name: z.string(),
  at: Timestamp,
  ms: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cost_micros: z.number().int().describe('Micro-rupees without GST: ₹1 is 1,000,000.'),
  /** Null when it succeeded. */
  error: z.string().nullable(),
  /** The beginning of what came back. */
  summary: z.string(),
  /** Changes when the instructions of the model do. Null where there were none, and for tools. */
  prompt: z.string().nullable(),
  /** False when the run had kept as much as it may: then there are figures only. */
  kept: z.boolean(),
})
export type TraceEntry = z.infer<typeof TraceEntry>

/** A run that a step, or a tool of an agent, started. */
export const RunInside = z.object({
  execution_id: ExecutionId,
  node_id: z.string(),
  /** As in an entry. */
  iteration: z.string(),
  /** Of the agent, or of the workflow. */
  name: z.string(),
  status: z.enum(EXECUTION_STATUSES),
  at: Timestamp,
  finished_at: Timestamp.nullable().describe('Null until it ends.'),
  paise: z.number().int().describe('What it cost so far, with its models and the agents inside it.'),
})
export type RunInside = z.infer<typeof RunInside>

const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: JsonObject })

export const TraceMessage = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  tool_calls: z.array(ToolCall).optional(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
})
export type TraceMessage = z.infer<typeof TraceMessage>

export const TraceDetail = TraceEntry.extend({
  /** Of a model: everything it was sent, oldest first. */
  messages: z.array(TraceMessage),
  /** How many of the messages the call before it had, too. */
  earlier: z.number().int(),
  /** Tools it was offered, the schema of its answer, temperature and limit. */
  request: JsonObject,
  answer: z.object({ text: z.string(), tool_calls: z.array(ToolCall), finish: z.string().nullable() }).nullable(),
  /** Of a tool. */
  arguments: Json,
  result: z.string().nullable(),
  /** Why it failed. */
  problem: z.string().nullable(),
})
export type TraceDetail = z.infer<typeof TraceDetail>

export const traceEndpoints = {
  listTrace: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/trace',
    access: anyoneOrOwner,
    params: z.object({ id: ExecutionId }),
    query: z.object(listQuery(200, 500)),
    returns: listOf(TraceEntry).extend({
      plan: z.array(PlanItem).nullable().describe('What an agent plans to do, and how far it is. Null without a plan.'),
      runs_inside: z.array(RunInside).max(TRACE.runs_inside).describe('The first of them, whatever the page.'),
    }),
    errors: ['not_found', 'forbidden'],
  }),
  getTraceEntry: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/trace/{entry}',
    access: anyoneOrOwner,
    large: true,
    params: z.object({ id: ExecutionId, entry: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    returns: TraceDetail,
    errors: ['not_found', 'forbidden'],
  }),
}
