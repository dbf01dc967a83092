import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let peer: ModelPeer
let me: Person

beforeAll(async () => {
  peer = await startModelPeer()
  const base = { provider: 'custom', base_url: peer.url, model: 'house', api_key: null }
  test = await createTestApp({
    models: { model: { ...base, input_price: 100, output_price: 100, country: null }, outboundAllow: [peer.host] },
  })
  me = await test.person('creator_admin')
})
afterAll(async () => {
  await test.close()
  await peer.close()
})

async function start(document: object, input: Json = {}): Promise<string> {
  const made = await test.call('POST', '/api/v1/workflows', { as: me, body: { name: 'W', document } })
  expect(made.body.data?.problems).toEqual([])
  const body = { workflow_id: made.body.data.id, input, wait_ms: 5000 }
  return (await test.call('POST', '/api/v1/workflows/execute', { as: me, body })).body.data.execution_id
}
const read = async (id: string) => (await test.call('GET', `/api/v1/workflows/executions/${id}`, { as: me })).body.data
const one = (id: string, type: string, config = {}, rest = {}) =>
  workflow([node('t', 'manual_trigger'), node(id, type, config, rest)], wires(`t > ${id}`))

describe('a run that asks models', () => {
  it('keeps what each call used on the row of its step, calls that failed among them', async () => {
    peer.behave(
      { type: 'answer', text: 'no JSON', usage: { input: 50, output: 5 } },
      { type: 'answer', text: '{"a":1}', usage: { input: 70, output: 3 } },
    )
    const schema = { type: 'object', required: ['a'] }
    const id = await start(one('ask', 'ai_prompt', { prompt: 'Do it', schema }))
    const row = (await read(id)).nodes.find((found: { node_id: string }) => found.node_id === 'ask')
    expect(row).toMatchObject({
      status: 'succeeded',
      output: { object: { a: 1 }, input_tokens: 120, output_tokens: 8 },
    })
    const timed = { ms: expect.any(Number), at: expect.stringMatching(/Z$/) }
    expect(row.usage).toEqual([
      { input_tokens: 50, output_tokens: 5, cost_micros: 55, model: 'house', ...timed },
      { input_tokens: 70, output_tokens: 3, cost_micros: 73, model: 'house', ...timed },
    ])
  })

  it('carries usage over the attempts of a step', async () => {
    peer.behave(
      { type: 'answer', text: 'x', usage: { input: 10, output: 1 } },
      { type: 'answer', text: 'x', usage: { input: 10, output: 1 } },
      { type: 'answer', text: 'x', usage: { input: 10, output: 1 } },
      { type: 'status', status: 500 },
    )
    const id = await start(one('ask', 'ai_prompt', { prompt: 'x', schema: { type: 'object' } }))
    const row = (await read(id)).nodes.find((found: { node_id: string }) => found.node_id === 'ask')
    expect(row).toMatchObject({ status: 'failed', error: { code: 'model_schema' } })
    expect(row.usage).toHaveLength(3)
  })

  it('keeps the calls of a sub-agent in its part of the trace, and counts them on the step', async () => {
    peer.behave(
      { type: 'tools', calls: [{ name: 'potter', arguments: { task: 'Make a pot of clay' } }] },
      { type: 'answer', text: 'A pot.' },
      { type: 'answer', text: 'Here is a pot.' },
    )
    const sub_agents = [{ name: 'potter', description: 'Makes pots.' }]
    const id = await start(one('bot', 'ai_agent', { task: 'Make a pot', sub_agents }))
    const row = (await read(id)).nodes.find((found: { node_id: string }) => found.node_id === 'bot')
    expect([row.output.text, row.usage.length]).toEqual(['Here is a pot.', 3])
    const { items } = (await test.call('GET', `/api/v1/executions/${id}/trace`, { as: me })).body.data
    expect(items).toMatchObject([
      { kind: 'model', iteration: '' },
      { kind: 'model', iteration: '/potter:1', summary: 'A pot.' },
      { kind: 'tool', iteration: '', name: 'potter', summary: 'A pot.' },
      { kind: 'model', iteration: '', summary: 'Here is a pot.' },
    ])
    const inner = await test.call('GET', `/api/v1/executions/${id}/trace/${items[1].id}`, { as: me })
    expect(inner.body.data.messages.at(-1)).toEqual({ role: 'user', content: 'Make a pot of clay' })
  })

  it('waits for a person before an agent acts, and continues with what it knew', async () => {
    const tools = [
      {
        kind: 'node',
        name: 'make',
        description: 'Makes.',
        node: 'set_fields',
        config: { fields: [{ name: 'made', value: '{{ $input.of }}' }] },
      },
    ]
    peer.behave(
      { type: 'tools', calls: [{ name: 'make', arguments: { of: 'clay' } }] },
      { type: 'answer', text: 'A pot of clay.' },
    )
    const id = await start(one('bot', 'ai_agent', { task: 'Make a pot', tools }))
    const waiting = await until(async () => {
      const run = await read(id)
      return run.status === 'waiting' && run
    })
    const { wait } = waiting.nodes.find((found: { node_id: string }) => found.node_id === 'bot')
    expect(wait).toMatchObject({ type: 'approval', details: { tool: 'make', arguments: { of: 'clay' } } })
    expect(JSON.stringify(wait)).not.toContain('messages')
    await test.call('POST', `/api/v1/executions/${id}/waits/${wait.id}`, {
      as: me,
      body: { type: 'approval', approved: true },
    })
    const done = await until(async () => {
      const run = await read(id)
      return run.status === 'succeeded' && run
    })
    const row = done.nodes.find((found: { node_id: string }) => found.node_id === 'bot')
    expect(row.output).toMatchObject({
      text: 'A pot of clay.',
      calls: [{ tool: 'make', ok: true, result: expect.stringContaining('clay') }],
    })
    // The trace tells all of it, also what was before the wait: both calls of the model, the tool with its result.
    const trace = (await test.call('GET', `/api/v1/executions/${id}/trace`, { as: me })).body.data
    expect(trace.items).toMatchObject([
      { kind: 'model', node_id: 'bot', iteration: '', name: 'house', summary: 'make', error: null, kept: true },
      { kind: 'tool', name: 'make', summary: expect.stringContaining('clay') },
      { kind: 'model', summary: 'A pot of clay.' },
    ])
    const [first, , last] = trace.items
    const of = async (entry: number) =>
      (await test.call('GET', `/api/v1/executions/${id}/trace/${entry}`, { as: me })).body.data
    expect(await of(first.id)).toMatchObject({
      messages: [{ role: 'system' }, { role: 'user' }],
      request: { tools: [{ name: 'make' }] },
      answer: { tool_calls: [{ name: 'make', arguments: { of: 'clay' } }] },
    })
    expect((await of(last.id)).messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ])
    expect(row.logs).toEqual([])
    expect(row.usage).toHaveLength(2)
  })
})
