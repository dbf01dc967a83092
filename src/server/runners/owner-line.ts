/**
 * Jobs that wait for a process or a thread, in turns of their owners: the owner with the fewest jobs at work is next, and of those the one
 * whose last turn is the longest ago. Nobody waits for the whole queue of another owner.
 */

export interface Owned {
  readonly owner: string
}

/** For so many owners it is known when they had their last turn. */
const MOST_OWNERS = 1_000

/** How many jobs of each owner are at work. */
export type AtWork = ReadonlyMap<string, number>

export class OwnerLine<Job extends Owned> {
  /** The jobs of an owner in the order in which they came. An owner without one is not in it. */
  readonly #jobs = new Map<string, Job[]>()
  /** The last turn of each owner, the oldest first. */
  readonly #turns = new Map<string, number>()
  #turn = 0

  /** How many jobs wait. */
  get size(): number {
    let size = 0
    for (const jobs of this.#jobs.values()) size += jobs.length
    return size
  }

  /** How many jobs of this owner wait. */
  sizeOf(owner: string): number {
    return this.#jobs.get(owner)?.length ?? 0
  }

  add(job: Job): void {
    const jobs = this.#jobs.get(job.owner)
    if (jobs) jobs.push(job)
    else this.#jobs.set(job.owner, [job])
  }

  /** @returns whether it was waiting */
  remove(job: Job): boolean {
    const jobs = this.#jobs.get(job.owner)
    const index = jobs?.indexOf(job) ?? -1
    if (jobs === undefined || index < 0) return false
    jobs.splice(index, 1)
    if (jobs.length === 0) this.#jobs.delete(job.owner)
    return true
  }

  /** The job whose turn it is; it goes on waiting until it is taken. */
  next(atWork: AtWork): Job | undefined {
    let first: { owner: string; busy: number; turn: number; job: Job | undefined } | undefined
    for (const [owner, [job]] of this.#jobs) {
      const [busy, turn] = [atWork.get(owner) ?? 0, this.#turns.get(owner) ?? 0]
      if (!first || busy < first.busy || (busy === first.busy && turn < first.turn)) first = { owner, busy, turn, job }
    }
    return first?.job
  }

  /** Takes a job out and counts the turn of its owner. */
  take(job: Job): void {
    this.remove(job)
    this.#turns.delete(job.owner)
    this.#turns.set(job.owner, ++this.#turn)
    const [oldest] = this.#turns.keys()
    if (this.#turns.size > MOST_OWNERS && oldest !== undefined) this.#turns.delete(oldest)
  }

  /** Takes all out. */
  empty(): Job[] {
    const all = [...this.#jobs.values()].flat()
    this.#jobs.clear()
    return all
  }
}

/** How many jobs are at work. */
const busyIn = (atWork: AtWork): number => [...atWork.values()].reduce((sum, one) => sum + one, 0)

/**
 * How many places there are for the next job of this owner: `size`, and one more when others have all of them and this owner has none, so
 * that nobody waits for the end of somebody else's long jobs.
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
