/**
 * Executions with effects while their workers are killed, frozen, replaced by another build and drained, the database is restarted,
 * and some executions kill whoever runs them. What must come out is every execution finished, every effect made once, the poison
 * parked. The short form runs in `npm test`, the long one is `campaigns/chaos.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartRequest } from '#server/engine/request.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { type ChaosResult, judge, patiently } from './chaos-judge.ts'
import { createOwner, createTestEngine, node, type TestEngine, wires, workflow } from './engine.ts'
import { type EngineProcess, startEngineProcess } from './processes.ts'
import { openSink, type Sink } from './sink.ts'

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
  /** Executions that end the process that runs them. */
  poison?: number
  /** In the middle, all workers are drained one by one and replaced by processes of another build, with newer nodes. */
  deploy?: boolean
  /** One worker more in the beginning; the first that is killed never comes back. */
  never_back?: boolean
  /** So often a second process is started with the id of a worker that lives. */
  twins?: number
  log?: (line: string) => void
}

const start = node('start', 'manual_trigger')

export async function runChaos(database: { pool: Pool; url: string }, options: ChaosOptions): Promise<ChaosResult> {
  const sink = await openSink(options.effect_ms)
  const web = await createTestEngine(database, { role: 'web' })
  const chaos = new Chaos(database, options, sink, web)
  try {
    return await chaos.run()
  } finally {
    await chaos.end()
    await web.engine.stop()
    await sink.close()
  }
}

class Chaos {
  readonly #database: { pool: Pool; url: string }
  readonly #o: ChaosOptions
  readonly #sink: Sink
  readonly #web: TestEngine
  /** Who works now, by place. */
  readonly #workers: EngineProcess[] = []
  /** Who ever worked. */
  readonly #all: EngineProcess[] = []
  /** Ended by us: nobody puts another in its place by itself. */
  readonly #expected = new Set<EngineProcess>()
  readonly #killedAt: number[] = []
  readonly #executions: string[] = []
  readonly #poison: string[] = []
  #build = 1
  #died = 0
  #refused = 0
  #letIn = 0
  #running = true
  #wantsOneLess: boolean

  constructor(database: { pool: Pool; url: string }, options: ChaosOptions, sink: Sink, web: TestEngine) {
    this.#database = database
    this.#o = options
    this.#sink = sink
    this.#web = web
    this.#wantsOneLess = options.never_back === true
  }

