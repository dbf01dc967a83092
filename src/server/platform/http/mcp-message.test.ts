/** One message of a visitor must not hold up everybody, nor be answered with more than anybody reads. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { longestTaskDuring } from '#test/support/busy.ts'
import { MCP_MESSAGE } from './mcp-message.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'https://chowk.example' })
})
afterAll(() => test.close())

const ACCEPT = { accept: 'application/json, text/event-stream', host: 'chowk.example' }

async function send(body: unknown) {
  const answer = await test.call('POST', '/mcp', { body, headers: ACCEPT })
  const event = /^data: (.*)$/m.exec(String(answer.body))?.[1]
  return { status: answer.status, message: event ? JSON.parse(event) : answer.body }
}

const keys = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [String(index), 0]))
const initialize = (clientInfo: object, capabilities: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1', ...clientInfo }, capabilities },
})
const nested = Array(90).fill(Array(90).fill(Array(20).fill({})))

it.each<[string, unknown]>([
  ['300,000 icons', initialize({ icons: Array(300_000).fill({}) })],
  ['90,000 experiments', initialize({}, { experimental: keys })],
  ['lists in lists', initialize({ icons: nested })],
  ['a name of 900,000 characters', initialize({ name: 'x'.repeat(900_000) })],
  [
    'a long envelope beside arguments',
    { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x', _meta: keys } },
  ],
  ['arguments of no tool', { jsonrpc: '2.0', id: 7, method: 'prompts/get', params: { name: 'x', arguments: keys } }],
  ['the answer to nothing', { jsonrpc: '2.0', id: 7, result: keys }],
])('a message with %s is refused at once, and by its id', async (_what, body) => {
  let answer: Awaited<ReturnType<typeof send>> | undefined
  const longest = await longestTaskDuring(async () => {
    answer = await send(body)
  })
  expect(answer).toMatchObject({ status: 400, message: { jsonrpc: '2.0', id: 7, error: { code: -32600 } } })
  expect(JSON.stringify(answer).length).toBeLessThan(500)
  expect(longest).toBeLessThan(300)
})

it('a message as a text of 900,000 characters, or with such an id, is refused without it', async () => {
  for (const body of [JSON.stringify('x'.repeat(900_000)), JSON.stringify({ id: 'x'.repeat(900_000) })]) {
    const { status, body: message } = await test.call('POST', '/mcp', {
      payload: body,
      headers: { ...ACCEPT, 'content-type': 'application/json' },
    })
    expect([status, message]).toMatchObject([400, { id: null, error: { code: -32600 } }])
  }
})

it('what the protocol finds wrong is told in at most a thousand characters', async () => {
  const { message } = await send(initialize({ icons: Array(MCP_MESSAGE.items).fill({}) }))
  expect(message).toMatchObject({ id: 7, error: { message: expect.stringContaining('expected string') } })
  expect(message.error.message.length).toBeLessThanOrEqual(MCP_MESSAGE.error_characters + 1)
})

it('an icon in the message and arguments of half a megabyte are no reason to refuse it', async () => {
  const icons = [{ src: `data:image/png;base64,${'A'.repeat(40_000)}`, mimeType: 'image/png' }]
  expect((await send(initialize({ icons }))).message.result.serverInfo).toBeDefined()
  const params = {
    name: 'run_agent',
    arguments: { agent_id: 'nobody', input: { text: 'x'.repeat(500_000), list: Array(5000).fill(0) } },
  }
  const { message } = await send({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
  expect(message.result.structuredContent.error.code).toBe('not_found')
})
