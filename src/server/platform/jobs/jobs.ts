/** Every periodic job of the server, in one table. `compose/jobs.ts` says what each does: a job without work does not compile. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'

export interface Job {
  every_ms: number
  /** Waits this long after a start, which has more urgent work; 0 begins at once. */
  first_ms: number
  /** `workers` leaves out processes with `ROLE=web`. */
  on: 'all processes' | 'workers'
  /**
   * `each process`: what it does must bear being done by several at the same moment, because it claims rows, takes a lock or is about the
   * process itself. `one of them`: in each period one process does it for the installation (`inTurn`), and it must bear being done twice.
   */
  by: 'each process' | 'one of them'
}

const everywhere = (every_ms: number): Job => ({ every_ms, first_ms: 0, on: 'all processes', by: 'each process' })
const onWorkers = (every_ms: number, first_ms = 0): Job => ({ every_ms, first_ms, on: 'workers', by: 'each process' })
/** For what is often a whole table's work. Not for what people wait for: when its process dies, a minute passes before another begins. */
const once = (job: Job): Job => ({ ...job, by: 'one of them' })

export const JOBS = {
  'write-notices': everywhere(300),
  'send-mail': everywhere(SECOND_MS),
  'start-failure-triggers': everywhere(2 * SECOND_MS),
  'start-app-triggers': everywhere(SECOND_MS),
  'start-table-triggers': everywhere(SECOND_MS),
  'sync-app-triggers': everywhere(2 * SECOND_MS),
  // A look that finds nothing reads one row of an index, and a person who has just paid waits for the invoice.
  'issue-invoices': everywhere(3 * SECOND_MS),
  'seal-audit-log': everywhere(3 * SECOND_MS),
  'advance-benches': everywhere(4 * SECOND_MS),
  // Each turn fills the places that ended runs have left: seldom, and short runs would leave the processors idle.
  'advance-batches': everywhere(300),
  'send-batch-callbacks': everywhere(SECOND_MS),
  'end-support-views': everywhere(5 * SECOND_MS),
  'queue-notice-mail': everywhere(10 * SECOND_MS),
  'finish-account-deletions': everywhere(15 * SECOND_MS),
  'continue-account-waits': everywhere(5 * SECOND_MS),
  // Messages whose process died between accepting and starting them.
  'start-left-messages': everywhere(5 * SECOND_MS),
  // Chats that nobody has answered for as long as their owner allows.
  'take-back-chats': everywhere(15 * SECOND_MS),
  'resume-recoveries': everywhere(15 * SECOND_MS),
  'stop-forbidden-runs': everywhere(15 * SECOND_MS),
  'record-uptime': everywhere(20 * SECOND_MS),
  'release-charges-and-earnings': everywhere(30 * SECOND_MS),
  // Twice in each minute that a sample is of, so that none is missed.
  'store-samples': { every_ms: 30 * SECOND_MS, first_ms: 5 * SECOND_MS, on: 'all processes', by: 'each process' },
  'make-data-exports': everywhere(30 * SECOND_MS),
  // What ended runs found, for the review queue. A look that finds nothing reads one row of an index.
  'read-results': everywhere(SECOND_MS),
  'escalate-reviews': once(everywhere(MINUTE_MS)),
  'accept-overdue-results': once(everywhere(MINUTE_MS)),
  'remind-of-acceptance': once(everywhere(10 * MINUTE_MS)),
  'announce-purchase-endings': once(everywhere(MINUTE_MS)),
  'end-featured-listings': once(everywhere(MINUTE_MS)),
  'index-mails': once(everywhere(MINUTE_MS)),
  'index-run-ids': once(everywhere(MINUTE_MS)),
  'delete-expired-files': everywhere(10 * MINUTE_MS),
  'delete-expired-assistants': once(everywhere(HOUR_MS)),
  'delete-old-channel-messages': once(everywhere(HOUR_MS)),
  'delete-old-chats': once(everywhere(HOUR_MS)),
  'delete-old-hook-deliveries': once(everywhere(HOUR_MS)),
  'delete-old-app-calls': once(everywhere(HOUR_MS)),
  'delete-old-analytics-events': once(everywhere(HOUR_MS)),
  'delete-old-error-reports': once(everywhere(HOUR_MS)),
  'delete-old-idempotency-keys': once(everywhere(HOUR_MS)),
  'delete-old-mail': once(everywhere(HOUR_MS)),
  'delete-old-runs': once(everywhere(HOUR_MS)),
  'delete-unused-uploads': once(everywhere(HOUR_MS)),
  'check-domains': once(everywhere(5 * MINUTE_MS)),
  'notify-paused-sellers': once(everywhere(HOUR_MS)),
  'prepare-monthly-payouts': once(everywhere(HOUR_MS)),
  // Waits for services outside; rows are claimed.
  'answer-channel-messages': onWorkers(500),
  'send-channel-messages': onWorkers(500),
  'send-approval-messages': onWorkers(SECOND_MS),
  'collect-channel-messages': onWorkers(SECOND_MS),
  'poll-app-triggers': onWorkers(SECOND_MS),
  'index-knowledge': onWorkers(SECOND_MS, 3 * SECOND_MS),
  'read-knowledge-sites': onWorkers(SECOND_MS, 3 * SECOND_MS),
  'sync-knowledge-sources': onWorkers(SECOND_MS, 3 * SECOND_MS),
  'embed-listings': onWorkers(5 * SECOND_MS, 5 * SECOND_MS),
  'send-payouts': onWorkers(5 * SECOND_MS),
  'count-figures': once(onWorkers(MINUTE_MS, 20 * SECOND_MS)),
  'process-payments': once(onWorkers(MINUTE_MS)),
  'renew-subscriptions': once(onWorkers(MINUTE_MS)),
  'make-backups': onWorkers(10 * SECOND_MS, 30 * SECOND_MS),
  'stop-many-runs': onWorkers(2 * SECOND_MS),
  'check-audit-log': once(onWorkers(5 * MINUTE_MS, MINUTE_MS)),
  // The first measurement is part of the start (`main.ts`).
  'measure-listings': once(onWorkers(MINUTE_MS, MINUTE_MS)),
  // Reading documents takes memory, which a start needs itself.
  'run-house-samples': once(onWorkers(MINUTE_MS, MINUTE_MS)),
  'check-listings': once(onWorkers(5 * MINUTE_MS, 2 * MINUTE_MS)),
} as const satisfies Record<string, Job>

export type JobName = keyof typeof JOBS
