/** What is kept of requests: the calls of API keys are counted, the answers of repeatable requests are stored. */

import { createCallMeter } from '#server/areas/billing/plan-limits/call-meter.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createIdempotency, type Idempotency } from '#server/platform/idempotency/idempotency.ts'
import type { ChoreLog } from '#server/platform/jobs/chore.ts'

export const requestRecords = (
  db: Database,
  secret: string,
  log: ChoreLog,
): { meter: CallMeter; idempotency: Idempotency } => ({
  meter: createCallMeter(db),
  idempotency: createIdempotency(db, secret, log),
})
