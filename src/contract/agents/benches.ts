/** A private bench: own cases on up to three agents, with what each got right, took and cost side by side. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  AgentId,
  ExecutionId,
  Json,
  JsonObject,
  listOf,
  listQuery,
  Paise,
  recordOf,
  Timestamp,
} from '#contract/core/primitives.ts'
import { RUN_REFUSALS } from '#contract/runs/run-details.ts'
import { Price } from './agents.ts'
import { BENCH } from './bench-limits.ts'
import { Scorer } from './evaluations.ts'

const KeepDays = z.literal([...BENCH.keep_days])

export const BenchCase = z.strictObject({
  /** Empty: it is called by its number. */
  name: z.string().trim().max(BENCH.name),
  /** By the fields of all agents together; a file as `{"file_id": …}`. The files it names are deleted with it. */
  input: JsonObject,
  /** Null: nothing is expected yet, and nothing is judged. */
  expected: Json,
  scorer: Scorer,
})
export type BenchCase = z.output<typeof BenchCase>

export const BenchAgent = z.object({
  /** Null when it is not there any more. */
  id: AgentId.nullable(),
  slug: z.string().nullable(),
  icon: z.string(),
  name: z.string(),
  /** The version that is benched, and the one that is published now. */
  version: z.number().int(),
  newest: z.number().int().nullable(),
  price: Price.nullable(),
  /** Why it cannot be run; null when it can. */
  problem: z.string().nullable(),
})
export type BenchAgent = z.infer<typeof BenchAgent>

/** A field of the form, which has those of all agents by their names. */
export const BenchField = z.object({
  name: z.string(),
  /** Of the agents that ask for it, by their places. */
  agents: z.array(z.number().int()),
  /** Fields of the same kind whose value it could use. */
  like: z.array(z.string()),
})
export type BenchField = z.infer<typeof BenchField>

const BENCH_OUTCOMES = ['succeeded', 'empty', 'failed', 'cancelled'] as const
const BENCH_STATES = ['draft', 'running', 'done', 'cancelled'] as const

/** One agent with one case, by their places from 0. */
export const BenchRun = z.object({
  agent: z.number().int(),
  case: z.number().int(),
  /** Null while it is under way. */
  outcome: z.enum(BENCH_OUTCOMES).nullable(),
  execution_id: ExecutionId,
  /** The answer in short; the run has it whole. Null when there is none, or it was deleted. */
  answer: z.string().nullable(),
  /** The parts of the answer that can be picked as what is right. */
  parts: z.array(z.object({ path: z.string(), value: Json })),
  /** From 0 to 1; null where nothing is expected. */
  score: z.number().nullable(),
  /** Why it has this score. */
  note: z.string(),
  /** What counts: the owner's word, else the scorer's. Null: not judged. */
  right: z.boolean().nullable(),
  /** The owner said so. */
  ruled: z.boolean(),
  ms: z.number().int().nullable().describe('How long the run took; null until it has ended.'),
  cost_paise: Paise,
  /** `models`: free but for the models of the platform it took. */
  paid_with: z.enum(['credits', 'trial', 'purchase', 'models']).nullable(),
})
export type BenchRun = z.infer<typeof BenchRun>

export const BenchFigures = z.object({
  /** Its place. */
  agent: z.number().int(),
  runs: z.number().int(),
  ended: z.number().int().describe('Of `runs`, those that have ended.'),
  /** Gave nothing: failed, or an empty result. */
  failed: z.number().int(),
  judged: z.number().int(),
  right: z.number().int(),
  /** Where the true share may lie, 95 of 100 times (Wilson); null before anything is judged. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  median_ms: z.number().nullable().describe('Null before a run has ended.'),
  p95_ms: z
    .number()
    .nullable()
    .describe('Nineteen of twenty runs took at most this long; null before a run has ended.'),
  cost_paise: Paise,
  /** Of a case that gave something. */
  case_paise: z.number().nullable(),
  trials: z.number().int().describe('Runs that were paid with trial runs.'),
})
export type BenchFigures = z.infer<typeof BenchFigures>

export const Bench = z.object({
  id: z.uuid(),
  status: z.enum(BENCH_STATES),
  agents: z.array(BenchAgent),
  fields: z.array(BenchField),
  /** Of the fields of all agents together. */
  input_schema: JsonObject,
  same_as: z.record(z.string(), z.string()),
  keep_days: KeepDays,
  /** Empty once they are deleted. */
  cases: z.array(BenchCase),
  runs: z.array(BenchRun),
  figures: z.array(BenchFigures),
  created_at: Timestamp,
  started_at: Timestamp.nullable().describe('Null for a draft.'),
  finished_at: Timestamp.nullable().describe('Null until all runs have ended.'),
  /** When what went in and came out is deleted, and when it was. */
  delete_at: Timestamp,
  deleted_at: Timestamp.nullable().describe('Null until then.'),
})
export type Bench = z.infer<typeof Bench>

