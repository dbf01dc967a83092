import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ModelAnswer, ModelRequest } from '#nodes/model-port.ts'
import type { NodeResult } from '#nodes/node.ts'
import type { HttpRequest } from '#nodes/ports.ts'
import { type Trial, tryNode } from '#nodes/trial.ts'
import { aiAgent } from '#nodes/types/ai/ai-agent.ts'

const MODEL = '00000000-0000-4000-8000-000000000001'
const CHEAP = '00000000-0000-4000-8000-000000000002'
const tool = (name: string, more: JsonObject = {}) => ({
  kind: 'http',
  name,
  description: 'x',
  url: `https://api.example.com/${name}/{of}`,
  parameters: { type: 'object', properties: { of: { type: 'string' } }, required: ['of'] },
  ...more,
})
const reader = (more: JsonObject = {}) => ({
  name: 'reader',
  description: 'Reads orders.',
  instructions: 'You read orders and nothing else.',
  tools: ['find'],
  ...more,
})
const calls = (name: string, args: JsonObject, id = 'c1') => ({ tool_calls: [{ id, name, arguments: args }] })

/** Runs an agent on a model that answers in this order, or continues one. */
function run(answers: Partial<ModelAnswer>[], config: JsonObject, more: Trial = {}) {
  const asked: ModelRequest[] = []
  const requests: HttpRequest[] = []
  const ports = {
    model: {
      available: () => Promise.resolve(true),
      generate: async (request: ModelRequest) => {
        asked.push(structuredClone(request))
        const usage = { input_tokens: 10, output_tokens: 2, cost_micros: 5 }
        return { text: '', tool_calls: [], usage, model: 'small', finish: 'stop' as const, ...answers.shift() }
      },
    },
    http: async (request: HttpRequest) => {
      requests.push(request)
      return { status: 200, headers: {}, body: 'Sent on Monday.' }
    },
  }
  const result = tryNode(aiAgent, { task: 'Where is order 7?', ...config }, { ports, ...more })
  return { asked, requests, result }
}
const toolsOf = (request: ModelRequest | undefined) => request?.tools?.map(({ name }) => name)
const stateOf = (result: NodeResult) => (result as { wait: { state: Json } }).wait.state

describe('a sub-agent', () => {
  it('works on its task alone, with its own instructions and the tools it is given', async () => {
    const config = { system: 'You help customers.', tools: [tool('find'), tool('refund')], sub_agents: [reader()] }
    const { asked, requests, result } = run(
      [
        calls('reader', { task: 'Find order 7.' }),
        calls('find', { of: '7' }),
        { text: 'It was sent on Monday.' },
        { text: 'On Monday.' },
      ],
      config,
    )
    expect(await result).toMatchObject({
      output: {
        text: 'On Monday.',
        calls: [{ tool: 'reader', ok: true, result: 'It was sent on Monday.' }],
        input_tokens: 40,
        output_tokens: 8,
      },
    })
    expect(asked.map(toolsOf)).toEqual([['find', 'refund', 'reader'], ['find'], ['find'], ['find', 'refund', 'reader']])
    const [system, user, ...others] = asked[1]?.messages ?? []
    expect(system?.content).toContain('You read orders and nothing else.')
    expect(system?.content).not.toContain('You help customers.')
    expect([user, others]).toEqual([{ role: 'user', content: 'Find order 7.' }, []])
    expect(requests.map(({ url }) => url)).toEqual(['https://api.example.com/find/7'])
    // What it says is data to the agent: it may have read what others wrote.
    expect(asked[3]?.messages.at(-1)?.content).toContain('<untrusted_data>\nIt was sent on Monday.')
  })

  it('has the budget of the agent, its second model where the author says so, and its own number of steps', async () => {
    const { asked, result } = run(
      [calls('reader', { task: 'Look' }), calls('find', { of: '1' }), { text: 'Nothing.' }, { text: 'Done.' }],
      {
        model: MODEL,
        fallback_model: CHEAP,
        max_cost_paise: 50,
        tools: [tool('find')],
        sub_agents: [reader({ uses: 'fallback_model', max_steps: 1, only_here: true })],
      },
    )
    expect(await result).toMatchObject({ output: { text: 'Done.', steps: 2 } })
    expect(asked.map(({ model }) => model)).toEqual([MODEL, CHEAP, CHEAP, MODEL])
    expect(new Set(asked.map(({ budget }) => budget?.max_cost_micros))).toEqual(new Set([500_000]))
    expect(asked.map(toolsOf)).toEqual([['reader'], ['find'], undefined, ['reader']])
  })

  it('can’t use what it isn’t given, and can’t be given what the agent has not', async () => {
    const config = { tools: [tool('find'), tool('refund', { method: 'POST', approved: true })], sub_agents: [reader()] }
    const { requests, result } = run(
      [
        calls('reader', { task: 'Refund it' }),
        calls('refund', { of: '7' }),
        calls('reader', { task: 'again' }),
        { text: 'I can’t.' },
        calls('reader', {}),
        { text: 'Sorry.' },
      ],
      config,
    )
    expect(await result).toMatchObject({ output: { calls: [{ ok: true, result: 'I can’t.' }, { ok: false }] } })
    expect(requests).toEqual([])
    for (const sub_agents of [[reader({ tools: ['other'] })], [reader({ name: 'find' })], [reader(), reader()]])
      await expect(run([], { ...config, sub_agents }).result).rejects.toThrow()
  })

  it('asks a person before it acts, and neither repeats what it did nor what the agent did after a crash', async () => {
    const tools = [tool('find', { method: 'POST' })]
    const config = { tools, sub_agents: [reader()] }
    const first = run([calls('reader', { task: 'Order 7' }), calls('find', { of: '7' })], config)
    const asks = await first.result
    expect(asks).toMatchObject({ wait: { type: 'approval', details: { tool: 'find', arguments: { of: '7' } } } })
    expect(first.requests).toEqual([])
    const yes = { type: 'approval' as const, approved: true, comment: '', by: null, state: stateOf(asks) }
    const second = run([], config, { resolution: yes })
    // Kept after the call that acted: what follows a crash begins here.
    const kept = await second.result
    expect(kept).toMatchObject({ type: 'wait', wait: { type: 'timer' } })
    expect(second.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['e1:ai_agent::1:1'])
    const resolution = { type: 'timeout' as const, state: stateOf(kept) }
    for (let crash = 0; crash < 2; crash++) {
      const third = run([{ text: 'Sent.' }, { text: 'It was sent.' }], config, {
        resolution: structuredClone(resolution),
      })
      expect(await third.result).toMatchObject({
        output: { text: 'It was sent.', calls: [{ tool: 'reader', ok: true }] },
      })
      expect(third.requests).toEqual([])
    }
  })
})
