/** Faults of the client that were reported, and what people said of them: scrubbed, stored, shown to admins. */

import { createHash } from 'node:crypto'
import type { ErrorFeedback, ErrorReport, StoredError } from '#contract/admin/error-reports.ts'
import { REPORT_LIMITS } from '#contract/admin/report-limits.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'
import * as store from './errors.store.ts'
import { scrubJson, scrubText } from './scrub.ts'

interface Deps {
  db: Database
  log: WarningLog
}

/** The same fault wherever and whenever it is met: numbers and ids in its message differ, where it was thrown does not. */
function fingerprintOf(name: string, message: string, stack: string | null): string {
  const kind = message.replace(/[\da-f]{8}-[\da-f-]{27}|\d+/gi, '#')
  const lines = (stack ?? '').split('\n').map((line) => line.trim())
  const place = lines.find((line) => line.startsWith('at') || line.includes('@')) ?? ''
  return createHash('sha256').update(`${name}\n${kind}\n${place}`).digest('base64url').slice(0, 22)
}

const causeOf = (cause: Json | undefined): string | null =>
  cause === undefined || cause === null
    ? null
    : scrubText(typeof cause === 'string' ? cause : JSON.stringify(scrubJson({ cause }).cause))

function recordOf(
  grant: Grant<'error.report'>,
  error: { name: string; message: string; stack?: string | null | undefined },
  context: JsonObject = {},
) {
  const name = scrubText(error.name)
  const message = scrubText(error.message)
  const stack = error.stack ? scrubText(error.stack) : null
  return {
    id: uuidv7(),
    fingerprint: fingerprintOf(name, message, stack),
    name,
    message,
    stack,
    context: JSON.stringify(scrubJson(context)),
    user_id: grant.by.type === 'user' ? grant.by.id : null,
  }
}

/** @param made what is kept of it: worked out only once it is known that the sender may send more */
async function keep(
  { db, log }: Deps,
  sender: Sender,
  { kind, max }: { kind: store.NewError['kind']; max: number },
  made: () => Omit<store.NewError, 'kind'>,
): Promise<{ id: string }> {
  const { id, name, message } = await db.transaction().execute(async (tx) => {
    await enforceRateLimit(tx, [rateLimitFor(`error ${kind}`, sender, max)])
    const row = made()
    await store.insertError(tx, { ...row, kind })
    return row
  })
  // As values of one record: whatever line breaks they hold, it stays one line.
  log.warn({ report: id, name, text: message }, `a client sent an error ${kind}`)
  return { id }
}

/** @throws AppError too_many_requests (so many an hour per caller) */
export function storeReport(
  deps: Deps,
  grant: Grant<'error.report'>,
  { report, sender }: { report: ErrorReport; sender: Sender },
): Promise<{ id: string }> {
  const { error, context, recovery } = report
  return keep(deps, sender, { kind: 'report', max: REPORT_LIMITS.reports_per_hour }, () => ({
    ...recordOf(grant, error, context),
    cause: causeOf(error.cause),
    retry_count: recovery?.retryCount ?? 0,
    feedback: null,
  }))
}

/** @throws AppError too_many_requests (so many an hour per caller) */
export function storeFeedback(
  deps: Deps,
  grant: Grant<'error.report'>,
  { feedback, sender }: { feedback: ErrorFeedback; sender: Sender },
): Promise<{ id: string }> {
  return keep(deps, sender, { kind: 'feedback', max: REPORT_LIMITS.feedback_per_hour }, () => ({
    ...recordOf(grant, feedback.error, feedback.context),
    cause: null,
    retry_count: 0,
    feedback: scrubText(feedback.feedback),
  }))
}

/** Newest first. */
export async function listErrors(
  db: Queryable,
  _grant: Grant<'error.read'>,
  query: { kind?: 'report' | 'feedback' | undefined; limit: number; offset: number },
): Promise<{ items: StoredError[]; total: number; limit: number; offset: number }> {
  const { rows, total } = await store.findErrors(db, query)
  const items = rows.map((row) => ({
    ...row,
    context: row.context as JsonObject,
    user_id: row.user_id as UserId | null,
    created_at: row.created_at.toISOString(),
  }))
  return { items, total, limit: query.limit, offset: query.offset }
}
