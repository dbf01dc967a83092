import { setTimeout as pause } from 'node:timers/promises'
import { isOutage } from '#server/platform/database/outage.ts'

/** What a chore tells of itself. */
export interface JobLog {
  warn(detail: object, message: string): void
}

/**
 * Work that is done now and again every `every_ms`, never twice at the same time. A failure is told and tried again with the next turn;
 * while the database is away nothing is told: the health check says so.
 * @param failed what the log says when it fails, like `invoices could not be issued`
 * @returns stops it, after what is under way
 */
export function schedulePeriodic(
  failed: string,
  every_ms: number,
  work: () => Promise<unknown>,
  log: JobLog,
): () => Promise<void> {
  let working: Promise<void> | null = null
  const turn = async () => {
    try {
      await work()
    } catch (err) {
      if (!isOutage(err)) log.warn({ err }, failed)
    } finally {
      working = null
    }
  }
  const go = () => {
    working ??= turn()
  }
  go()
  const timer = setInterval(go, every_ms)
  return async () => {
    clearInterval(timer)
    await working
  }
}

/**
 * The same for what can wait while a server starts, and is told by the signal when it stops.
 * @returns stops it, after what is under way
 */
export function schedulePeriodicLater(
  failed: string,
  { first_ms, every_ms }: { first_ms: number; every_ms: number },
  work: (signal: AbortSignal) => Promise<unknown>,
  log: JobLog,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const first = pause(first_ms, undefined, { signal })
  const turn = async () => {
    await first
    await work(signal)
  }
  const stop = schedulePeriodic(failed, every_ms, turn, {
    warn: (detail, message) => signal.aborted || log.warn(detail, message),
  })
  return () => {
    stopping.abort('the server stops')
    return stop()
  }
}
