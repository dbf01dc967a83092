/**
 * Long work in the server's thread, done a few ms at a time: one piece of one request in each turn of the event loop. Owners take turns, so
 * that nobody waits for all the pieces that another owner has.
 */
import { channel } from 'node:diagnostics_channel'

/** Length of a piece in ms. */
const SLICE_MS = 8

/** What waits, by owner: the owner whose turn it is comes first. */
const waiting = new Map<string, (() => void)[]>()

function resumeOne(): void {
  const [first] = waiting
  if (!first) return
  const [owner, pieces] = first
  waiting.delete(owner)
  const [piece, ...others] = pieces
  // Behind all other owners.
  if (others.length > 0) waiting.set(owner, others)
  piece?.()
  if (waiting.size > 0) setImmediate(resumeOne)
}

/** Resolves when it is this work's turn again, with everything else served in between. */
function nextTurn(owner: string): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.size === 0) setImmediate(resumeOne)
    const pieces = waiting.get(owner)
    if (pieces) pieces.push(resolve)
    else waiting.set(owner, [resolve])
  })
}

/** Says that work begins, for the tests: they refuse it in a transaction. */
const begun = channel('chowk:in-slices')

interface Limit {
  /** Processor time in ms. */
  most_ms: number
  /** Thrown past it. */
  error(): Error
}

/**
 * Takes the steps to their end. Not in a transaction: its connection would be held for as long as others have their turns.
 * @param owner whose turns it takes
 * @throws what the steps throw, and the error of the limit
 */
export async function runInSlices<T>(
  owner: string,
  steps: Generator<unknown, T>,
  limit: Limit | null = null,
): Promise<T> {
  begun.publish(owner)
  let used = 0
  for (let began = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    const took = performance.now() - began
    if (took < SLICE_MS) continue
    used += took
    if (limit && used > limit.most_ms) throw limit.error()
    await nextTurn(owner)
    began = performance.now()
  }
}
