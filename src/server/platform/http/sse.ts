/**
 * Server-sent events: ids for Last-Event-ID, a heartbeat that keeps proxies from closing, back pressure, an end for readers that take
 * nothing, and a close within five seconds of the moment its reader may no longer read.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { writeJson } from '#contract/core/json-text.ts'
import { sliceText } from './answer-body.ts'

interface StreamOptions<Event> {
  events: AsyncIterable<Event>
  /** Sent as data of its own after the last event. */
  ending?: string | null
  /** Aborts the stream from inside; also ends `events`. */
  stop: AbortController
  stillValid(): Promise<boolean>
  times: StreamTimes
}

export interface StreamTimes {
  /** How often it is asked whether the reader may still read. */
  check_ms: number
  /** How often something is sent, so that no proxy takes the connection for dead. */
  heartbeat_ms: number
  /**
   * A connection that is not read for this long is closed. Its reader reconnects and continues after the last event it
   * has.
   */
  stalled_ms: number
}

/**
 * Resolves when the reader has taken what was written. The time-out begins again whenever the socket gets rid of some of it, not when
 * more is written behind it.
 */
const drained = (response: ServerResponse, signal: AbortSignal, stalled_ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.setTimeout(0)
      response.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    response.setTimeout(stalled_ms)
    response.once('drain', done)
    signal.addEventListener('abort', done, { once: true })
  })

/** A line break would end the data; in JSON it is only between values. */
const inOneLine = (json: string): string =>
  json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]/g, ' ') : json

async function* frame(event: unknown): AsyncGenerator<string | Uint8Array> {
  const { seq, type } = event as { seq?: number | null; type?: string }
  const id = typeof seq === 'number' ? `id: ${seq}\n` : ''
  const name = typeof type === 'string' ? `event: ${type}\n` : ''
  let text = `${id}${name}data: `
  for (const piece of writeJson(event, randomUUID())) {
    if (typeof piece === 'string') text += inOneLine(piece)
    else {
      yield* sliceText(text)
      text = ''
      // The product wrote it, without spaces.
      yield* piece()
    }
  }
  yield* sliceText(`${text}\n\n`)
}

/** Sends events until they end, the client leaves, the server stops, or the caller loses access. */
export async function sendEvents<Event>(reply: FastifyReply, options: StreamOptions<Event>): Promise<void> {
  const { stop, times } = options
  reply.hijack()
  const response = reply.raw
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  // A comment at once, so that the browser knows the stream is open before the first event.
  response.write(': open\n\n')
  response.once('close', () => stop.abort())
  response.once('timeout', () => response.destroy())
  const heartbeat = setInterval(() => response.write(': beat\n\n'), times.heartbeat_ms)
  const check = setInterval(() => {
    options.stillValid().then(
      (valid) => {
        if (!valid) stop.abort()
      },
      // The database is away: nobody can be blocked in it meanwhile, the next check decides.
      () => {},
    )
  }, times.check_ms)
  try {
    for await (const event of options.events) {
      if (stop.signal.aborted) break
      for await (const part of frame(event)) {
        if (!response.write(part)) await drained(response, stop.signal, times.stalled_ms)
        if (stop.signal.aborted) break
      }
    }
    if (options.ending && !stop.signal.aborted) response.write(`data: ${options.ending}\n\n`)
  } finally {
    clearInterval(heartbeat)
    clearInterval(check)
    response.end()
  }
}
