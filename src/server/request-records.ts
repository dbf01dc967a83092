/** What is kept of requests: the calls of API keys are counted, the answers of repeatable requests are stored. */
import type { Database } from './database/database.ts'
import { createIdempotency, type Idempotency } from './domain/idempotency/idempotency.ts'
import { type CallMeter, createCallMeter } from './domain/plan-limits/call-meter.ts'

export const requestRecords = (db: Database, secret: string): { meter: CallMeter; idempotency: Idempotency } => ({
  meter: createCallMeter(db),
  idempotency: createIdempotency(db, secret),
})
