/** Every periodic job of the server, in one table. `compose/jobs.ts` says what each does: a job without work does not compile. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'

export interface Job {
  every_ms: number
  /** Waits this long after a start, which has more urgent work; 0 begins at once. */
  first_ms: number
  /** `workers` leaves out processes with `ROLE=web`. What runs on all processes must bear running on several at the same moment. */
  on: 'all processes' | 'workers'
}

const everywhere = (every_ms: number): Job => ({ every_ms, first_ms: 0, on: 'all processes' })
const onWorkers = (every_ms: number, first_ms = 0): Job => ({ every_ms, first_ms, on: 'workers' })

export const JOBS = {
  'write-notices': everywhere(300),
  'send-mail': everywhere(SECOND_MS),
  'start-failure-triggers': everywhere(2 * SECOND_MS),
  // A look that finds nothing reads one row of an index, and a person who has just paid waits for the invoice.
  'issue-invoices': everywhere(3 * SECOND_MS),
  'seal-audit-log': everywhere(3 * SECOND_MS),
  'advance-benches': everywhere(4 * SECOND_MS),
  'queue-notice-mail': everywhere(10 * SECOND_MS),
  'finish-account-deletions': everywhere(15 * SECOND_MS),
  'resume-recoveries': everywhere(15 * SECOND_MS),
  'stop-forbidden-runs': everywhere(15 * SECOND_MS),
  'record-uptime': everywhere(20 * SECOND_MS),
  'release-charges-and-earnings': everywhere(30 * SECOND_MS),
  // Twice in each minute that a sample is of, so that none is missed.
  'store-samples': { every_ms: 30 * SECOND_MS, first_ms: 5 * SECOND_MS, on: 'all processes' },
  'make-data-exports': everywhere(30 * SECOND_MS),
  'announce-purchase-endings': everywhere(MINUTE_MS),
  'end-featured-listings': everywhere(MINUTE_MS),
  'index-mails': everywhere(MINUTE_MS),
  'index-run-ids': everywhere(MINUTE_MS),
  'delete-expired-files': everywhere(10 * MINUTE_MS),
  'delete-old-analytics-events': everywhere(HOUR_MS),
  'delete-old-error-reports': everywhere(HOUR_MS),
  'delete-old-idempotency-keys': everywhere(HOUR_MS),
  'delete-old-mail': everywhere(HOUR_MS),
  'delete-old-runs': everywhere(HOUR_MS),
  'notify-paused-sellers': everywhere(HOUR_MS),
  'prepare-monthly-payouts': everywhere(HOUR_MS),
  'embed-listings': onWorkers(5 * SECOND_MS, 5 * SECOND_MS),
  'send-payouts': onWorkers(5 * SECOND_MS),
  'count-figures': onWorkers(MINUTE_MS, 20 * SECOND_MS),
  'process-payments': onWorkers(MINUTE_MS),
  'renew-subscriptions': onWorkers(MINUTE_MS),
  'make-backups': onWorkers(10 * SECOND_MS, 30 * SECOND_MS),
  'stop-many-runs': onWorkers(2 * SECOND_MS),
  'check-audit-log': onWorkers(5 * MINUTE_MS, MINUTE_MS),
  // The first measurement is part of the start (`main.ts`).
  'measure-listings': onWorkers(MINUTE_MS, MINUTE_MS),
  // Reading documents takes memory, which a start needs itself.
  'run-house-samples': onWorkers(MINUTE_MS, MINUTE_MS),
  'check-listings': onWorkers(5 * MINUTE_MS, 2 * MINUTE_MS),
} as const satisfies Record<string, Job>

export type JobName = keyof typeof JOBS
