import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { jobDuration, jobFailures } from '#server/platform/metrics/meters.ts'
import { JOBS, type Job, type JobName } from './jobs.ts'

/** One turn of a job. The signal is aborted when the server stops. */
export type JobWork = (signal: AbortSignal) => Promise<unknown>

/**
 * Does a job as often as the table of jobs says, never twice at the same time in this process. A failure is logged and tried again with
 * the next turn; while the database is away nothing is logged, because the health check says so.
 * @returns stops it, and waits for what is under way
 */
export function startJob(name: JobName, work: JobWork, log: WarningLog): () => Promise<void> {
  const { every_ms, first_ms }: Job = JOBS[name]
  const stopping = new AbortController()
  const { signal } = stopping
  let working: Promise<void> | null = null
  jobFailures.inc({ periodic_job: name }, 0)
  const turn = async () => {
    const end = jobDuration.startTimer({ periodic_job: name })
    try {
      await work(signal)
    } catch (err) {
      if (signal.aborted) return
      jobFailures.inc({ periodic_job: name })
      if (!isOutage(err)) log.warn({ err, job: name }, 'a periodic job failed')
    } finally {
      end()
    }
  }
  const go = () => {
    if (working) return
    working = turn().finally(() => {
      working = null
    })
  }
  let timer: NodeJS.Timeout
  const begin = () => {
    go()
    timer = setInterval(go, every_ms)
  }
  if (first_ms === 0) begin()
  else timer = setTimeout(begin, first_ms)
  return async () => {
    stopping.abort('the server stops')
    clearTimeout(timer)
    await working
  }
}
