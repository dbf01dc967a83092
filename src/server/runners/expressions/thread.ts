/** The program of a worker thread that evaluates expressions. */
import { itemsHere, settingsHere } from '#graph/expressions/evaluate-here.ts'
import { ExpressionError } from '#graph/expressions/expression-error.ts'
import { serveOwners } from '#server/runners/serve-owners.ts'
import { type Job, type Reply, wireError } from './wire.ts'

/** A batch of items ends after this time (ms), so that jobs of other owners get their turn. */
const BATCH_MS = 100

serveOwners<Job, Reply>(async (asked, used) => {
  try {
    if (asked.kind === 'settings') {
      return { kind: 'settings', settings: await settingsHere(asked.job, used), failed: null }
    }
    const until = performance.now() + BATCH_MS
    const { values, failed } = await itemsHere(asked.job, () => performance.now() > until)
    return { kind: 'items', values, failed: failed && wireError(failed) }
  } catch (error) {
    if (error instanceof ExpressionError) return { kind: 'failed', failed: wireError(error) }
    throw error
  }
})
