/** Evaluates expressions in worker threads, off the server's own thread. */
import type { ItemsJob, SettingsJob, SharedEvaluator } from '#graph/expressions/evaluator.ts'
import { EXPRESSION_LIMITS, ExpressionError } from '#graph/expressions/expression-error.ts'
import { OwnerThreads, type OwnerThreadsOptions } from '#server/runners/owner-threads.ts'
import { type Job, type Reply, unwireError } from './wire.ts'

export class ExpressionThreads implements SharedEvaluator {
  readonly #threads: OwnerThreads<Job, Reply>

  /** @param options with a time limit for threads: expressions check their own limits long before */
  constructor(options: OwnerThreadsOptions) {
    const kind = {
      name: 'expressions',
      program: new URL('./thread.ts', import.meta.url),
      busyText: 'Too many of your expressions are waiting to be evaluated. Try again shortly.',
      tooLong,
      tooMuchMemory: () => new ExpressionError('expression_too_large', 'The expression used too much memory', NOWHERE),
    }
    this.#threads = new OwnerThreads(kind, options)
  }

  /** The number of live threads. */
  get size(): number {
    return this.#threads.size
  }

  /** @throws NodeError `runner_busy`, `runner_lost`; ExpressionError `expression_too_large` */
  async settings(owner: string, job: SettingsJob) {
    const { reply, cpu_ms } = await this.#threads.run(owner, { kind: 'settings', job })
    if (reply.kind === 'settings') return { cpu_ms, settings: reply.settings, failed: null }
    if (reply.failed) return { cpu_ms, settings: null, failed: unwireError(reply.failed) }
    throw new Error('The thread returned items to a single evaluation')
  }

  /** @throws NodeError `runner_busy`, `runner_lost`; ExpressionError `expression_too_large` */
  async items(owner: string, job: ItemsJob) {
    const { reply, cpu_ms } = await this.#threads.run(owner, { kind: 'items', job })
    const values = reply.kind === 'items' ? reply.values : []
    return { cpu_ms, values, failed: reply.failed && unwireError(reply.failed) }
  }

  /** Rejects whatever runs or waits with `runner_lost`. */
  stop(): Promise<void> {
    return this.#threads.stop()
  }
}

const NOWHERE = { expression: '', position: null, field: null }

const tooLong = (): Reply => {
  const message = `The expressions took longer than ${EXPRESSION_LIMITS.settings_ms / 1000} s`
  return { kind: 'failed', failed: { ...NOWHERE, code: 'expression_timeout', message } }
}
