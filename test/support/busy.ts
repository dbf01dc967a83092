import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

/**
 * Counts the time in ms that this thread computes from now on. For bounds on what is computed here and at once: a machine that is busy
 * with something else does not make it longer.
 */
export function busy(): () => number {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
}

interface Turn {
  from: number
  to: number
  /** Of the processor, in ms. */
  used: number
}

/** Collections that walk all of the memory of this process, which has what all test files before left in it. */
const WHOLE: readonly number[] = [constants.NODE_PERFORMANCE_GC_MAJOR, constants.NODE_PERFORMANCE_GC_INCREMENTAL]
const isWhole = ({ detail }: PerformanceEntry & { detail?: unknown }): boolean =>
  WHOLE.includes((detail as { kind: number }).kind)

/** For how long two times overlap, in ms. */
const shared = ({ from, to }: Turn, { startTime, duration }: PerformanceEntry): number =>
  Math.max(0, Math.min(to, startTime + duration) - Math.max(from, startTime))

/**
 * The longest this thread computed without letting anything else in, in ms of processor time. What the garbage of the work itself takes
 * counts.
 */
export async function longestTaskDuring(work: () => Promise<unknown>): Promise<number> {
  const collections: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries().filter(isWhole)))
  observer.observe({ entryTypes: ['gc'] })
  const turns: Turn[] = []
  let [used, from] = [busy(), performance.now()]
  const look = () => {
    const to = performance.now()
    turns.push({ from, to, used: used() })
    ;[used, from] = [busy(), to]
  }
  const timer = setInterval(look, 2)
  await work()
  look()
  clearInterval(timer)
  // Collections are told in a turn of their own, and handed to observers in the next.
  await setImmediate()
  await setImmediate()
  observer.disconnect()
  const ownPart = (turn: Turn) => turn.used - collections.reduce((sum, one) => sum + shared(turn, one), 0)
  return turns.reduce((most, turn) => Math.max(most, ownPart(turn)), 0)
}

/**
 * The least of up to three measurements of the same work, which end with the first that is within the bound. A machine that is busy makes
 * the same turn cost up to several times its processor time (two threads share a core and its caches), and never less than it costs.
 */
export async function leastLongestTask(most_ms: number, work: () => Promise<unknown>): Promise<number> {
  let least = await longestTaskDuring(work)
  for (let more = 2; more > 0 && least >= most_ms; more--) least = Math.min(least, await longestTaskDuring(work))
  return least
}
