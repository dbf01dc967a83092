/**
 * What this process counts and measures, named as Prometheus asks (prometheus.io/docs/practices/naming). There is one registry per process, as
 * there is one set of counters; a monitoring system adds up the processes. Labels have few values, and none names a person, a run or an agent.
 */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export const processRegistry = new Registry()
const registers = [processRegistry]

export const httpRequests = new Counter({
  name: 'chowk_http_requests_total',
  help: 'Requests answered, by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  registers,
})

export const httpDuration = new Histogram({
  name: 'chowk_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the end of its answer; live streams are left out.',
  labelNames: ['method', 'route'],
  buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10],
  registers,
})

export const securityEvents = new Counter({
  name: 'chowk_security_events_total',
  help: 'Sign-ins, refusals, changes of rights and uses of keys, by kind.',
  labelNames: ['event'],
  registers,
})

export type RunOutcome = 'succeeded' | 'failed' | 'cancelled'

export const runsEnded = new Counter({
  name: 'chowk_runs_ended_total',
  help: 'Runs that ended, by outcome.',
  labelNames: ['outcome'],
  registers,
})

export const stepDuration = new Histogram({
  name: 'chowk_step_duration_seconds',
  help: 'Time a step of a run took, without the time it waited, by type of node. Steps of less than a millisecond are left out.',
  labelNames: ['type'],
  buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
  registers,
})

export const stepsFailed = new Counter({
  name: 'chowk_steps_failed_total',
  help: 'Steps that were given up, by type of node.',
  labelNames: ['type'],
  registers,
})

export const modelCalls = new Counter({
  name: 'chowk_model_calls_total',
  help: 'Calls of language models, by outcome.',
  labelNames: ['outcome'],
  registers,
})

export const modelTokens = new Counter({
  name: 'chowk_model_tokens_total',
  help: 'Tokens that language models read and wrote.',
  labelNames: ['direction'],
  registers,
})

export const modelCost = new Counter({
  name: 'chowk_model_cost_rupees_total',
  help: 'What calls of language models cost.',
  registers,
})

export const modelDuration = new Histogram({
  name: 'chowk_model_call_duration_seconds',
  help: 'Time a call of a language model took.',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
})

export const jobDuration = new Histogram({
  name: 'chowk_job_duration_seconds',
  help: 'Time one turn of a periodic job took.',
  // `job` is a label that Prometheus itself sets.
  labelNames: ['periodic_job'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers,
})

export const jobFailures = new Counter({
  name: 'chowk_job_failures_total',
  help: 'Turns of periodic jobs that failed.',
  labelNames: ['periodic_job'],
  registers,
})

for (const outcome of ['succeeded', 'failed', 'cancelled'] satisfies RunOutcome[]) runsEnded.inc({ outcome }, 0)
for (const direction of ['input', 'output']) modelTokens.inc({ direction }, 0)
for (const outcome of ['succeeded', 'failed']) modelCalls.inc({ outcome }, 0)

let isMeasuring = false

/** Memory, processor time and delays of the event loop. Once per process: it observes the garbage collector and keeps a timer. */
export function measureProcess(): void {
  if (isMeasuring) return
  isMeasuring = true
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: 20 })
}

/** One call of a model, as it is written down. */
export function countModelCall(end: {
  input_tokens: number
  output_tokens: number
  cost_micros: number
  ms: number
  error: string | null
}): void {
  modelCalls.inc({ outcome: end.error === null ? 'succeeded' : 'failed' })
  modelTokens.inc({ direction: 'input' }, end.input_tokens)
  modelTokens.inc({ direction: 'output' }, end.output_tokens)
  modelCost.inc(end.cost_micros / 1_000_000)
  modelDuration.observe(end.ms / 1000)
}