export const BenchSummary = Bench.pick({
  id: true,
  status: true,
  created_at: true,
  started_at: true,
  delete_at: true,
  deleted_at: true,
}).extend({
  agents: z.array(z.object({ name: z.string(), icon: z.string() })),
  cases: z.number().int(),
  runs: z.number().int(),
  ended: z.number().int(),
})
export type BenchSummary = z.infer<typeof BenchSummary>

export const BenchPlan = z.object({
  agents: z.array(
    z.object({
      agent: z.number().int(),
      /** How its runs are paid: what was bought, trial runs before credits, or for nothing. */
      how: z.enum(['free', 'own', 'purchase', 'credits', 'buy']),
      trials: z.number().int(),
      price_paise: Paise,
      most_paise: Paise,
    }),
  ),
  runs: z.number().int(),
  /** The price of the agents when every run succeeds. */
  most_paise: Paise,
  /** Models of the platform, which come on top: what nine of ten runs took, with GST and without what is free in a day. Null: none is paid. */
  models: z.object({ about_paise: Paise.nullable(), free_daily_paise: Paise }).nullable(),
  balance_paise: Paise,
  missing_paise: Paise,
  /** Answers that a model judges, with the owner's model. */
  judged: z.number().int(),
  /** Where they would send the cases, which has to be agreed to first. */
  to_agree: z.array(z.object({ agent: z.number().int(), agent_id: AgentId, destinations: z.array(z.string()) })),
  /** What has to be mended first; `field` as in the answer of a start. */
  problems: z.array(z.object({ message: z.string(), field: z.string() })),
})
export type BenchPlan = z.infer<typeof BenchPlan>

const params = z.object({ id: z.uuid() })
const agent_ids = z
  .array(AgentId)
  .min(1, 'Choose an agent')
  .max(BENCH.agents, `Choose at most ${BENCH.agents} agents`)
  .refine((ids) => new Set(ids).size === ids.length, 'Each agent can appear only once')

export const SaveBench = z.strictObject({
  agent_ids,
  cases: z.array(BenchCase).max(BENCH.cases, `Use at most ${BENCH.cases} cases`),
  same_as: recordOf(z.string().max(200), z.string().max(200), BENCH.same_as),
  keep_days: KeepDays,
})
export type SaveBench = z.output<typeof SaveBench>

const one = { access: signedIn, params, returns: Bench } as const

export const benchEndpoints = {
  listBenches: endpoint({
    method: 'GET',
    path: '/api/v1/benches',
    access: signedIn,
    query: z.object(listQuery(LIMITS.pages.executions)),
    returns: listOf(BenchSummary),
  }),
  createBench: endpoint({
    method: 'POST',
    path: '/api/v1/benches',
    access: signedIn,
    body: z.strictObject({ agent_ids }),
    returns: Bench,
    success: 201,
    errors: ['not_found', 'not_runnable', 'illegal_transition'],
  }),
  getBench: endpoint({
    ...one,
    method: 'GET',
    path: '/api/v1/benches/{id}',
    errors: ['not_found'],
  }),
  saveBench: endpoint({
    ...one,
    method: 'PUT',
    path: '/api/v1/benches/{id}',
    body: SaveBench,
    errors: ['not_found', 'not_runnable', 'illegal_transition'],
  }),
  planBench: endpoint({
    method: 'GET',
    path: '/api/v1/benches/{id}/plan',
    access: signedIn,
    params,
    returns: BenchPlan,
    errors: ['not_found', 'illegal_transition'],
  }),
  startBench: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/benches/{id}/start',
    /** The most it may cost, as its owner was shown. */
    body: z.strictObject({ most_paise: Paise.min(0) }),
    errors: ['not_found', 'not_runnable', 'illegal_transition', ...RUN_REFUSALS, 'too_many_requests'],
    timeout: 20_000,
  }),
  cancelBench: endpoint({
    ...one,
    method: 'POST',
    path: '/api/v1/benches/{id}/cancel',
    errors: ['not_found', 'illegal_transition'],
    timeout: 20_000,
  }),
  expectOfBench: endpoint({
    ...one,
    method: 'PUT',
    path: '/api/v1/benches/{id}/cases/{case}',
    params: params.extend({ case: z.coerce.number().int().min(0).max(BENCH.cases) }),
    body: BenchCase.pick({ expected: true, scorer: true }),
    errors: ['not_found', 'illegal_transition'],
  }),
  ruleBenchRun: endpoint({
    ...one,
    method: 'PUT',
    path: '/api/v1/benches/{id}/runs/{agent}/{case}',
    params: params.extend({
      agent: z.coerce.number().int().min(0).max(BENCH.agents),
      case: z.coerce.number().int().min(0).max(BENCH.cases),
    }),
    body: z.strictObject({ right: z.boolean().nullable() }),
    errors: ['not_found', 'illegal_transition'],
  }),
  deleteBench: endpoint({
    method: 'DELETE',
    path: '/api/v1/benches/{id}',
    access: signedIn,
    params,
    /** Null when nothing is left of it. */
    returns: Bench.nullable(),
    errors: ['not_found'],
    timeout: 20_000,
  }),
}
