/** The program of a worker thread that evaluates expressions: one job after the other. */
import { parentPort } from 'node:worker_threads'
import { itemsHere, settingsHere } from '#graph/evaluate-here.ts'
import { ExpressionError } from '#graph/expression-error.ts'
import { lowerThreadPriority } from '#server/runners/priority.ts'
import { type FromThread, type Reply, type ToThread, wireError } from './wire.ts'

if (!parentPort) throw new Error('This program runs in a worker thread')
const server = parentPort
lowerThreadPriority()

/** A batch of items ends after this time (ms), so that jobs of other owners get their turn. */
const BATCH_MS = 100

server.on('message', (message: ToThread) => void answer(message))

async function answer(message: ToThread): Promise<void> {
  const before = process.threadCpuUsage()
  const used = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const reply = await evaluate(message, used)
  server.postMessage({ id: message.id, cpu_ms: used(), reply } satisfies FromThread)
}

async function evaluate(message: ToThread, used: () => number): Promise<Reply> {
  try {
    if (message.kind === 'settings') {
      return { kind: 'settings', settings: await settingsHere(message.job, used), failed: null }
    }
    const until = performance.now() + BATCH_MS
    const { values, failed } = await itemsHere(message.job, () => performance.now() > until)
    return { kind: 'items', values, failed: failed && wireError(failed) }
  } catch (error) {
    if (error instanceof ExpressionError) return { kind: 'failed', failed: wireError(error) }
    return { kind: 'crashed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
