/**
 * Live events of an endpoint that answers `stream`. `fetch` instead of EventSource, because the request carries a bearer or run
 * token. A broken connection is taken up again after the last event seen (`Last-Event-ID`), 1 s later, doubling up to 30 s.
 */
import closed from 'virtual:closed-endpoints'
import open from 'virtual:endpoints'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { pause } from '#web/lib/pause.ts'
import { ApiError, toApiError, toNoAnswerError } from './api-error.ts'
import { bearer, type DataOf, type InputOf, type StreamName } from './call.ts'
import { buildAddress, buildHeaders, type RawInput } from './client.ts'
import { retryDelay } from './query-client.ts'

export interface StreamOptions<T> {
  signal: AbortSignal
  runToken?: string | null | undefined
  /** Where to go on: the `seq` of the last event already known. */
  after?: number | string | undefined
  onEvent: (event: T) => void
  /** The connection is up, or lost and being taken up again. */
  onConnection?: (connected: boolean) => void
  /** Tells from an event that nothing more comes. */
  isLast: (event: T) => boolean
}

async function connectTo(path: string, input: RawInput, options: StreamOptions<never>, last: string | null) {
  const connect = async (force: boolean) => {
    const headers = buildHeaders(input, options, await bearer(force))
    headers.set('accept', 'text/event-stream')
    if (last !== null) headers.set('last-event-id', last)
    return fetch(buildAddress(path, input), { headers, signal: options.signal })
  }
  const first = await connect(false)
  const response = first.status === 401 || first.status === 403 ? await connect(true) : first
  if (!response.ok || !response.body) {
    throw toApiError(response.status, path, await response.json().catch(() => null))
  }
  return response.body
}

/** Follows a stream to its last event or until aborted. Throws ApiError when the server refuses it. */
export async function followStream<N extends StreamName>(
  name: N,
  input: InputOf<N>,
  options: StreamOptions<DataOf<N>>,
) {
  const path = (open[name] ?? closed[name])?.[1] ?? ''
  const { signal, onEvent, isLast, onConnection } = options
  let last = options.after === undefined ? null : String(options.after)
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const body = await connectTo(path, input as RawInput, options as StreamOptions<never>, last)
      onConnection?.(true)
      const received: EventSourceMessage[] = []
      const parser = createParser({ onEvent: (event) => void received.push(event) })
      for await (const text of textOf(body)) {
        failures = 0
        parser.feed(text)
        for (const event of received.splice(0)) {
          if (event.id) last = event.id
          const data = JSON.parse(event.data) as DataOf<N>
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
