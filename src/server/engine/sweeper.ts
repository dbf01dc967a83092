/**
 * What brings back the work of processes that died, and catches whatever fell between two of them. Every worker sweeps; taking an
 * execution is one atomic statement, so two that see the same do no harm.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '#server/platform/database/pool.ts'
import { findAbandoned, findUntold } from './child-runs.ts'
import type { Dispatcher } from './dispatch.ts'
import { isTransient } from './journal.ts'
import { findDead, withDeadExecutor } from './liveness.ts'
import type { Runner } from './runner.ts'
import { type Claim, findOrphans, orphanExecutions, SUSPECT_DEATHS } from './store.ts'

/** A dead process is believed dead when two sweeps in a row say so: after a database restart all locks are gone for a moment. */
const SWEEP_MS = 700
/** Executions a sweep takes from the dead at once. */
const TAKE = 50
/** A suspect that lives this long is not waited for any more. */
const TRIAL_MS = 10_000
const TIDY_EVERY_MS = 30_000

export interface SweeperOptions {
  pool: Pool
  runner: Runner
  dispatcher: Dispatcher
  executorId: string
  /** Starts what is due. @returns what may be taken at once */
  schedules: () => Promise<string[]>
  /** A child ended and its parent was not told. */
  tellParent: (child_id: string) => Promise<void>
  /** Unless it has ended. */
  cancel: (id: string) => Promise<void>
  /** Gives held runs their jobs, unless starts are still held. */
  releaseHeld: () => Promise<void>
  /** Takes the lock of this process again, whose connection is lost. */
  holdAgain: () => Promise<void>
  report: (error: unknown) => void
}

export class Sweeper {
  readonly #o: SweeperOptions
  #suspected = new Set<string>()
  readonly #stop = new AbortController()
  /** When the suspect under way was begun; 0 for none. */
  #trial = 0
  #tidied = 0
  #loops: Promise<void>[] = []

  constructor(options: SweeperOptions) {
    this.#o = options
  }

  /** Takes what dead processes left behind, then sweeps until stopped. */
  async start(): Promise<void> {
    await this.#takeOrphans()
    // Schedules do not wait for a sweep that has much to do.
    this.#loops = [this.#repeat(() => this.#sweep()), this.#repeat(() => this.#schedules())]
  }

