/**
 * Which jobs a process is given at once. Where each takes a fraction of a millisecond, most of the cost is what comes with it: a message each
 * way, two processes that wake each other up, caches that are cold again. So when more jobs of an owner wait than there are processes, one
 * turn of theirs is several jobs that are alike. The process does as many as are done quickly, answers all of them in one message, and
 * hands back the rest (`left`). What was handed back, or was in a process that ended, is done once more alone: only then is it known
 * which job it was that took so long, or ended the process.
 */
import type { Job } from './job.ts'

const MOST_JOBS = 8
/** Of all jobs given at once. What is larger takes longer to read than the message around it. */
export const MOST_BYTES = 64_000
/** For so long jobs are given out one by one after one of their like was handed back. */
const APART_MS = 5_000
const MOST_APART = 1_000

type Named = Pick<Job, 'alike'> & { owner: string }

const nameOf = ({ owner, alike }: Named): string => `${owner}\n${alike}`

export class Together {
  readonly #apart = new Map<string, number>()

  /**
   * @param waiting jobs of its owner that wait, this one included
   * @param processes that share them
   * @returns how many may be given out in one turn with the job as the first
   */
  most(job: Named, waiting: number, processes: number): number {
    if (job.alike === undefined) return 1
    const until = this.#apart.get(nameOf(job))
    if (until !== undefined && until > performance.now()) return 1
    return Math.min(MOST_JOBS, Math.ceil(waiting / processes))
  }

  /** The job was handed back. */
  keepApart(job: Named): void {
    const name = nameOf(job)
    this.#apart.delete(name)
    this.#apart.set(name, performance.now() + APART_MS)
    const [oldest] = this.#apart.keys()
    if (this.#apart.size > MOST_APART && oldest !== undefined) this.#apart.delete(oldest)
  }
}
