/** Long work in the server's thread, done a few ms at a time: one piece of one request in each turn of the event loop. */

/** Length of a piece in ms. */
const SLICE_MS = 8

const waiting: (() => void)[] = []

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
}

/** Resolves when it is this work's turn again, with everything else served in between. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(resumeOne)
    waiting.push(resolve)
  })
}

interface Limit {
  /** Processor time in ms. */
  most_ms: number
  /** Thrown past it. */
  error(): Error
}

/** Takes the steps to their end. @throws what the steps throw, and the error of the limit */
export async function inSlices<T>(steps: Generator<unknown, T>, limit: Limit | null = null): Promise<T> {
  let used = 0
  for (let began = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    const took = performance.now() - began
    if (took < SLICE_MS) continue
    used += took
    if (limit && used > limit.most_ms) throw limit.error()
    await nextTurn()
    began = performance.now()
  }
}
