/** Reads server-sent events, and continues where a connection broke off. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { pause } from '#web/lib/pause.ts'
import { ApiError, toApiError, toNoAnswerError } from './api-error.ts'
import { retryDelay } from './retry-delay.ts'

export interface EventOptions<T> {
  signal: AbortSignal
  /** Where to go on: the `seq` of the last event already known. */
  after?: number | string | undefined
  onEvent: (event: T) => void
  /** The connection is up, or lost and being taken up again. */
  onConnection?: (connected: boolean) => void
  /** Tells from an event that nothing more comes. */
  isLast: (event: T) => boolean
}

/** The body of an answer with events. @throws ApiError for any other */
export async function eventBody(response: Response, path: string): Promise<ReadableStream<Uint8Array>> {
  if (response.ok && response.body) return response.body
  throw toApiError(response.status, path, await response.json().catch(() => null))
}

/**
 * Reads events to the last one or until aborted. A broken connection is taken up again after the last event seen, 1 s later, doubling up to
 * 30 s.
 * @param connect asks for the events after one with an id; throws ApiError when the server refuses
 * @throws ApiError when the server refuses for good
 */
export async function readEvents<T>(
  connect: (last: string | null) => Promise<ReadableStream<Uint8Array>>,
  options: EventOptions<T>,
): Promise<void> {
  const { signal, onEvent, isLast, onConnection } = options
  let last = options.after === undefined ? null : String(options.after)
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const body = await connect(last)
      onConnection?.(true)
      const received: EventSourceMessage[] = []
      const parser = createParser({ onEvent: (event) => void received.push(event) })
      for await (const text of textOf(body)) {
        failures = 0
        parser.feed(text)
        for (const event of received.splice(0)) {
          if (event.id) last = event.id
          const data = JSON.parse(event.data) as T
          onEvent(data)
          if (isLast(data)) return
        }
      }
    } catch (error) {
      if (signal.aborted) return
      const known = error instanceof ApiError ? error : toNoAnswerError(error, 0)
      if (known.status !== null && !known.retryable) throw known
    }
    onConnection?.(false)
    await pause(retryDelay(failures), signal)
  }
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
