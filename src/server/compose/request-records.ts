/** What is kept of requests: calls of API keys and refused keys are counted, the answers of repeatable requests are stored. */

import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { createCallMeter } from '#server/areas/billing/plan-limits/call-meter.ts'
import type { CallMeter } from '#server/platform/access/call-meter.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countRefusedKeys, type RefusedKeys } from '#server/platform/http/refused-keys.ts'
import { createIdempotency, type Idempotency } from '#server/platform/idempotency/idempotency.ts'
import type { WarningLog } from '#server/platform/logger.ts'

export const createRequestRecords = (
  db: Database,
  secret: string,
  log: WarningLog,
): { meter: CallMeter; refusedKeys: RefusedKeys; idempotency: Idempotency } => ({
  meter: createCallMeter(db),
  refusedKeys: countRefusedKeys(db, SERVER_LIMITS.refused_keys_per_minute),
  idempotency: createIdempotency(db, secret, log),
})