  /** Takes nothing more from now on. Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#loops)
  }

  /** Never rejects. */
  async #repeat(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop
    for (;;) {
      await pause(SWEEP_MS * (0.8 + Math.random() * 0.4), undefined, { ref: false, signal }).catch(() => {})
      if (signal.aborted) return
      // While the database is away the journal says so; the next sweep sees.
      await work().catch((error) => {
        if (!isTransient(error)) this.#o.report(error)
      })
    }
  }

  /** Does nothing once the sweeper is being stopped. */
  #take(id: string, claim?: Claim): void {
    const { runner, report } = this.#o
    if (!this.#stop.signal.aborted && runner.hasRoom) runner.take(id, claim).catch(report)
  }

  async #schedules(): Promise<void> {
    for (const id of await this.#o.schedules()) this.#take(id)
  }

  async #sweep(): Promise<void> {
    const { pool, executorId, dispatcher } = this.#o
    const found = await findDead(pool, executorId)
    // At once, before two sweeps of another process: after a restart of the database the connection has ended, and the lock is being taken.
    if (found.includes(executorId)) await this.#o.holdAgain()
    const dead = found.filter((id) => id !== executorId)
    const certain = dead.filter((id) => this.#suspected.has(id))
    this.#suspected = new Set(dead)
    for (const id of certain) {
      const isDead = await withDeadExecutor(pool, id, (client) => orphanExecutions(client, id))
      if (!isDead) continue
      await dispatcher.resumeJobsOf(id)
      // Last: a crash in the middle of this leaves the name for the next sweep.
      await withDeadExecutor(
        pool,
        id,
        async (client) => void (await client.query('delete from executors where id = $1', [id])),
      )
    }
    const steps = [
      () => this.#takeOrphans(),
      () => this.#takeLost(),
      () => this.#overdue(),
      () => this.#untoldParents(),
      () => this.#o.releaseHeld(),
      () => this.#tidy(),
    ]
    for (const step of steps) if (!this.#stop.signal.aborted) await step()
  }

  /**
   * At the start and now and then: what nobody waits for is cancelled, old jobs are removed, and what is queued for long without a job is
   * taken (no fault of this program leaves such).
   */
  async #tidy(): Promise<void> {
    if (Date.now() - this.#tidied < TIDY_EVERY_MS) return
    this.#tidied = Date.now()
    const { pool, dispatcher, report, cancel } = this.#o
    for (const id of await findAbandoned(pool, TAKE)) await cancel(id).catch(report)
    const found = await pool.query<{ id: string }>(
      `select id from executions e where status = 'queued' and created_at < now() - interval '1 minute'
         and not exists (select from held_starts where execution_id = e.id) order by created_at limit $1`,
      [TAKE],
    )
    for (const { id } of found.rows) if (!(await dispatcher.hasJob(id))) this.#take(id)
    // What a process of an earlier version resolved while no worker of that version is left to hear of it.
    const resolved = await pool.query<{ id: string }>(
      `select distinct e.id from execution_waits w join executions e on e.id = w.execution_id
       where w.resolved_at < now() - interval '1 minute' and e.status = 'waiting' limit $1`,
      [TAKE],
    )
    for (const { id } of resolved.rows) this.#take(id)
  }

  /**
   * Unsuspicious executions first, together; then one suspect at a time, without other orphans, so that a dying worker
   * is known to have died on it.
   */
  async #takeOrphans(): Promise<void> {
    const { pool, runner, report } = this.#o
    if (this.#trial && Date.now() - this.#trial < TRIAL_MS) return
    const orphans = await findOrphans(pool, TAKE)
    const plain = orphans.filter(({ deaths }) => deaths < SUSPECT_DEATHS)
    for (const { id } of plain) this.#take(id, 'orphan')
    const suspect = plain.length === 0 ? orphans[0] : undefined
    if (!suspect || !runner.hasRoom || this.#stop.signal.aborted) return
    const began = Date.now()
    this.#trial = began
    runner
      .take(suspect.id, 'orphan')
      .catch(report)
      .finally(() => {
        if (this.#trial !== began) return
        this.#trial = 0
        // The next one at once.
        if (!this.#stop.signal.aborted) this.#takeOrphans().catch(report)
      })
  }

  /** What this process has by its rows and does not know of. */
  async #takeLost(): Promise<void> {
    const { pool, runner, executorId } = this.#o
    const found = await pool.query<{ id: string }>(
      `select id from executions where status = 'running' and executor = $1 and id <> all($2) limit $3`,
      [executorId, runner.ids(), TAKE],
    )
    for (const { id } of found.rows) this.#take(id, 'lost')
  }

  /** Waits that are due for a while although their wake-up was enqueued with them: also of runs here that have something else to do. */
  async #overdue(): Promise<void> {
    const { pool, runner, executorId } = this.#o
    const found = await pool.query<{ id: string; status: string }>(
      `select distinct e.id, e.status from execution_waits w join executions e on e.id = w.execution_id
       where w.resolved_at is null and w.until < now() - interval '5 seconds'
         and (e.status = 'waiting' or e.status = 'running' and e.executor = $2) limit $1`,
      [TAKE, executorId],
    )
    for (const { id, status } of found.rows) {
      if (status === 'running') runner.wake(id)
      else this.#take(id)
    }
  }

  async #untoldParents(): Promise<void> {
    for (const id of await findUntold(this.#o.pool, TAKE)) await this.#o.tellParent(id)
  }
}
