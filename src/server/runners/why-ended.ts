/** What the end of a process means to the job that it had. */
import { NodeError } from '#nodes/node.ts'
import type { Job } from './job.ts'
import type { Death } from './process.ts'

/** The codes under which the job's owner is told. */
export interface DeathCodes {
  timeout: string
  cpu: string
  memory: string
  tooLarge: string
}

/** V8's last words when a heap or a single object outgrows what it can hold. */
const DIED_OF_MEMORY = /heap out of memory|allocation failed|isolate lost|invalid size error/i

/**
 * A NodeError, or the abort reason when the job was cancelled.
 * @param excess of processor time, when it was killed for that
 */
export function whyEnded(
  job: Job,
  { killed, stderr }: Pick<Death, 'killed' | 'stderr'>,
  codes: DeathCodes,
  excess: string | null,
): unknown {
  if (job.for.signal.aborted) return job.for.signal.reason
  if (killed === 'timeout') return late(job, codes)
  if (excess !== null) return new NodeError(codes.cpu, excess)
  if (killed === 'reply') return new NodeError(codes.tooLarge, 'The result is too large')
  if (killed === 'memory' || DIED_OF_MEMORY.test(stderr)) return new NodeError(codes.memory, 'Too much memory was used')
  return lost('The runner process ended unexpectedly')
}

export const late = ({ deadlineMs }: Job, codes: DeathCodes): NodeError =>
  new NodeError(codes.timeout, `Not finished after ${deadlineMs / 1000} seconds`)

export const busy = (): NodeError =>
  new NodeError('runner_busy', 'Too much of your work is waiting. Try again shortly.', { retryable: true })

export const lost = (message: string): NodeError => new NodeError('runner_lost', message, { retryable: true })
