/** A model server that an account enters itself must not hold up everybody else, whatever it answers. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createOutbound } from '#server/gateways/outbound.ts'
import { leastLongestTask } from '#test/support/busy.ts'
import { createModelClient } from './client.ts'

const PIECE = 65_536

/** Turns of the thread may take so long, in ms. */
const MOST_MS = 100

/** @param text what the server answers, however long */
async function asking(text: string, { status = 200, most_ms = MOST_MS } = {}) {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) =>
    bytes.subarray(at * PIECE, (at + 1) * PIECE),
  )
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
    // Piece by piece: what is measured is the reader, in the same thread.
    pipeline(Readable.from(pieces), response, () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ allow: [host] })
  const target = {
    base_url: `http://${host}/v1`,
    model: 'm',
    api_key: 'k'.repeat(20),
    schema: false,
    of_operator: false,
  }
  const client = createModelClient(outbound)
  const ask = () =>
    client
      .ask(target, { messages: [{ role: 'user', content: 'x' }], max_output_tokens: 10 }, AbortSignal.timeout(60_000))
      .catch((error: { code: string }) => error)
  await ask()
  let answer: unknown
  const longest = await leastLongestTask(most_ms, async () => {
    answer = await ask()
  })
  server.closeAllConnections()
  server.close()
  outbound.close()
  return { answer, longest }
}

const event = (delta: object) => `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta }] })}\n\n`
const call = (index: number, args: string, isFirst: boolean) =>
  event({
    tool_calls: [
      {
        index,
        ...(isFirst && { id: `c${index}`, type: 'function' }),
        function: { ...(isFirst && { name: 'f' }), arguments: args },
      },
    ],
  })
const END = `${'data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}'}\n\ndata: [DONE]\n\n`
const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join('')

it.each<[string, string]>([
  [
    'arguments with a million texts',
    call(0, '{"a":["', true) + many(4000, () => call(0, 'k","'.repeat(300), false)) + END,
  ],
  ['arguments that never end', call(0, '{"a":', true) + many(6000, () => call(0, '['.repeat(1000), false)) + END],
  ['10,000 calls', many(10_000, (index) => call(index, '{}', true)) + END],
  ['300,000 choices in one event', `data: {"id":"x","choices":[${'{},'.repeat(300_000)}{}]}\n\n${END}`],
  ['nine megabytes without an event', 'x'.repeat(9_000_000)],
  ['events without end that say nothing', 'data: {"choices":[]}\n\n'.repeat(400_000) + END],
])(
  '%s are refused as too long, in short turns',
  async (_what, text) => {
    const { answer, longest } = await asking(text)
    expect(answer).toMatchObject({ code: 'model_too_long' })
    expect(longest).toBeLessThan(MOST_MS)
  },
  60_000,
)

it('a refusal of nine megabytes is told by its status', async () => {
  const refusal = `{"error":{"message":"x","param":[${'{},'.repeat(3_000_000)}{}]}}`
  const { answer, longest } = await asking(refusal, { status: 503, most_ms: 300 })
  expect(answer).toMatchObject({ code: 'model_failed', retryable: true })
  expect(longest).toBeLessThan(300)
})

it('a call of a tool with arguments of 300,000 characters in one event is taken', async () => {
  const args = JSON.stringify({ text: 'a, [b] {c} "d" '.repeat(20_000) })
  const { answer } = await asking(call(0, args, true) + END)
  expect(answer).toMatchObject({ tool_calls: [{ arguments: JSON.parse(args) }] })
})
