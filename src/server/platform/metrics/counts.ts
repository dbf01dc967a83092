/** What this process counted since it was last asked: the counters of the registry, as amounts that can be added up. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Counter, Histogram } from 'prom-client'
import { httpDuration, httpRequests, jobFailures, modelCost, modelTokens, runsEnded, stepDuration } from './meters.ts'

export interface Counts {
  runs_succeeded: number
  runs_failed: number
  runs_cancelled: number
  steps: number
  step_ms: number
  requests: number
  requests_failed: number
  request_ms: number
  model_tokens: number
  model_cost_micros: number
  jobs_failed: number
  /** The delay of the event loop at the 99th percentile. */
  event_loop_ms: number
}

type Sums = Omit<Counts, 'event_loop_ms'>

type Labels = Partial<Record<string, string | number>>

async function sumOf(meter: Counter<string>, isCounted: (labels: Labels) => boolean = () => true): Promise<number> {
  const { values } = await meter.get()
  return values.reduce((sum, { labels, value }) => (isCounted(labels) ? sum + value : sum), 0)
}

async function partsOf(meter: Histogram<string>): Promise<{ count: number; ms: number }> {
  const { values } = await meter.get()
  const sum = (ending: string) =>
    values.reduce((all, { metricName, value }) => (metricName?.endsWith(ending) ? all + value : all), 0)
  return { count: sum('_count'), ms: sum('_sum') * 1000 }
}

async function readSums(): Promise<Sums> {
  const [steps, requests] = [await partsOf(stepDuration), await partsOf(httpDuration)]
  return {
    runs_succeeded: await sumOf(runsEnded, ({ outcome }) => outcome === 'succeeded'),
    runs_failed: await sumOf(runsEnded, ({ outcome }) => outcome === 'failed'),
    runs_cancelled: await sumOf(runsEnded, ({ outcome }) => outcome === 'cancelled'),
    steps: steps.count,
    step_ms: steps.ms,
    requests: requests.count,
    requests_failed: await sumOf(httpRequests, ({ status }) => Number(status) >= 500),
    request_ms: requests.ms,
    model_tokens: await sumOf(modelTokens),
    model_cost_micros: (await sumOf(modelCost)) * 1_000_000,
    jobs_failed: await sumOf(jobFailures),
  }
}

const NAMES = [
  'runs_succeeded',
  'runs_failed',
  'runs_cancelled',
  'steps',
  'step_ms',
  'requests',
  'requests_failed',
  'request_ms',
  'model_tokens',
  'model_cost_micros',
  'jobs_failed',
] as const satisfies readonly (keyof Sums)[]

export interface CountsReader {
  /** Hands what was counted since the last time to `store`. What cannot be stored is handed over again with the next. */
  take(store: (counts: Counts) => Promise<void>): Promise<void>
  stop(): void
}

export function createCountsReader(): CountsReader {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let taken: Sums | null = null
  return {
    async take(store) {
      const now = await readSums()
      const before = taken
      const difference = Object.fromEntries(
        NAMES.map((name) => [name, Math.round(now[name] - (before?.[name] ?? 0))]),
      ) as unknown as Sums
      // A timer of 20 ms is what is measured; the delay is what comes on top.
      const event_loop_ms = Math.max(0, delay.percentile(99) / 1e6 - 20)
      await store({ ...difference, event_loop_ms })
      taken = now
      delay.reset()
    },
    stop: () => delay.disable(),
  }
}
