/** Analytics events: first-party rows that say nothing of who, and a third party only where the operator named one. */

import { ANALYTICS } from '#contract/core/server-limits.ts'
import type { AnalyticsEvent } from '#contract/platform/analytics-events.ts'
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
 * Keeps a batch and passes it on.
 * @param refused whoever sent it asks not to be tracked: nothing is kept, and nothing said about it
 * @returns how many were taken
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
  const events = batch.events.map(withoutAddresses)
  await insertEvents(db, batch.session_id, events)
  forward?.({ ...batch, events })
  return { accepted: batch.events.length }
}

/** People search for people, too: an address among the words is not kept. */
const withoutAddresses = (event: AnalyticsEvent): AnalyticsEvent =>
  event.name === 'search'
    ? { ...event, params: { ...event.params, term: event.params.term.replace(/[^\s@]+@[^\s@]+/g, '[address]') } }
    : event

/** Deletes events that are older than 13 months. @returns how many */
export const deleteOldEvents = (db: Database): Promise<number> => removeOlder(db, ANALYTICS.kept_months)
