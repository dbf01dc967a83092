import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { type Collector, startCollector } from '#peers/traces/collector.ts'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import { tellToolCall } from '#server/platform/tracing/spans.ts'
import { startTracing } from '#server/platform/tracing/start-tracing.ts'
import { createModelClient, type ModelTarget, type OneRequest } from './client.ts'

const KEY = 'sk-test-0123456789abcdef'
let peer: ModelPeer
let outbound: Outbound
let target: ModelTarget

beforeAll(async () => {
  peer = await startModelPeer({ key: KEY })
  outbound = createOutbound({ allow: [peer.host] })
  target = { base_url: peer.url, model: 'small', api_key: KEY, schema: true, of_operator: false }
})
afterAll(async () => {
  outbound.close()
  await peer.close()
})
beforeEach(() => {
  peer.asked.length = 0
  peer.behave({ type: 'answer', text: 'one two three' })
})

const hello: OneRequest = { messages: [{ role: 'user', content: 'hello' }], max_output_tokens: 100 }
const ask = (request: Partial<OneRequest> = {}, to: Partial<ModelTarget> = {}, onText?: (piece: string) => void) =>
  createModelClient(outbound).ask({ ...target, ...to }, { ...hello, ...request }, new AbortController().signal, onText)
const weather = {
  name: 'weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

async function traced(content: boolean, work: () => Promise<unknown>): Promise<Collector> {
  const collector = await startCollector()
  const settings = { endpoint: collector.url, headers: {}, service: 'chowk', share: 1, content }
  const stop = await startTracing(settings, { version: '1', instance: 'test' }, () => {})
  await work()
  await stop()
  await collector.close()
  return collector
}

describe('a call of a model', () => {
  it('gives the text piece by piece, and what it used', async () => {
    const pieces: string[] = []
    const answer = await ask({ temperature: 0.5 }, {}, (piece) => pieces.push(piece))
    expect(answer).toMatchObject({ text: 'one two three', tool_calls: [], finish: 'stop' })
    expect(answer.used).toEqual({ input_tokens: expect.any(Number), output_tokens: 3 })
    expect(pieces).toHaveLength(3)
    expect(pieces.join('')).toBe('one two three')
    expect(peer.asked[0]?.body).toMatchObject({ model: 'small', max_tokens: 100, temperature: 0.5, stream: true })
  })

  it('is traced with what it used, and without what was said', async () => {
    const collector = await traced(false, () => ask({ messages: [{ role: 'user', content: 'a secret prompt' }] }))
    const call = collector.spans.find(({ name }) => name === 'chat small')
    expect(call?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'small',
      'gen_ai.request.max_tokens': 100,
      'gen_ai.usage.output_tokens': 3,
      'gen_ai.response.finish_reasons': ['stop'],
    })
    expect(collector.spans.find(({ name }) => name === 'POST')).toMatchObject({ parent_id: call?.span_id })
    for (const text of ['secret prompt', 'one two three', KEY]) expect(collector.raw.join('')).not.toContain(text)
  })

  it('is traced with what was said where the operator wants that, without what is secret', async () => {
    peer.behave({ type: 'tools', calls: [{ name: 'weather', arguments: { city: 'Pune', api_key: 'typed-key' } }] })
    const messages = [
      { role: 'system' as const, content: 'Be brief.' },
      { role: 'user' as const, content: 'The weather in Pune?' },
    ]
    const { spans, raw } = await traced(true, async () => {
      await ask({ messages, tools: [weather] })
      tellToolCall({ name: 'weather', arguments: { city: 'Pune' }, ok: false, result: 'No such city', ms: 20 })
      tellToolCall({ name: 'weather', arguments: {}, ok: true, result: 'x'.repeat(200_000), ms: 20 })
    })
    const { attributes } = spans.find(({ name }) => name === 'chat small') ?? {}
    const content = (name: string) => JSON.parse(String(attributes?.[`gen_ai.${name}`]))
    expect(content('system_instructions')).toEqual([{ type: 'text', content: 'Be brief.' }])
    expect(content('input.messages')).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'The weather in Pune?' }] },
    ])
    expect(content('output.messages')).toMatchObject([
      { role: 'assistant', finish_reason: 'tool_call', parts: [{ type: 'tool_call', arguments: { city: 'Pune' } }] },
    ])
    expect(content('tool.definitions')).toMatchObject([{ type: 'function', name: 'weather' }])
    const [failed, large] = spans.filter(({ name }) => name === 'execute_tool weather')
    expect(failed).toMatchObject({
      isError: true,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'weather',
        'gen_ai.tool.call.result': 'No such city',
      },
    })
    expect(large?.attributes).not.toHaveProperty('gen_ai.tool.call.result')
    for (const secret of ['typed-key', KEY]) expect(raw.join('')).not.toContain(secret)
  })

  it('keeps the system apart and gives back what tools answered', async () => {
    const call = { id: 'call_1', name: 'weather', arguments: { city: 'Pune' } }
    await ask({
      tools: [weather],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'The weather in Pune?' },
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', name: 'weather', content: '31 °C' },
      ],
    })
    const { messages = [], tools } = peer.asked[0]?.body ?? {}
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(messages[3]).toMatchObject({ tool_call_id: 'call_1', content: '31 °C' })
    expect(tools?.[0]?.function.name).toBe('weather')
  })

  it('gives calls of tools, and says what is wrong with those that cannot be made', async () => {
    peer.behave({
      type: 'tools',
      calls: [
        { name: 'weather', arguments: { city: 'Pune' } },
        { name: 'delete_everything', arguments: {} },
        { name: 'weather', arguments: '{"city": ' },
      ],
    })
    const { tool_calls, finish } = await ask({ tools: [weather] })
    expect(finish).toBe('tool_calls')
    expect(tool_calls).toEqual([
      { id: 'call_1', name: 'weather', arguments: { city: 'Pune' }, problem: null },
      { id: 'call_2', name: 'delete_everything', arguments: {}, problem: 'There is no tool "delete_everything".' },
      { id: 'call_3', name: 'weather', arguments: {}, problem: 'The arguments are no JSON object.' },
    ])
  })

  it('asks for JSON as the provider takes it', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } }
    await ask({ schema })
    await ask({ schema }, { schema: false })
    expect(peer.asked[0]?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { schema } })
    expect(peer.asked[1]?.body.response_format).toEqual({ type: 'json_object' })
  })

  it('says where the text was cut by its limit', async () => {
    peer.behave({ type: 'answer', text: 'half', finish: 'length' })
    expect(await ask()).toMatchObject({ finish: 'length' })
  })

  it('does without figures where the provider gives none', async () => {
    peer.behave({ type: 'answer', text: 'free', usage: null })
    expect(await ask()).toMatchObject({ text: 'free', used: null })
  })
})

