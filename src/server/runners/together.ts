/**
 * How many jobs a process is given at once. Where a job takes a fraction of a millisecond, most of its cost is what comes with it: a message
 * each way, two processes that wake each other up, caches that are cold again. So when more jobs of an owner wait than there are processes,
 * one turn of theirs is several jobs that are alike. The process does as many as are done quickly, answers all of them in one message, and
 * hands back the rest (`left`). What was handed back, or was with others in a process that ended, is done once more alone: then it is
 * known which job takes so long, or ends the process.
 */
import { contentOf, type Job } from './job.ts'
import type { SentFrame } from './process.ts'
import type { Place } from './serve.ts'

const MOST_JOBS = 8
/** Of all jobs given at once. What is larger takes longer to read than the message around it. */
const MOST_BYTES = 64_000
/** Jobs whose like take more processor time than this on average are given out one by one. */
const QUICK_MS = 3
/** The part of a new job in that average: a pause of the garbage collector makes no job a slow one. */
const WEIGHT = 1 / 8
const MOST_KNOWN = 1_000

type Named = Pick<Job, 'alike'> & { readonly owner: string }

const nameOf = ({ owner, alike }: Named): string => `${owner}\n${alike}`

export class Together {
  /** Average processor time in ms by owner and kind of job, the one that was not here for longest first. */
  readonly #averages = new Map<string, number>()

  /**
   * @param waiting jobs of its owner that wait, this one included
   * @param processes that share them
   * @returns how many may be given out in one turn with the job as the first
   */
  most(job: Named, waiting: number, processes: number): number {
    if (job.alike === undefined || waiting <= processes) return 1
    if ((this.#averages.get(nameOf(job)) ?? 0) > QUICK_MS) return 1
    return Math.min(MOST_JOBS, Math.ceil(waiting / processes))
  }

  /** A job is done, and took this much processor time. */
  note(job: Named, cpu_ms: number): void {
    if (job.alike === undefined) return
    const name = nameOf(job)
    const before = this.#averages.get(name) ?? 0
    this.#averages.delete(name)
    this.#averages.set(name, before + (cpu_ms - before) * WEIGHT)
    const [oldest] = this.#averages.keys()
    if (this.#averages.size > MOST_KNOWN && oldest !== undefined) this.#averages.delete(oldest)
  }
}

interface Read<One> {
  /** What the process is sent, and for which jobs. */
  frames: SentFrame[]
  sent: One[]
  /** Those whose content could not be read. */
  refused: { job: One; cause: unknown }[]
  /** Those there was no room for. */
  rest: One[]
}

/** Reads the content of jobs that are given out together. */
export function readTogether<One extends Job>(jobs: readonly One[]): Read<One> {
  const read: [One, Uint8Array][] = []
  const refused: Read<One>['refused'] = []
  let bytes = 0
  let end = 0
  for (; end < jobs.length && bytes < MOST_BYTES; end++) {
    const job = jobs[end] as One
    try {
      const content = contentOf(job)
      if (!(content instanceof Uint8Array)) throw new Error('The content of jobs given out together has to be there')
      read.push([job, content])
      bytes += content.length
    } catch (cause) {
      refused.push({ job, cause })
    }
  }
  const frames = read.map(([{ header }, content], index): SentFrame => {
    const together: Place = index === read.length - 1 ? 'last' : 'more'
    return [read.length === 1 ? header : { ...(header as object), together }, content]
  })
  return { frames, sent: read.map(([job]) => job), refused, rest: jobs.slice(end) }
}
