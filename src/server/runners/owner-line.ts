/**
 * Jobs that wait for a process or a thread, in turns of their owners: the owner with the fewest jobs at work is next, and of those the one
 * who has waited longest since their last turn, or since they came. Nobody waits for the whole queue of another owner, nor for all who
 * come after them.
 */

export interface Owned {
  readonly owner: string
}

/** How many jobs of each owner are at work. */
export type AtWork = ReadonlyMap<string, number>

export class OwnerLine<Job extends Owned> {
  /** The jobs of an owner in the order in which they came, and since which turn they wait. An owner without a job is not in it. */
  readonly #waiting = new Map<string, { jobs: Job[]; since: number }>()
  #turn = 0

  /** How many jobs wait. */
  get size(): number {
    let size = 0
    for (const { jobs } of this.#waiting.values()) size += jobs.length
    return size
  }

  /** How many jobs of this owner wait. */
  sizeOf(owner: string): number {
    return this.#waiting.get(owner)?.jobs.length ?? 0
  }

  add(job: Job): void {
    const known = this.#waiting.get(job.owner)
    if (known) known.jobs.push(job)
    else this.#waiting.set(job.owner, { jobs: [job], since: this.#turn })
  }

  /** @returns whether it was waiting */
  remove(job: Job): boolean {
    const known = this.#waiting.get(job.owner)
    const index = known?.jobs.indexOf(job) ?? -1
    if (known === undefined || index < 0) return false
    known.jobs.splice(index, 1)
    if (known.jobs.length === 0) this.#waiting.delete(job.owner)
    return true
  }

  /** The job whose turn it is; it keeps waiting until it is taken. */
  next(atWork: AtWork): Job | undefined {
    let first: { busy: number; since: number; job: Job | undefined } | undefined
    for (const [owner, { jobs, since }] of this.#waiting) {
      const busy = atWork.get(owner) ?? 0
      if (!first || busy < first.busy || (busy === first.busy && since < first.since))
        first = { busy, since, job: jobs[0] }
    }
    return first?.job
  }

  /** Takes a job out and counts the turn of its owner. */
  take(job: Job): void {
    this.remove(job)
    this.#turn++
    const known = this.#waiting.get(job.owner)
    if (known) known.since = this.#turn
  }

  /** Takes the job whose turn it is. */
  takeNext(atWork: AtWork): Job | undefined {
    const next = this.next(atWork)
    if (next !== undefined) this.take(next)
    return next
  }

  /** Takes all out. */
  empty(): Job[] {
    const all = [...this.#waiting.values()].flatMap(({ jobs }) => jobs)
    this.#waiting.clear()
    return all
  }
}

/** How many jobs are at work. */
const busyIn = (atWork: AtWork): number => [...atWork.values()].reduce((sum, one) => sum + one, 0)

/**
 * How many places there are for the next job of this owner: `size`, and one more when others have all of them and this owner has none, so
 * that nobody waits for the end of long jobs of others.
 */
export const placesFor = (owner: string, atWork: AtWork, size: number): number =>
  busyIn(atWork) < size || atWork.has(owner) ? size : size + 1

/** Whether one of the places is free for this owner. */
export const hasPlace = (owner: string, atWork: AtWork, size: number): boolean =>
  busyIn(atWork) < placesFor(owner, atWork, size)

/** Counts the jobs of each owner; what has no job is left out. */
export function countAtWork(places: Iterable<{ job: Owned | null }>): AtWork {
  const counts = new Map<string, number>()
  for (const { job } of places) if (job) counts.set(job.owner, (counts.get(job.owner) ?? 0) + 1)
  return counts
}
