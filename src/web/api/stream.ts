/**
 * Live events of an endpoint that answers `stream`. `fetch` instead of EventSource, because the request carries a bearer or run
 * token.
 */
import closed from 'virtual:closed-endpoints'
import open from 'virtual:endpoints'
import { bearer, type DataOf, type InputOf, type StreamName } from './call.ts'
import { buildAddress, buildHeaders, type RawInput } from './client.ts'
import { type EventOptions, eventBody, readEvents } from './read-events.ts'

interface StreamOptions<T> extends EventOptions<T> {
  runToken?: string | null | undefined
}

async function connectTo(path: string, input: RawInput, options: StreamOptions<never>, last: string | null) {
  const connect = async (force: boolean) => {
    const headers = buildHeaders(input, options, await bearer(force))
    headers.set('accept', 'text/event-stream')
    if (last !== null) headers.set('last-event-id', last)
    return fetch(buildAddress(path, input), { headers, signal: options.signal })
  }
  const first = await connect(false)
  return eventBody(first.status === 401 || first.status === 403 ? await connect(true) : first, path)
}

/** Follows a stream to its last event or until aborted. Throws ApiError when the server refuses it. */
export function followStream<N extends StreamName>(
  name: N,
  input: InputOf<N>,
  options: StreamOptions<DataOf<N>>,
): Promise<void> {
  const path = (open[name] ?? closed[name])?.[1] ?? ''
  return readEvents((last) => connectTo(path, input as RawInput, options as StreamOptions<never>, last), options)
}
