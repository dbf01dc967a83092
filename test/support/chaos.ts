/**
 * Executions with effects while their workers are killed: what must come out is every execution finished and every effect made
 * once. The short form runs in `npm test`, the long one is `campaigns/chaos.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '#server/database/pool.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import { createOwner, createTestEngine, node, wires, workflow } from './engine.ts'
import { type EngineProcess, startEngineProcess } from './processes.ts'
import { openSink } from './sink.ts'

export interface ChaosOptions {
  executions: number
  effects: number
  workers: number
  kills: number
  /** Between two kills, on average. */
  kill_every_ms: number
  effect_ms: number
  /** Called now and then while the executions run. */
  disturb?: () => Promise<void>
  disturb_every_ms?: number
  /** Freezes a worker for so long now and then instead of killing it. */
  freeze_ms?: number
  log?: (line: string) => void
}

export interface ChaosResult {
  /** Executions that did not end as succeeded. */
  lost: number
  /** Effects that are missing. */
  missing: number
  /** Keys that no execution should have made. */
  foreign: number
  /** Effects asked for more than once: harmless with a key, and few. */
  repeated: number
  kills: number
  /** From the first arrival at the sink of an execution to its next, where a kill came between: ms. */
  resume_p50: number
  resume_p95: number
  seconds: number
  errors: string
}

const start = node('start', 'manual_trigger')

/** Asks again while the database is away. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
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

export async function runChaos(database: { pool: Pool; url: string }, options: ChaosOptions): Promise<ChaosResult> {
  const began = Date.now()
  const sink = await openSink(options.effect_ms)
  const web = await createTestEngine(database, { role: 'web' })
  const ids = Array.from({ length: options.effects }, (_, index) => `e${index}`)
  const retry = { max_attempts: 10, delay_ms: 50, backoff: 2 }
  const effects = ids.map((id) => node(id, 'effect', { does: 'sink' }, { retry }))
  const request = await web.publish(workflow([start, ...effects], wires(`start > ${ids.join(' > ')}`)))
  const spawn = (executorId: string) =>
    patiently(() => startEngineProcess({ databaseUrl: database.url, executorId, role: 'worker', sink: sink.url }))
  const workers: EngineProcess[] = await Promise.all(
    Array.from({ length: options.workers }, (_, index) => spawn(`w${index}`)),
  )
  const all = [...workers]
  const killedAt: number[] = []

  const owners = await Promise.all(Array.from({ length: 10 }, () => createOwner(database.pool)))
  const executions: string[] = []
  const feed = async () => {
    const pace = (options.kills * options.kill_every_ms * 0.85) / options.executions
    for (let index = 0; index < options.executions; index++) {
      const owner = { user_id: owners[index % owners.length] ?? '' }
      executions.push((await patiently(() => web.engine.start(request(null, { owner, mode: 'later' })))).execution_id)
      await sleep(pace)
    }
  }
  const kill = async () => {
    for (let done = 0; done < options.kills; done++) {
      await sleep(options.kill_every_ms * (0.5 + Math.random()))
      const at = Math.floor(Math.random() * workers.length)
      const victim = workers[at] as EngineProcess
      if (options.freeze_ms && done % 5 === 4) {
        process.kill(victim.pid, 'SIGSTOP')
        await sleep(options.freeze_ms)
        process.kill(victim.pid, 'SIGCONT')
        continue
      }
      killedAt.push(Date.now())
      await victim.end('SIGKILL')
      // A worker comes back under its own name or a new one.
      const next = await spawn(Math.random() < 0.5 ? victim.executorId : `w-${uuidv7().slice(-6)}`)
      workers[at] = next
      all.push(next)
    }
  }
  let running = true
  const disturb = async () => {
    while (running && options.disturb) {
      await sleep(options.disturb_every_ms ?? 5000)
      if (running) await options.disturb()
    }
  }
  const disturbing = disturb()
  await Promise.all([feed(), kill()])
  options.log?.(`${options.kills} kills done, waiting for the rest`)
  const unfinished = async (): Promise<number> => {
    const sql = `select count(*)::int as n from executions where status not in ('succeeded', 'failed', 'cancelled')`
    return (await patiently(() => database.pool.query<{ n: number }>(sql))).rows[0]?.n ?? 0
  }
  for (let last = -1, since = Date.now(); Date.now() - since < 30_000; await sleep(200)) {
    const left = await unfinished()
    if (left === 0) break
    if (left !== last) since = Date.now()
    last = left
  }
  running = false
  await disturbing
  // A start whose answer was lost was asked for again: there may be more executions than answers.
  const stored = await patiently(() => database.pool.query<{ id: string }>('select id from executions'))
  const every = new Set([...executions, ...stored.rows.map((row) => row.id)])
  const result = await judge(database.pool, [...every], ids, sink, killedAt)
  await Promise.all(workers.map((one) => one.end('SIGKILL')))
  await web.engine.stop()
  await sink.close()
  const errors = all.map((one) => one.errors()).join('')
  return { ...result, kills: options.kills, seconds: Math.round((Date.now() - began) / 1000), errors }
}

async function judge(
  pool: Pool,
  executions: string[],
  nodes: string[],
  sink: Awaited<ReturnType<typeof openSink>>,
  killedAt: number[],
): Promise<Omit<ChaosResult, 'kills' | 'seconds' | 'errors'>> {
  const ended = await patiently(() =>
    pool.query<{ n: number }>(`select count(*)::int as n from executions where id = any($1) and status = 'succeeded'`, [
      executions,
    ]),
  )
  const wanted = executions.flatMap((id) => nodes.map((one) => `${id}:${one}:`))
  const missing = wanted.filter((key) => !sink.made.has(key)).length
  const gaps: number[] = []
  for (const times of sink.arrivals.values()) {
    for (let index = 1; index < times.length; index++) {
      const [from = 0, to = 0] = [times[index - 1], times[index]]
      const killed = killedAt.find((at) => at > from && at < to)
      // Only kills that hit this execution's worker leave a gap longer than an effect.
      if (killed) gaps.push(to - killed)
    }
  }
  return {
    lost: executions.length - (ended.rows[0]?.n ?? 0),
    missing,
    foreign: sink.made.size - (wanted.length - missing),
    repeated: [...sink.made.values()].filter(({ asked }) => asked > 1).length,
    resume_p50: percentile(gaps, 0.5),
    resume_p95: percentile(gaps, 0.95),
  }
}
