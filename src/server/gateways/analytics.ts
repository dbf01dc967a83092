/**
 * A third party that counts as well: Google Analytics 4 by its Measurement Protocol, from the server, so that browsers talk to
 * nobody but us. Best effort: what cannot be delivered is dropped, and nobody waits for it.
 * https://developers.google.com/analytics/devguides/collection/protocol/ga4 (25 events a request, 40 characters a name)
 */

import type { AnalyticsEvent } from '#contract/platform/analytics-events.ts'
import type { HttpPort } from '#nodes/ports.ts'
import type { WarningLog } from '#server/platform/logger.ts'

export interface AnalyticsSettings {
  /** `G-…` */
  measurementId: string
  apiSecret: string
  /** Where to; Google's when absent in the configuration. */
  url: string
}

/** Takes a batch and returns at once. */
export type EventForwarder = (batch: { session_id: string; events: readonly AnalyticsEvent[] }) => void

const PER_REQUEST = 25
const TIMEOUT_MS = 5000
/** Requests under way at a time; more are dropped. */
const MOST_WAITING = 20

export function createEventForwarder(http: HttpPort, settings: AnalyticsSettings, log: WarningLog): EventForwarder {
  const url = new URL(settings.url)
  url.searchParams.set('measurement_id', settings.measurementId)
  url.searchParams.set('api_secret', settings.apiSecret)
  let waiting = 0

  const post = async (session_id: string, events: readonly AnalyticsEvent[]) => {
    const now = Date.now()
    const body = {
      client_id: session_id,
      non_personalized_ads: true,
      events: events.map(({ name, params, ago_ms }) => ({
        name,
        params: { ...params, session_id, engagement_time_msec: 1 },
        timestamp_micros: (now - ago_ms) * 1000,
      })),
    }
    const answer = await http(
      {
        method: 'POST',
        url: url.href,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        timeout_ms: TIMEOUT_MS,
      },
      new AbortController().signal,
    )
    // The address holds the secret: only the status is told.
    if (answer.status >= 400) log.warn({ status: answer.status }, 'the analytics service refused events')
  }

  return ({ session_id, events }) => {
    for (let at = 0; at < events.length; at += PER_REQUEST) {
      if (waiting >= MOST_WAITING) return
      waiting++
      post(session_id, events.slice(at, at + PER_REQUEST))
        .catch((error: { code?: unknown }) =>
          log.warn({ code: error.code ?? null }, 'the analytics service could not be reached'),
        )
        .finally(() => {
          waiting--
        })
    }
  }
}
