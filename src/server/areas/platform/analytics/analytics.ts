/** Analytics events: first-party rows that say nothing of who, and a third party only where the operator named one. */

import { ANALYTICS } from '#contract/core/server-limits.ts'
import type { AnalyticsEvent } from '#contract/platform/analytics-events.ts'
import { PAGES } from '#contract/platform/pages.ts'
import type { EventForwarder } from '#server/gateways/analytics.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertEvents, removeOlder } from '#server/platform/analytics/analytics.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceRateLimit, rateLimitFor, type Sender } from '#server/platform/rate-limits/rate-limits.ts'

export interface AnalyticsDeps {
  db: Database
  /** Null: events stay here. */
  forward: EventForwarder | null
}

export interface Batch {
  session_id: string
  events: readonly AnalyticsEvent[]
}

/**
 * Stores a batch and passes it on.
 * @param refused the sender opted out of tracking: nothing is stored, and no error is returned
 * @returns how many were accepted
 * @throws AppError too_many_requests
 */
export async function takeEvents(
  { db, forward }: AnalyticsDeps,
  _grant: Grant<'analytics.send'>,
  batch: Batch,
  { sender, refused }: { sender: Sender; refused: boolean },
): Promise<{ accepted: number }> {
  if (refused) return { accepted: 0 }
  await enforceRateLimit(db, [rateLimitFor('events', sender, ANALYTICS.batches_per_hour)])
  const events = batch.events.map(tidy)
  await insertEvents(db, batch.session_id, events)
  forward?.({ ...batch, events })
  return { accepted: batch.events.length }
}

const PATHS: ReadonlySet<string> = new Set(PAGES.map(({ path }) => path))

/** People search for people, too: an address among the words is not kept. A page that is not ours is any other. */
function tidy(event: AnalyticsEvent): AnalyticsEvent {
  if (event.name === 'search')
    return { ...event, params: { ...event.params, term: event.params.term.replace(/[^\s@]+@[^\s@]+/g, '[address]') } }
  if (event.name === 'page_view' && !PATHS.has(event.params.path)) return { ...event, params: { path: '/*' } }
  return event
}

/** Deletes events that are older than 13 months. @returns how many */
export const deleteOldEvents = (db: Database): Promise<number> => removeOlder(db, ANALYTICS.kept_months)
