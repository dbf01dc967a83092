/**
 * Events on their way: sent together after some seconds, or when there are many, and by a beacon when the page is left. An event
 * that could not be sent is lost; nothing waits for it and nobody is told.
 */
import { ANALYTICS } from '#contract/core/server-limits.ts'
import { mayCount } from './consent.ts'

export interface QueuedEvent {
  name: string
  params: Readonly<Record<string, unknown>>
  /** Ms since 1970, by this browser's clock. */
  at: number
}

export interface QueuePorts {
  /** True when the browser takes the body and sends it, whatever becomes of the page. */
  beacon: (url: string, body: Blob) => boolean
  post: (url: string, body: string) => Promise<unknown>
  now: () => number
  mayCount: () => boolean
}

const URL = '/api/v1/events'
export const SEND_AFTER_MS = 5000

/** Of this visit alone: it is kept nowhere and ends with the page. */
const sessionId = (): string => crypto.randomUUID()

export function createQueue(ports: QueuePorts) {
  const session_id = sessionId()
  let waiting: QueuedEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const take = (): string[] => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting.map(({ name, params, at }) => ({
      name,
      params,
      ago_ms: Math.min(ANALYTICS.oldest_ms, Math.max(0, Math.round(ports.now() - at))),
    }))
    waiting = []
    // Withdrawn meanwhile: what was not sent stays unsent.
    if (!ports.mayCount()) return []
    const batches: string[] = []
    for (let from = 0; from < events.length; from += ANALYTICS.batch)
      batches.push(JSON.stringify({ session_id, events: events.slice(from, from + ANALYTICS.batch) }))
    return batches
  }
  const send = () => {
    for (const body of take()) ports.post(URL, body).catch(() => {})
  }
  return {
    enqueue(event: QueuedEvent): void {
      waiting.push(event)
      if (waiting.length >= ANALYTICS.batch) send()
      else timer ??= setTimeout(send, SEND_AFTER_MS)
    },
    /** The page is left: what waits goes with a beacon. */
    leave(): void {
      for (const body of take()) ports.beacon(URL, new Blob([body], { type: 'application/json' }))
    },
  }
}

const queue = createQueue({
  beacon: (url, body) => navigator.sendBeacon(url, body),
  post: (url, body) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }),
  now: Date.now,
  mayCount,
})
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', queue.leave)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && queue.leave())
}

export const enqueue = queue.enqueue