describe('a call of a model that fails', () => {
  it('says how long to wait after 429', async () => {
    peer.behave({ type: 'status', status: 429, retry_after: 7, message: 'Slow down' })
    await expect(ask()).rejects.toMatchObject({ code: 'model_limited', retryable: true, retry_after_ms: 7000 })
    peer.behave({ type: 'status', status: 429, retry_after: new Date(Date.now() + 60_000).toUTCString() })
    const error = await ask().catch((cause: unknown) => cause as { retry_after_ms: number })
    expect((error as { retry_after_ms: number }).retry_after_ms).toBeGreaterThan(50_000)
  })

  it.each([
    [500, 'model_failed', true],
    [503, 'model_failed', true],
    [400, 'model_refused', false],
    [403, 'model_refused', false],
    [404, 'model_refused', false],
  ])('tells a %i apart', async (status, code, retryable) => {
    peer.behave({ type: 'status', status, message: 'Because' })
    await expect(ask()).rejects.toMatchObject({ code, retryable, message: expect.stringContaining('Because') })
  })

  it('hides the key that a server writes back, piece by piece and in the arguments of a tool', async () => {
    const pieces: string[] = []
    peer.behave({ type: 'answer', text: KEY.replaceAll('-', '- ') })
    expect((await ask({}, {}, (piece) => pieces.push(piece))).text).toBe('[hidden]')
    expect(pieces.join('')).toBe('[hidden]')
    peer.behave({ type: 'answer', text: JSON.stringify({ a: KEY.slice(0, 9), n: 1, b: KEY.slice(9) }) })
    expect((await ask()).text).not.toContain(KEY.slice(9))
    const key = Buffer.from(KEY).toString('base64')
    peer.behave({ type: 'tools', calls: [{ name: 'weather', arguments: { city: `a ${key}` } }] })
    expect((await ask({ tools: [weather] })).tool_calls[0]?.arguments).toEqual({ city: 'a [hidden]' })
  })

  it('hides the key that a server writes back in halves, with other words between or in two calls', async () => {
    const [first, second] = [KEY.slice(0, 12), KEY.slice(12)]
    const pieces: string[] = []
    peer.behave({ type: 'answer', text: `It begins with ${first} and goes on, as you know, with ${second}.` })
    const { text } = await ask({}, {}, (piece) => pieces.push(piece))
    expect(text).toBe('It begins with [hidden] and goes on, as you know, with [hidden].')
    expect(pieces.join('')).toBe(`It begins with ${first} and goes on, as you know, with [hidden].`)
    const calls = [first, second].map((city) => ({ name: 'weather', arguments: { city } }))
    peer.behave({ type: 'tools', calls })
    const { tool_calls } = await ask({ tools: [weather] }, {})
    expect(tool_calls.map((one) => one.arguments)).toEqual([{ city: '[hidden]' }, { city: '[hidden]' }])
  })

  it('never says the key, even where the provider does', async () => {
    const error = (await ask({}, { api_key: 'sk-wrong-987654321' }).catch((cause: unknown) => cause)) as Error
    expect(error).toMatchObject({ code: 'model_refused', field: 'api_key' })
    expect(error.message).not.toContain('987654321')
    expect(error.message).toContain('[key]')
  })

  it('knows a stream that broke off from one that ended', async () => {
    peer.behave({ type: 'cut', text: 'one two three four', after: 3 })
    await expect(ask()).rejects.toMatchObject({
      code: 'model_cut',
      retryable: true,
      written: expect.stringMatching(/^one /),
    })
  })

  it('names what is no model', async () => {
    peer.behave({ type: 'garbage' })
    await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/^model_(failed|cut)$/) })
    await expect(ask({}, { base_url: `http://${peer.host}/nothing` })).rejects.toMatchObject({ code: 'model_refused' })
  })

  it('stops reading an answer without end', async () => {
    peer.behave({ type: 'huge', characters: 600_000 })
    await expect(ask()).rejects.toMatchObject({ code: 'model_too_long', retryable: false })
  })

  it.each([
    ['one call with arguments of a megabyte', [{ name: 'weather', arguments: { city: 'x'.repeat(500_000) } }]],
    ['a hundred and one calls', Array.from({ length: 101 }, () => ({ name: 'weather', arguments: {} }))],
  ])('stops reading %s, and says so', async (_what, calls) => {
    peer.behave({ type: 'tools', calls })
    await expect(ask({ tools: [weather] })).rejects.toMatchObject({ code: 'model_too_long', retryable: false })
  })

  it('ends with the signal while the model is silent, and in the middle of a text', async () => {
    const reason = new Error('cancelled')
    const silent = new AbortController()
    peer.behave({ type: 'hang' })
    const waiting = createModelClient(outbound).ask(target, hello, silent.signal)
    while (peer.asked.length === 0) await new Promise(setImmediate)
    silent.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    const loud = new AbortController()
    peer.behave({ type: 'answer', text: 'word '.repeat(5_000) })
    await expect(createModelClient(outbound).ask(target, hello, loud.signal, () => loud.abort(reason))).rejects.toBe(
      reason,
    )
  })
})

describe('the way to a model', () => {
  it('refuses private addresses that the operator did not name', async () => {
    const guarded = createOutbound()
    const call = createModelClient(guarded).ask(target, hello, new AbortController().signal)
    await expect(call).rejects.toMatchObject({ code: 'model_refused', field: 'base_url' })
    await expect(call).rejects.toThrow(/OUTBOUND_ALLOW/)
    expect(peer.asked).toEqual([])
    guarded.close()
  })

  it('checks where a redirect leads, and takes the key to no other host', async () => {
    peer.behave({ type: 'redirect', to: 'http://169.254.169.254/v1/chat/completions' })
    await expect(ask()).rejects.toMatchObject({ code: 'model_refused' })
    const other = await startModelPeer()
    const both = createOutbound({ allow: [peer.host, other.host] })
    peer.behave({ type: 'redirect', to: `${other.url}/chat/completions` })
    await createModelClient(both).ask(target, hello, new AbortController().signal)
    expect(other.asked[0]?.headers.authorization).toBeUndefined()
    both.close()
    await other.close()
  })
})
