/**
 * Loaded before a program under test (`--import`): writes down every time its own thread computed for long without letting anything else
 * in. Counted is processor time, which a busy machine does not make longer.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { busy } from './busy.ts'

/** Shorter turns are not worth a line, in ms. */
const SHORTEST_MS = 20
const file = process.env.TURNS_FILE

if (isMainThread && file) {
  let used = busy()
  setInterval(() => {
    const ms = used()
    used = busy()
    if (ms >= SHORTEST_MS) appendFileSync(file, `${ms.toFixed(1)}\n`)
  }, 2).unref()
}
