/**
 * Events that only the server sees, whichever way they came about: a page, a program, a bank's webhook, a renewal. They are
 * recorded in the transaction that makes them true, so each happens once, and only for people who agreed to be counted.
 */

import { CONSENT_VERSION } from '#contract/accounts/consent-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { AnalyticsEvent } from '#contract/platform/analytics-events.ts'
import type { EventForwarder } from '#server/gateways/analytics.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { insertEventOf } from './analytics.store.ts'

type Recorded = 'role_upgrade' | 'agent_create' | 'agent_purchase' | 'payment_success' | 'payment_failed'
type WithoutAge<Event> = Event extends { ago_ms: number } ? Omit<Event, 'ago_ms'> : never
export type ServerEvent = WithoutAge<Extract<AnalyticsEvent, { name: Recorded }>>

/** Records a user's event; nothing when they did not agree to analytics. */
export type RecordEvent = (tx: Queryable, person: UserId, event: ServerEvent) => Promise<void>

/** @param forward the third party that counts as well; null for none */
export const createRecorder =
  (forward: EventForwarder | null): RecordEvent =>
  async (tx, person, event) => {
    const session_id = await insertEventOf(tx, person, event, CONSENT_VERSION)
    if (session_id !== null) forward?.({ session_id, events: [{ ...event, ago_ms: 0 }] })
  }
