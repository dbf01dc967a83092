/** Test cases that a seller keeps for an agent, how they are scored, and how versions of its workflow did with them. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, ExecutionId, Json, JsonObject, Timestamp, WorkflowId } from '#contract/core/primitives.ts'
import { EVALUATIONS } from './publishing-limits.ts'

/** How an answer is compared with what is expected; each gives a score from 0 to 1. */
export const Scorer = z.discriminatedUnion('type', [
  /** The same value; texts without blanks at their ends. */
  z.strictObject({ type: z.literal('exact') }),
  /** `expected` is a text or a list of them; the score is the part that is found. */
  z.strictObject({ type: z.literal('contains'), ignore_case: z.boolean().default(true) }),
  /** `expected` is an object; the score is the part of its fields that the answer has too. Others do not matter. */
  z.strictObject({ type: z.literal('json_fields') }),
  /** `expected` is a number; `path` is its path in the answer. */
  z.strictObject({
    type: z.literal('number'),
    tolerance: z.number('Enter a number').min(0, 'At least 0').max(1e15),
    path: z.string().max(200).default(''),
  }),
  /** A model says how well the answer fits `expected` and the instruction. */
  z.strictObject({ type: z.literal('judge'), instruction: z.string().trim().max(2000).default('') }),
])
export type Scorer = z.output<typeof Scorer>

export const TestCase = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(EVALUATIONS.name),
  input: JsonObject,
  expected: Json,
  scorer: Scorer,
})
export type TestCase = z.output<typeof TestCase>

export const CaseResult = z.object({
  name: z.string(),
  scorer: z.string(),
  input: JsonObject,
  expected: Json,
  /** Null also for one that is `stored`. */
  output: Json,
  /** The output is large: it is read in its run. */
  stored: z.boolean(),
  execution_id: ExecutionId.nullable(),
  /** Null while it runs. */
  score: z.number().nullable(),
  /** Why it has this score. */
  note: z.string(),
  cost_micros: z.number().describe('What models took, in micro-rupees: ₹1 is 1,000,000.'),
  /** Null while it runs, and when its run is gone. */
  ms: z.number().int().nullable(),
})
export type CaseResult = z.infer<typeof CaseResult>

export const Evaluation = z.object({
  id: z.uuid(),
  /** Of the workflow. */
  workflow_version: z.number().int(),
  /** Numbers of versions of the agent that run it. */
  versions: z.array(z.number().int()),
  status: z.enum(['running', 'done']),
  score: z.number().nullable(),
  cases: z.number().int(),
  /** The cases are still as they were then. */
  current: z.boolean(),
  created_at: Timestamp,
})
export type Evaluation = z.infer<typeof Evaluation>

export const AgentTests = z.object({
  agent: z.object({ id: AgentId, name: z.string() }),
  workflow_id: WorkflowId,
  cases: z.array(TestCase),
  evaluations: z.array(Evaluation),
  /** The newest one, case by case. */
  results: z.array(CaseResult),
  /** The score of the draft as it is now, and of what is sold; null where the cases were not run with it. */
  score: z.object({ draft: z.number().nullable(), sold: z.number().nullable() }),
})
export type AgentTests = z.infer<typeof AgentTests>

export const WorkflowTests = z.object({
  workflow: z.object({ id: WorkflowId, name: z.string() }),
  /** What a run is given, as JSON Schema. */
  input_schema: JsonObject,
  cases: z.array(TestCase),
  evaluations: z.array(Evaluation),
  /** The newest one, case by case. */
  results: z.array(CaseResult),
  /** The score of the draft as it is now, and of what is published; null where the cases were not run with it. */
  score: z.object({ draft: z.number().nullable(), published: z.number().nullable() }),
})
export type WorkflowTests = z.infer<typeof WorkflowTests>

export const AddTestCase = z.strictObject({
  /** A run of your own; its input is the case. */
  execution_id: ExecutionId,
  name: z.string().trim().max(EVALUATIONS.name).default(''),
  /** What the run answered when left out. */
  expected: Json.optional(),
  scorer: Scorer.default({ type: 'judge', instruction: '' }),
})
export type AddTestCase = z.output<typeof AddTestCase>

const seller = withPermission('agents.create')
const params = z.object({ id: AgentId })

const author = withPermission('workflows.create')
const workflow = z.object({ id: WorkflowId })

export const evaluationEndpoints = {
  getWorkflowTests: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/tests',
    access: author,
    large: true,
    params: workflow,
    returns: WorkflowTests,
    errors: ['not_found'],
  }),
  updateWorkflowTests: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/{id}/tests',
    access: author,
    params: workflow,
    body: z.strictObject({
      cases: z.array(TestCase).max(EVALUATIONS.cases, `At most ${EVALUATIONS.cases} test cases`),
    }),
    returns: WorkflowTests,
    errors: ['not_found'],
  }),
  addTestCase: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/tests/cases',
    access: author,
    params: workflow,
    body: AddTestCase,
    returns: z.object({ case: TestCase, cases: z.number().int() }),
    errors: ['not_found', 'limit_reached'],
  }),
  evaluateWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/tests/run',
    access: author,
    params: workflow,
    /** The draft when left out. */
    body: z.strictObject({ version: z.number().int().min(-2_000_000_000).max(2_000_000_000).optional() }),
    returns: WorkflowTests,
    errors: ['not_found', 'not_runnable', 'too_many_requests'],
    timeout: 20_000,
  }),
  getEvaluation: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/tests/{evaluation}',
    access: author,
    large: true,
    params: workflow.extend({ evaluation: z.uuid() }),
    returns: Evaluation.extend({ results: z.array(CaseResult) }),
    errors: ['not_found'],
  }),
  getAgentTests: endpoint({
    method: 'GET',
    path: '/api/v1/seller/agents/{id}/tests',
    access: seller,
    large: true,
    params,
    returns: AgentTests,
    errors: ['not_found'],
  }),
  updateAgentTests: endpoint({
    method: 'PUT',
    path: '/api/v1/seller/agents/{id}/tests',
    access: seller,
    params,
    body: z.strictObject({
      cases: z.array(TestCase).max(EVALUATIONS.cases, `At most ${EVALUATIONS.cases} test cases`),
    }),
    returns: AgentTests,
    errors: ['not_found'],
  }),
  evaluateAgent: endpoint({
    method: 'POST',
    path: '/api/v1/seller/agents/{id}/tests/run',
    access: seller,
    params,
    returns: AgentTests,
    errors: ['not_found', 'not_runnable', 'illegal_transition', 'too_many_requests'],
    timeout: 20_000,
  }),
}
