import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { STREAM_TIMES } from '#server/compose/handler-settings.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import { PLAIN_APP } from '#test/support/parts.ts'
import { createApp } from './app.ts'
import type { Handlers, StreamAnswer } from './handlers.ts'
import type { StreamTimes } from './sse.ts'

type Event = { type: string; seq: number | null; text?: string }
const URL = '/api/v1/executions/01890000-0000-7000-8000-000000000000/events'

let close = async () => {}
afterEach(() => close())

/** A server whose one stream gives these events; nothing else of it is asked. */
async function serve(
  events: (signal: AbortSignal) => AsyncIterable<Event>,
  sessions: Partial<Sessions> = {},
  times: Partial<StreamTimes> = {},
) {
  const answer: StreamAnswer<Event> = { type: 'stream', events }
  const handlers = new Proxy({} as Handlers, { get: () => () => answer })
  const app = await createApp({
    ...PLAIN_APP,
    handlers,
    sessions: { resolve: () => Promise.reject(new Error('nobody')), stillValid: async () => true, ...sessions },
    secret: 's',
    streamTimes: { ...STREAM_TIMES, check_ms: 20, ...times },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  close = () => app.close()
  const { port } = app.server.address() as AddressInfo
  const req = request({ port, path: URL }).end()
  const [response] = (await once(req, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = new Promise<string>((resolve) => response.once('close', () => resolve(text)))
  return { app, req, response, ended, text: () => text }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

describe('a stream', () => {
  it('carries a number to go on from, except for what is not kept', async () => {
    const { ended } = await serve(async function* () {
      yield { type: 'node', seq: 7 }
      yield { type: 'progress', seq: null, text: 'a\nb' }
    })
    expect(await ended).toBe(
      ': open\n\nid: 7\nevent: node\ndata: {"type":"node","seq":7}\n\nevent: progress\ndata: {"type":"progress","seq":null,"text":"a\\nb"}\n\n',
    )
  })

  it('ends when the server stops, and does not hold it up', async () => {
    const { app, ended, text } = await serve(async function* (signal) {
      yield { type: 'status', seq: 1 }
      await untilAborted(signal)
    })
    await expect.poll(text).toContain('id: 1')
    await app.close()
    expect(await ended).toContain('id: 1')
  })

  it('stops asking for events when its reader leaves', async () => {
    let stopped = false
    const { req, text } = await serve(async function* (signal) {
      yield { type: 'status', seq: 1 }
      await untilAborted(signal)
      stopped = true
    })
    await expect.poll(text).toContain('id: 1')
    req.destroy()
    await expect.poll(() => stopped).toBe(true)
  })

  it('goes on while the database cannot say whether its reader may still read, and ends when it says no', async () => {
    const verdicts = [() => Promise.reject(new Error('away')), async () => true, async () => false]
    let asked = 0
    const { ended } = await serve(
      async function* (signal) {
        yield { type: 'status', seq: 1 }
        await untilAborted(signal)
      },
      { stillValid: () => (verdicts[asked++] ?? (async () => false))() },
    )
    await ended
    expect(asked).toBeGreaterThanOrEqual(3)
  })

  it('does not read ahead of a reader that does not read', async () => {
    let made = 0
    const { response, req } = await serve(async function* () {
      for (; made < 5000; made++) yield { type: 'node', seq: made, text: 'x'.repeat(10_000) }
    })
    response.pause()
    await expect
      .poll(async () => {
        const before = made
        await new Promise((resolve) => setTimeout(resolve, 50))
        return made === before
      })
      .toBe(true)
    expect(made).toBeLessThan(5000)
    req.destroy()
  })

  it('ends when its reader takes nothing, whatever else it is sent, and leaves nothing behind', async () => {
    let stopped = false
    const { response, ended } = await serve(
      async function* (signal) {
        signal.addEventListener('abort', () => {
          stopped = true
        })
        for (let seq = 1; !signal.aborted; seq++) yield { type: 'node', seq, text: 'x'.repeat(100_000) }
      },
      {},
      { stalled_ms: 100, heartbeat_ms: 10 },
    )
    response.pause()
    await expect.poll(() => stopped).toBe(true)
    response.resume()
    // Cut off: the reader knows the last event that came whole, and comes back for the next one.
    expect(await ended).toMatch(/^id: 1$/m)
    expect(response.complete).toBe(false)
  })

  it('is refused to whoever has many open, until one of them ends', async () => {
    const { app } = await serve(
      async function* (signal) {
        yield { type: 'status', seq: 1 }
        await untilAborted(signal)
      },
      { resolve: async () => ({ type: 'user', id: 'asha' }) as never },
    )
    const { port } = app.server.address() as AddressInfo
    const open = async () => {
      const req = request({ port, path: URL, headers: { authorization: 'Bearer a.b.c' } }).end()
      const [response] = (await once(req, 'response')) as [IncomingMessage]
      return { req, status: response.statusCode, retry: response.headers['retry-after'] }
    }
    const opened = []
    for (let i = 0; i < SERVER_LIMITS.open_streams; i++) opened.push(await open())
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await open()).toMatchObject({ status: 429, retry: '5' })
    opened[0]?.req.destroy()
    await expect.poll(async () => (await open()).status).toBe(200)
  })

  it('that breaks ends, and the server goes on', async () => {
    // biome-ignore lint/correctness/useYield: it breaks before the first event
    const { app, ended } = await serve(async function* () {
      throw new Error('broken')
    })
    await ended
    expect((await app.inject('/openapi.json')).statusCode).toBe(200)
  })
})
