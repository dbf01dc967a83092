/** What came out of a chaos trial: from the rows, and from the sink that took the effects. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '#server/platform/database/pool.ts'
import type { Sink } from './sink.ts'

export interface ChaosResult {
  executions: number
  /** Executions that did not end as succeeded. */
  lost: number
  /** Effects that are missing. */
  missing: number
  /** Keys that no execution should have made. */
  foreign: number
  /** Effects asked for more than once: harmless with a key, and few. */
  repeated: number
  /** Executions that kill their process, parked as poison after five deaths. */
  poison_parked: string
  /** Those that are not. */
  poison_loose: number
  died_of_poison: number
  twins_refused: string
  twins_let_in: number
  kills: number
  /** From the first arrival at the sink of an execution to its next, where a kill came between: ms. */
  resume_p50: number
  resume_p95: number
  seconds: number
  errors: string
}

/** Asks again while the database is away. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt > 200) throw error
      await sleep(100)
    }
  }
}

const percentile = (values: number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export interface Judged {
  executions: readonly string[]
  poison: readonly string[]
  /** The effects of each execution. */
  nodes: readonly string[]
  sink: Sink
  killedAt: readonly number[]
}

type Verdict = Omit<ChaosResult, 'kills' | 'seconds' | 'errors' | 'died_of_poison' | 'twins_refused' | 'twins_let_in'>

export async function judge(pool: Pool, { executions, poison, nodes, sink, killedAt }: Judged): Promise<Verdict> {
  const count = async (ids: readonly string[], condition: string) => {
    const sql = `select count(*)::int as n from executions where id = any($1) and ${condition}`
    return (await patiently(() => pool.query<{ n: number }>(sql, [ids]))).rows[0]?.n ?? 0
  }
  const succeeded = await count(executions, `status = 'succeeded'`)
  const parked = await count(poison, `status = 'failed' and error ->> 'code' = 'poison'`)
  const wanted = executions.flatMap((id) => nodes.map((one) => `${id}:${one}:`))
  const missing = wanted.filter((key) => !sink.made.has(key)).length
  const gaps = gapsOf(sink, killedAt)
  return {
    executions: executions.length,
    lost: executions.length - succeeded,
    missing,
    foreign: sink.made.size - (wanted.length - missing),
    repeated: [...sink.made.values()].filter(({ asked }) => asked > 1).length,
    poison_parked: `${parked} of ${poison.length}`,
    poison_loose: poison.length - parked,
    resume_p50: percentile(gaps, 0.5),
    resume_p95: percentile(gaps, 0.95),
  }
}

function gapsOf(sink: Sink, killedAt: readonly number[]): number[] {
  const gaps: number[] = []
  for (const times of sink.arrivals.values()) {
    for (let index = 1; index < times.length; index++) {
      const [from = 0, to = 0] = [times[index - 1], times[index]]
      const killed = killedAt.find((at) => at > from && at < to)
      // Only kills that hit this execution's worker leave a gap longer than an effect.
      if (killed) gaps.push(to - killed)
    }
  }
  return gaps
}
