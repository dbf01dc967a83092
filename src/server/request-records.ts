/** What is kept of requests: the calls of API keys are counted, the answers of repeatable requests are stored. */
import type { Database } from './database/database.ts'
import type { ChoreLog } from './domain/chore.ts'
import { createIdempotency, type Idempotency } from './domain/idempotency/idempotency.ts'
import { type CallMeter, createCallMeter } from './domain/plan-limits/call-meter.ts'

export const requestRecords = (
  db: Database,
  secret: string,
  log: ChoreLog,
): { meter: CallMeter; idempotency: Idempotency } => ({
  meter: createCallMeter(db),
  idempotency: createIdempotency(db, secret, log),
})
