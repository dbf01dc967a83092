/**
 * What brings back the work of processes that died, and catches whatever fell between two of them. Every worker sweeps; taking an
 * execution is one atomic statement, so two that see the same do no harm.
 */
import type { Pool } from '#server/database/pool.ts'
import type { Dispatcher } from './dispatch.ts'
import { findDead } from './liveness.ts'
import type { Runner } from './runner.ts'

/** A dead process is believed dead when two sweeps in a row say so: after a database restart all locks are gone for a moment. */
const SWEEP_MS = 700
/** Executions a sweep takes from the dead at once. */
const TAKE = 50

export interface SweeperOptions {
  pool: Pool
  runner: Runner
  dispatcher: Dispatcher
  executorId: string
  schedules: () => Promise<void>
  /** A child ended and its parent was not told. */
  tellParent: (child_id: string) => Promise<void>
  report: (error: unknown) => void
}

export class Sweeper {
  readonly #o: SweeperOptions
  #suspected = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false
  #current: Promise<void> = Promise.resolve()

  constructor(options: SweeperOptions) {
    this.#o = options
  }

  /** Takes what an earlier life of this executor left behind, then sweeps until stopped. */
  async start(): Promise<void> {
    await this.#takeFrom(this.#o.executorId)
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
          // The database may be away; the next sweep sees.
          .catch((error) => this.#o.report(error))
          .finally(() => this.#schedule())
      },
      SWEEP_MS * (0.8 + Math.random() * 0.4),
    )
    this.#timer.unref()
  }

  async #sweep(): Promise<void> {
    const { pool, executorId, dispatcher } = this.#o
    const dead = (await findDead(pool)).filter((id) => id !== executorId)
    const certain = dead.filter((id) => this.#suspected.has(id))
    this.#suspected = new Set(dead)
    for (const id of certain) {
      const left = await this.#takeFrom(id)
      await dispatcher.resumeJobsOf(id)
      if (left === 0) await pool.query('delete from executors where id = $1', [id])
    }
    // What this process lost sight of itself.
    await this.#takeFrom(executorId)
    await this.#overdue()
    await this.#untoldParents()
    await this.#o.schedules()
  }

  /** @returns how many were there */
  async #takeFrom(executor: string): Promise<number> {
    const { pool, runner, report } = this.#o
    const found = await pool.query<{ id: string }>(
      `select id from executions where status = 'running' and executor = $1 and id <> all($2) order by created_at limit $3`,
      [executor, runner.ids(), TAKE],
    )
    for (const { id } of found.rows) if (runner.hasRoom) runner.take(id, executor).catch(report)
    return found.rowCount ?? 0
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
         join executions c on c.parent_id = w.execution_id and c.parent_node = w.node_id and c.parent_iteration = w.iteration
       where w.resolved_at is null and w.wait ->> 'type' = 'child' and c.created_at >= w.created_at - interval '1 minute'
         and c.status in ('succeeded', 'failed', 'cancelled') and c.finished_at < now() - interval '2 seconds' limit $1`,
      [TAKE],
    )
    for (const { id } of found.rows) await this.#o.tellParent(id)
  }
}
