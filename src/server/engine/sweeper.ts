/**
 * What brings back the work of processes that died, and catches whatever fell between two of them. Every worker sweeps; taking an
 * execution is one atomic statement, so two that see the same do no harm.
 */

import type { Pool } from '#server/platform/database/pool.ts'
import { HOUR_MS } from '#shared/time.ts'
import type { Dispatcher } from './dispatch.ts'
import { isTransient } from './journal.ts'
import { findDead, withDeadExecutor } from './liveness.ts'
import type { Runner } from './runner.ts'
import { findOrphans, orphanExecutions, SUSPECT_DEATHS } from './store.ts'
import { WAITS_FOR } from './waits.ts'

/** A dead process is believed dead when two sweeps in a row say so: after a database restart all locks are gone for a moment. */
const SWEEP_MS = 700
/** Executions a sweep takes from the dead at once. */
const TAKE = 50
/** A suspect that lives this long is not waited for any more. */
const TRIAL_MS = 10_000
const TIDY_EVERY_MS = 30_000
const JOBS_KEPT_MS = HOUR_MS

export interface SweeperOptions {
  pool: Pool
  runner: Runner
  dispatcher: Dispatcher
  executorId: string
  schedules: () => Promise<void>
  /** A child ended and its parent was not told. */
  tellParent: (child_id: string) => Promise<void>
  /** Takes the lock of this process again, whose connection is lost. */
  holdAgain: () => Promise<void>
  report: (error: unknown) => void
}

export class Sweeper {
  readonly #o: SweeperOptions
  #suspected = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  /** When the suspect under way was begun; 0 for none. */
  #trial = 0
  #tidied = Date.now()
  #current: Promise<void> = Promise.resolve()

  constructor(options: SweeperOptions) {
    this.#o = options
  }

  /** Takes what dead processes left behind, then sweeps until stopped. */
  async start(): Promise<void> {
    await this.#takeOrphans()
    this.#schedule()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#current
  }

  #schedule(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(
      () => {
        this.#current = this.#sweep()
          // While the database is away the journal says so; the next sweep sees.
          .catch((error) => {
            if (!isTransient(error)) this.#o.report(error)
          })
          .finally(() => this.#schedule())
      },
      SWEEP_MS * (0.8 + Math.random() * 0.4),
    )
    this.#timer.unref()
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
    await this.#takeOrphans()
    await this.#takeLost()
    await this.#overdue()
    await this.#untoldParents()
    await this.#tidy()
    await this.#o.schedules()
  }

  /** Now and then: old jobs are removed, and what is queued for long without a job is taken (no fault of this program leaves such). */
  async #tidy(): Promise<void> {
    if (Date.now() - this.#tidied < TIDY_EVERY_MS) return
    this.#tidied = Date.now()
    const { pool, runner, dispatcher, report } = this.#o
    await dispatcher.forgetEnded(JOBS_KEPT_MS)
    const found = await pool.query<{ id: string }>(
      `select id from executions where status = 'queued' and created_at < now() - interval '1 minute' order by created_at limit $1`,
      [TAKE],
    )
    for (const { id } of found.rows) {
      if (runner.hasRoom && !(await dispatcher.hasJob(id))) runner.take(id).catch(report)
    }
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
    for (const { id } of plain) if (runner.hasRoom) runner.take(id, 'orphan').catch(report)
    const suspect = plain.length === 0 ? orphans[0] : undefined
    if (!suspect || !runner.hasRoom) return
    const began = Date.now()
    this.#trial = began
    runner
      .take(suspect.id, 'orphan')
      .catch(report)
      .finally(() => {
        if (this.#trial !== began) return
        this.#trial = 0
        // The next one at once.
        if (!this.#stopped) this.#takeOrphans().catch(report)
      })
  }

  /** What this process has by its rows and does not know of. */
  async #takeLost(): Promise<void> {
    const { pool, runner, report, executorId } = this.#o
    const found = await pool.query<{ id: string }>(
      `select id from executions where status = 'running' and executor = $1 and id <> all($2) limit $3`,
      [executorId, runner.ids(), TAKE],
    )
    for (const { id } of found.rows) if (runner.hasRoom) runner.take(id, 'lost').catch(report)
  }

  /** Waits that are due for a while although their wake-up was enqueued with them. */
  async #overdue(): Promise<void> {
    const { pool, runner, report } = this.#o
    const found = await pool.query<{ id: string }>(
      `select distinct e.id from execution_waits w join executions e on e.id = w.execution_id
       where w.resolved_at is null and w.until < now() - interval '5 seconds' and e.status = 'waiting' limit $1`,
      [TAKE],
    )
    for (const { id } of found.rows) if (runner.hasRoom) runner.take(id).catch(report)
  }

  async #untoldParents(): Promise<void> {
    const found = await this.#o.pool.query<{ id: string }>(
      `select c.id from execution_waits w
         join executions p on p.id = w.execution_id and p.status in ('running', 'waiting')
         join executions c on ${WAITS_FOR}
       where w.resolved_at is null and c.status in ('succeeded', 'failed', 'cancelled') and c.finished_at < now() - interval '2 seconds' limit $1`,
      [TAKE],
    )
    for (const { id } of found.rows) await this.#o.tellParent(id)
  }
}
