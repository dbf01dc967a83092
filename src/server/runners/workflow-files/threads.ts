/** Reads workflow files in worker threads: translating one of another product takes seconds, and its author decides how many. */
import type { ReadFile } from '#nodes/import/read-file.ts'
import { IMPORT_LIMITS, ImportError, tooDeep } from '#nodes/import/untrusted.ts'
import { OwnerThreads, type OwnerThreadsOptions } from '#server/runners/owner-threads.ts'
import { THREADS } from '#server/runners/policies.ts'
import type { Job, Reply } from './wire.ts'

const TOO_COMPLEX = `Reading the file took more than ${IMPORT_LIMITS.cpu_ms / 1000} seconds and was stopped`

export class WorkflowFileThreads {
  readonly #threads: OwnerThreads<Job, Reply>

  constructor(options: Omit<OwnerThreadsOptions, 'killCpuMs'> & { killCpuMs?: number }) {
    const kind = {
      name: 'workflow files',
      program: new URL('./thread.ts', import.meta.url),
      busyText: 'Too many of your files are waiting to be read. Try again shortly.',
      tooLong: (): Reply => ({ kind: 'refused', code: 'too_complex', message: TOO_COMPLEX, field: null }),
      tooMuchMemory: () => new ImportError('too_complex', 'Reading the file took too much memory and was stopped'),
    }
    this.#threads = new OwnerThreads(kind, { killCpuMs: THREADS.workflowFiles.killCpuMs, ...options })
  }

  /**
   * @param source text of the file, or what was parsed of it
   * @throws ImportError with a named reason; NodeError `runner_busy`, `runner_lost`
   */
  async read(owner: string, source: unknown): Promise<ReadFile> {
    const { reply } = await this.#threads.run(owner, { source }).catch((error: unknown) => {
      // Too deep to be copied into the thread.
      throw error instanceof RangeError ? tooDeep() : error
    })
    if (reply.kind === 'refused') throw new ImportError(reply.code, reply.message, reply.field)
    const { format, workflows } = reply
    return { format, workflows }
  }

  /** Rejects whatever runs or waits with `runner_lost`. */
  stop(): Promise<void> {
    return this.#threads.stop()
  }
}
