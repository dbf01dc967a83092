/** Reads API documents in worker threads: one of 10 MB takes a second, and its author decides what is in it. */
import { NodeError } from '#nodes/node.ts'
import { OwnerThreads, type OwnerThreadsOptions } from '#server/runners/owner-threads.ts'
import { THREADS } from '#server/runners/policies.ts'
import type { Job, ReadApi, Reply } from './wire.ts'

const { killCpuMs } = THREADS.apiDocuments
const TOO_LONG = `Reading the document took more than ${killCpuMs / 1000} seconds and was stopped`

export class ApiDocumentThreads {
  readonly #threads: OwnerThreads<Job, Reply>

  constructor(options: Omit<OwnerThreadsOptions, 'killCpuMs'> & { killCpuMs?: number }) {
    const kind = {
      name: 'API documents',
      program: new URL('./thread.ts', import.meta.url),
      busyText: 'Too many of your documents are waiting to be read. Try again shortly.',
      tooLong: (): Reply => ({ kind: 'refused', code: 'document_too_complex', message: TOO_LONG }),
      tooMuchMemory: () =>
        new NodeError('document_too_complex', 'Reading the document took too much memory and was stopped'),
    }
    this.#threads = new OwnerThreads(kind, { killCpuMs, ...options })
  }

  /** @throws NodeError with a named reason, also `runner_busy` and `runner_lost` */
  async read(owner: string, document: Job): Promise<ReadApi> {
    const { reply } = await this.#threads.run(owner, document)
    if (reply.kind === 'refused') throw new NodeError(reply.code, reply.message)
    return { connector: reply.connector, left_out: reply.left_out }
  }

  /** Rejects whatever runs or waits with `runner_lost`. */
  stop(): Promise<void> {
    return this.#threads.stop()
  }
}