  async run(): Promise<ChaosResult> {
    const began = Date.now()
    const { kills, log } = this.#o
    const places = this.#o.workers + Number(this.#wantsOneLess)
    await Promise.all(Array.from({ length: places }, (_, place) => this.#employ(place, `w${place}`)))
    const disturbing = this.#disturb()
    await Promise.all([this.#feed(), this.#kill(), this.#twins()])
    log?.(`${kills} kills done, waiting for the rest`)
    await this.#settle()
    this.#running = false
    await disturbing
    // A start whose answer was lost was asked for again: there may be more executions than answers.
    const stored = await patiently(() => this.#database.pool.query<{ id: string }>('select id from executions'))
    const every = new Set([...this.#executions, ...stored.rows.map((row) => row.id)])
    for (const id of this.#poison) every.delete(id)
    const judged = await judge(this.#database.pool, {
      executions: [...every],
      poison: this.#poison,
      nodes: Array.from({ length: this.#o.effects }, (_, index) => `e${index}`),
      sink: this.#sink,
      killedAt: this.#killedAt,
    })
    const { twins = 0 } = this.#o
    return {
      ...judged,
      kills,
      died_of_poison: this.#died,
      twins_refused: `${this.#refused} of ${twins}`,
      twins_let_in: this.#letIn,
      seconds: Math.round((Date.now() - began) / 1000),
      errors: this.#all.map((one) => one.errors()).join(''),
    }
  }

  async end(): Promise<void> {
    this.#running = false
    // Also one that is in no place any more: it died by itself, and its place was given away twice.
    await Promise.all(
      this.#all.map((one) => {
        this.#expected.add(one)
        return one.end('SIGKILL')
      }),
    )
  }

  /** Puts a process in a place; one that dies by itself is followed by another, as a supervisor would. */
  async #employ(place: number, executorId: string): Promise<void> {
    const child = { databaseUrl: this.#database.url, executorId, role: 'worker' as const, sink: this.#sink.url }
    const worker = await patiently(() => startEngineProcess({ ...child, build: this.#build }))
    this.#workers[place] = worker
    this.#all.push(worker)
    void worker.exited.then(async () => {
      if (this.#expected.has(worker) || !this.#running) return
      this.#died++
      await this.#employ(place, this.#nameAfter(worker))
    })
  }

  /** A worker comes back under its own name or a new one. */
  #nameAfter(worker: EngineProcess): string {
    return Math.random() < 0.5 ? worker.executorId : `w-${uuidv7().slice(-6)}`
  }

  async #feed(): Promise<void> {
    const { engine, publish } = this.#web
    const retry = { max_attempts: 10, delay_ms: 50, backoff: 2 }
    const ids = Array.from({ length: this.#o.effects }, (_, index) => `e${index}`)
    const effects = ids.map((id) => node(id, 'effect', { does: 'sink' }, { retry }))
    const good = await publish(workflow([start, ...effects], wires(`start > ${ids.join(' > ')}`)))
    const bad = await publish(workflow([start, node('e0', 'effect', { does: 'die' })], wires('start > e0')))
    const owners = await Promise.all(Array.from({ length: 10 }, () => createOwner(this.#database.pool)))
    const begin = async (request: StartRequest) => (await patiently(() => engine.start(request))).execution_id
    const { executions, poison = 0 } = this.#o
    const pace = (this.#o.kills * this.#o.kill_every_ms * 0.85) / executions
    const poisonEvery = poison > 0 ? Math.max(1, Math.floor(executions / poison / 2)) : 0
    for (let index = 0; index < executions; index++) {
      const owner = { user_id: owners[index % owners.length] ?? '' }
      this.#executions.push(await begin(good(null, { owner, mode: 'later' })))
      // In the first half, so that there is time for all of its deaths.
      if (poisonEvery > 0 && index % poisonEvery === 0 && this.#poison.length < poison) {
        this.#poison.push(await begin(bad(null, { owner, mode: 'later' })))
      }
      if (this.#o.deploy && index === Math.floor(executions / 2)) await this.#deploy()
      await sleep(pace)
    }
  }

  async #deploy(): Promise<void> {
    this.#build = 2
    for (const [place, worker] of this.#workers.entries()) {
      this.#expected.add(worker)
      await worker.end('SIGTERM')
      if (this.#workers[place] === worker) await this.#employ(place, worker.executorId)
    }
    this.#o.log?.('all workers are of the other build now')
  }

  async #kill(): Promise<void> {
    const { kills, kill_every_ms, freeze_ms } = this.#o
    for (let done = 0; done < kills; done++) {
      await sleep(kill_every_ms * (0.5 + Math.random()))
      const place = Math.floor(Math.random() * this.#workers.length)
      const victim = this.#workers[place]
      if (!victim || this.#expected.has(victim)) continue
      if (freeze_ms && done % 5 === 4) {
        tell(victim, 'SIGSTOP')
        await sleep(freeze_ms)
        tell(victim, 'SIGCONT')
        continue
      }
      this.#expected.add(victim)
      this.#killedAt.push(Date.now())
      await victim.end('SIGKILL')
      if (this.#wantsOneLess) {
        this.#wantsOneLess = false
        this.#workers.splice(place, 1)
      } else await this.#employ(place, this.#nameAfter(victim))
    }
  }

  /** A second process with the id of one that lives must not start; where it may (the first just died), the first is gone. */
  async #twins(): Promise<void> {
    const { twins = 0, kills, kill_every_ms } = this.#o
    const child = { databaseUrl: this.#database.url, executorId: 'twin', role: 'worker' as const, sink: this.#sink.url }
    const another = () => startEngineProcess({ ...child, build: this.#build })
    let first: EngineProcess | undefined
    for (let done = 0, tries = 0; done < twins && tries < 3 * twins; tries++) {
      await sleep((kills * kill_every_ms * 0.7) / twins)
      if (!first || (await isGone(first, 0))) first = await patiently(another)
      try {
        const second = await another()
        done++
        if (await isGone(first, 5_000)) this.#refused++
        else this.#letIn++
        await first.end('SIGKILL')
        first = second
      } catch (error) {
        // Where the database went away while it started, nothing was decided: another one is sent.
        if (!/Another process already works/.test((error as Error).message)) continue
        done++
        this.#refused++
      }
    }
    await first?.end('SIGKILL')
  }

  async #disturb(): Promise<void> {
    while (this.#running && this.#o.disturb) {
      await sleep((this.#o.disturb_every_ms ?? 5000) * (0.7 + Math.random() * 0.6))
      if (this.#running) await this.#o.disturb()
    }
  }

  async #settle(): Promise<void> {
    const sql = `select count(*)::int as n from executions where status not in ('succeeded', 'failed', 'cancelled')`
    for (let last = -1, since = Date.now(); Date.now() - since < 30_000; await sleep(200)) {
      const left = (await patiently(() => this.#database.pool.query<{ n: number }>(sql))).rows[0]?.n ?? 0
      if (left === 0) return
      if (left !== last) since = Date.now()
      last = left
    }
  }
}

const isGone = (one: EngineProcess, ms: number): Promise<boolean> =>
  Promise.race([one.exited.then(() => true), sleep(ms).then(() => false)])

/** Poison may have ended it a moment ago. */
function tell(one: EngineProcess, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(one.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
