/** What is kept of requests: the calls of API keys are counted, the answers of repeatable requests are stored. */

import { type CallMeter, createCallMeter } from './areas/billing/plan-limits/call-meter.ts'
import type { ChoreLog } from './areas/core/chore.ts'
import { createIdempotency, type Idempotency } from './areas/platform/idempotency/idempotency.ts'
import type { Database } from './database/database.ts'

export const requestRecords = (
  db: Database,
  secret: string,
  log: ChoreLog,
): { meter: CallMeter; idempotency: Idempotency } => ({
  meter: createCallMeter(db),
  idempotency: createIdempotency(db, secret, log),
})
