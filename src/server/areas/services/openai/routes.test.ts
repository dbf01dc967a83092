/** The endpoints that speak OpenAI's API, called by OpenAI's own client over HTTP. */
import { randomUUID } from 'node:crypto'
import OpenAI, { type APIError } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '#contract/accounts/key-values.ts'
import { MESSAGE } from '#contract/runs/conversation-values.ts'
import { agentModel, EMBEDDING_MODEL, serviceModel } from '#contract/services/openai-values.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { embedByWords } from '#test/support/embed.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent } from '#test/support/paid-agent.ts'

const echo = workflow(
  [
    node('start', 'manual_trigger'),
    set('done', { said: '{{ $trigger.text }}', file: '{{ $trigger.document ?? null }}' }),
  ],
  wires('start > done'),
)
const failing = workflow(
  [node('start', 'manual_trigger'), node('stop', 'stop', { status: 'failed', message: 'The note is empty.' })],
  wires('start > stop'),
)
const asking = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'May it?' }), set('done', { ok: true })],
  wires('start > ask', 'ask:approved > done'),
)
const answering = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const FIELDS = {
  type: 'object',
  properties: {
    tone: { enum: ['short', 'long'] },
    text: { type: 'string', minLength: 1 },
    document: { type: 'object', properties: { file_id: { type: 'string' } }, required: ['file_id'] },
  },
  required: ['text'],
}

let peer: ModelPeer
let test: TestApp
let url: string
let me: Person
let client: OpenAI
let agent: string
let service: string
beforeAll(async () => {
  peer = await startModelPeer()
  const model = {
    provider: 'custom',
    base_url: peer.url,
    model: 'house',
    api_key: null,
    input_price: 100_000,
    output_price: 100_000,
  }
  test = await createTestApp({ models: { model, outboundAllow: [peer.host] } as never, embed: embedByWords })
  me = await test.person('seller')
  await addAgent(test.database.pool, me.id, echo, { slug: 'echo', input_schema: FIELDS })
  await addAgent(test.database.pool, me.id, failing, { slug: 'failing', listing: { workflow_open: true } })
  await addAgent(test.database.pool, me.id, asking, { slug: 'asking' })
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  client = clientWith(await keyOf(me))
  agent = (await test.call('POST', '/api/v1/custom-agents', { as: me, body: {} })).body.data.id
  service = await serviceOf(me, 'echo')
})
afterAll(async () => {
  await test.close()
  await peer.close()
})
beforeEach(() => {
  peer.asked.length = 0
  peer.behave({ type: 'answer', text: 'At nine.', usage: { input: 20, output: 3 } })
})

const clientWith = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${url}/v1` })

async function keyOf(person: Person, scopes: Scope[] = ['read', 'run']): Promise<string> {
  const { status, body } = await test.call('POST', '/api/v1/api-keys', { as: person, body: { name: 'x', scopes } })
  expect(status).toBe(201)
  return body.data.secret
}

async function serviceOf(person: Person, agent_id: string): Promise<string> {
  const { status, body } = await test.call('POST', '/api/v1/services', { as: person, body: { agent_id } })
  expect(status).toBe(201)
  return body.data.id
}

const refusalOf = async (work: Promise<unknown>): Promise<APIError> =>
  work.then(
    () => expect.fail('It was not refused'),
    (error: APIError) => error,
  )
const shown = ({ status, type, code, param }: APIError) => ({ status, type, code, param })
const user = (content: string) => ({ role: 'user', content }) as const
const textOf = (completion: OpenAI.ChatCompletion) => completion.choices[0]?.message.content
const runsOf = async (person: Person) =>
  (await test.call('GET', '/api/v1/executions', { as: person })).body.data.total as number

describe('models', () => {
  it('are the services and custom agents of the key’s owner, and the embedding model', async () => {
    const { data } = await client.models.list()
    expect(data.map(({ id }) => id)).toEqual([serviceModel(service), agentModel(agent), EMBEDDING_MODEL])
    expect(await client.models.retrieve(serviceModel(service))).toMatchObject({
      object: 'model',
      chowk: { kind: 'service', can_run: true },
    })
    const other = clientWith(await keyOf(await test.person('seller')))
    expect((await other.models.list()).data.map(({ id }) => id)).toEqual([EMBEDDING_MODEL])
    expect(shown(await refusalOf(other.models.retrieve(agentModel(agent))))).toEqual({
      status: 404,
      type: 'invalid_request_error',
      code: 'not_found',
      param: 'model',
    })
  })
})

describe('a chat with a custom agent', () => {
  const ask = (messages: OpenAI.ChatCompletionMessageParam[], more: object = {}) =>
    client.chat.completions.create({ model: agentModel(agent), messages, ...more })

  it('is a run with what was said before, real tokens and its cost', async () => {
    const completion = await ask([
      { role: 'system', content: 'Answer in one sentence.' },
      user('When do you open?'),
      { role: 'assistant', content: 'At eight.' },
      user('And on Sundays?'),
    ])
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model: agentModel(agent),
      choices: [{ message: { role: 'assistant', content: 'At nine.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 },
    })
    const asked = peer.asked[0]?.body.messages?.slice(1).map(({ role, content }) => `${role}: ${content}`)
    expect(asked).toEqual([
      'user: When do you open?',
      'assistant: At eight.',
      'user: Answer in one sentence.',
      'user: And on Sundays?',
    ])
    const { chowk } = completion.usage as unknown as { chowk: { execution_id: string; model_cost_micros: number } }
    expect(chowk.model_cost_micros).toBeGreaterThan(0)
    const run = (await test.call('GET', `/api/v1/executions/${chowk.execution_id}`, { as: me })).body.data
    expect(run).toMatchObject({ trigger: 'api', status: 'succeeded', usage: { cost_micros: chowk.model_cost_micros } })
  })

  it('streams the words of its model, and says the same as without', async () => {
    peer.behave({ type: 'answer', text: 'We open at nine, '.repeat(200).trim(), usage: { input: 5, output: 800 } })
    const stream = await ask([user('Hi')], { stream: true, stream_options: { include_usage: true } })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream as unknown as AsyncIterable<OpenAI.ChatCompletionChunk>) chunks.push(chunk)
    const said = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
    expect(said).toBe('We open at nine, '.repeat(200).trim())
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 800, chowk: { execution_id: expect.any(String) } })
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  })

  it('takes a thousand messages, and its newest reach the model', async () => {
    const turns = Array.from({ length: 999 }, (_, index) => user(`Message ${index}`))
    expect(textOf(await ask([...turns, user('The last one')]))).toBe('At nine.')
    expect(peer.asked[0]?.body.messages?.at(-1)?.content).toContain('The last one')
    expect(peer.asked[0]?.body.messages?.at(-2)?.content).toContain('Message 998')
  })

  it('reads a file in a message', async () => {
    const file_data = `data:text/plain;base64,${Buffer.from('The fee is ₹700.').toString('base64')}`
    const file = { type: 'file', file: { filename: 'fees.txt', file_data } } as const
    await ask([{ role: 'user', content: [{ type: 'text', text: 'What is the fee?' }, file] }])
    expect(peer.asked[0]?.body.messages?.at(-1)?.content).toContain('fees.txt')
  })

  it('ends its run when the client leaves', async () => {
    peer.behave({ type: 'hang' })
    const leaving = new AbortController()
    const work = client.chat.completions.create(
      { model: agentModel(agent), messages: [user('Wait')] },
      { signal: leaving.signal },
    )
    work.catch(() => {})
    await until(async () => peer.asked.length > 0)
    leaving.abort()
    await until(async () => {
      const { items } = (await test.call('GET', '/api/v1/executions?limit=1', { as: me })).body.data
      return items[0].status === 'cancelled'
    })
  })

  it('runs once for each Idempotency-Key, and its repeat gets the same answer', async () => {
    const before = await runsOf(me)
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { model: agentModel(agent), messages: [user('Once')] }
    const first = await client.chat.completions.create(body, { headers })
    expect(await client.chat.completions.create(body, { headers })).toEqual(first)
    expect(await runsOf(me)).toBe(before + 1)
    const other = client.chat.completions.create({ ...body, messages: [user('Twice')] }, { headers })
    expect((await refusalOf(other)).code).toBe('idempotency_mismatch')
  })

  it.each([
    ['tools', { tools: [{ type: 'function', function: { name: 'look', parameters: {} } }] }, 'tools'],
    ['several answers', { n: 2 }, 'n'],
    ['a JSON schema', { response_format: { type: 'json_object' } }, 'response_format'],
    ['a tool’s answer', { messages: [{ role: 'tool', content: 'x', tool_call_id: 'y' }] }, 'messages.0.role'],
    [
      'sound',
      {
        messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'x', format: 'wav' } }] }],
      },
      'messages.0.content.0.type',
    ],
  ])('refuses %s by name', async (_what, more, param) => {
    const refused = await refusalOf(ask([user('Hi')], more))
    expect(shown(refused)).toEqual({
      status: 400,
      type: 'invalid_request_error',
      code: 'unsupported_parameter',
      param,
    })
    expect(peer.asked).toEqual([])
  })

  it.each([
    ['no message', [], 'messages'],
    ['the agent’s words at the end', [{ role: 'assistant', content: 'Hi' }], 'messages.0.role'],
    ['an empty message', [user('  ')], 'messages.0.content'],
    ['too long a message', [user('x'.repeat(MESSAGE.characters + 1))], 'messages.0.content'],
    [
      'an image elsewhere',
      [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }] }],
      'messages.0.content.0.image_url',
    ],
  ])('refuses %s with its field', async (_what, messages, param) => {
    const refused = await refusalOf(ask(messages as OpenAI.ChatCompletionMessageParam[]))
    expect(shown(refused)).toMatchObject({ status: 400, code: 'invalid_input', param })
  })

  it('refuses a megabyte', async () => {
    const refused = await refusalOf(ask([user('x'.repeat(1_100_000))]))
    expect(shown(refused)).toMatchObject({ status: 413, code: 'payload_too_large' })
  })
})

describe('a chat with a service', () => {
  const ask = (id: string, content: OpenAI.ChatCompletionUserMessageParam['content'], by = client) =>
    by.chat.completions.create({ model: serviceModel(id), messages: [{ role: 'user', content }] })

  it('puts the message into the field that takes text, or takes a JSON object as its input', async () => {
    expect(JSON.parse(textOf(await ask(service, 'A note')) ?? '')).toMatchObject({ said: 'A note' })
    expect(textOf(await ask(service, '{"text":"Another","tone":"long"}'))).toContain('Another')
    const refused = await refusalOf(ask(service, '{"text":"x","tone":"loud"}'))
    expect(shown(refused)).toMatchObject({ status: 400, code: 'invalid_input', param: 'messages.0.content' })
    expect(refused.message).toContain('tone')
  })

  it('takes an uploaded file by its id, and no one else’s', async () => {
    const head =
      '--limit\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello\r\n--limit--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=limit' }
    const upload = async (as: Person) =>
      (await test.call('POST', '/api/v1/files', { as, payload: Buffer.from(head), headers })).body.data.id as string
    const part = (file_id: string) => [
      { type: 'text', text: 'Read it' } as const,
      { type: 'file', file: { file_id } } as const,
    ]
    expect(textOf(await ask(service, part(await upload(me))))).toContain('a.txt')
    const refused = await refusalOf(ask(service, part(await upload(await test.person()))))
    expect(shown(refused)).toMatchObject({ status: 400, code: 'invalid_input' })
  })

  it('says what a run failed of, also in a stream', async () => {
    const buyer = await test.person()
    const id = await serviceOf(buyer, 'failing')
    const mine = clientWith(await keyOf(buyer))
    const refused = await refusalOf(ask(id, 'x', mine))
    expect(shown(refused)).toMatchObject({ status: 422, code: 'run_failed' })
    expect(refused.message).toContain('The note is empty.')
    expect(refused.headers?.get('x-should-retry')).toBe('false')
    const stream = await mine.chat.completions.create({
      model: serviceModel(id),
      messages: [user('x')],
      stream: true,
    })
    const reading = async () => {
      for await (const _ of stream);
    }
    expect((await refusalOf(reading())).code).toBe('run_failed')
  })

  it('names a run that waits for a person, and leaves it to them', async () => {
    const buyer = await test.person()
    const refused = await refusalOf(ask(await serviceOf(buyer, 'asking'), 'x', clientWith(await keyOf(buyer))))
    expect(shown(refused)).toMatchObject({ status: 409, code: 'run_waiting' })
    expect(refused.message).toContain('May it?')
    const { items } = (await test.call('GET', '/api/v1/executions?limit=1', { as: buyer })).body.data
    expect(items[0].status).toBe('waiting')
  })

  it('is refused once the service is paused', async () => {
    const buyer = await test.person()
    const mine = clientWith(await keyOf(buyer))
    const id = await serviceOf(buyer, 'echo')
    expect((await ask(id, 'x', mine)).object).toBe('chat.completion')
    await test.call('PUT', `/api/v1/services/${id}`, { as: buyer, body: { status: 'paused' } })
    expect(shown(await refusalOf(ask(id, 'x', mine)))).toMatchObject({ status: 409, code: 'not_runnable' })
  })

  it('is paid as a run, and refused when the credits are used up', async () => {
    const buyer = await test.person()
    const { agent_id } = await insertAgent(test.database, answering, { paise: 500 })
    await giveCredits(test.database, buyer.id as never, 700)
    const mine = clientWith(await keyOf(buyer))
    const id = await serviceOf(buyer, agent_id)
    const { usage } = await ask(id, 'x', mine)
    expect(usage).toMatchObject({ chowk: { cost_paise: 500 } })
    expect(shown(await refusalOf(ask(id, 'x', mine)))).toEqual({
      status: 402,
      type: 'insufficient_quota',
      code: 'insufficient_credits',
      param: null,
    })
  })
})

describe('who may not', () => {
  const ask = (by: OpenAI, model: string) => by.chat.completions.create({ model, messages: [user('Hi')] })

  it('is told so in the words of OpenAI', async () => {
    const wrong = clientWith(`chowk_${'a'.repeat(10)}_${'b'.repeat(43)}`)
    expect(shown(await refusalOf(wrong.models.list()))).toMatchObject({
      status: 401,
      type: 'authentication_error',
      code: 'unauthenticated',
    })
    const reader = clientWith(await keyOf(me, ['read']))
    expect(shown(await refusalOf(ask(reader, serviceModel(service))))).toMatchObject({
      status: 403,
      type: 'permission_error',
      code: 'forbidden',
    })
    const stranger = clientWith(await keyOf(await test.person('seller')))
    for (const model of [agentModel(agent), serviceModel(service), serviceModel(randomUUID()), 'gpt-4o'])
      expect(shown(await refusalOf(ask(stranger, model)))).toMatchObject({
        status: 404,
        code: 'not_found',
        param: 'model',
      })
    expect(peer.asked).toEqual([])
  })

  it('finds no other addresses', async () => {
    const refused = await refusalOf(client.moderations.create({ input: 'x' }))
    expect(shown(refused)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('responses', () => {
  const model = () => agentModel(agent)

  it('are continued by their ids, while their runs are kept', async () => {
    const first = await client.responses.create({
      model: model(),
      input: 'When do you open?',
      instructions: 'Be brief.',
    })
    expect([first.output_text, first.status, first.usage?.total_tokens]).toEqual(['At nine.', 'completed', 23])
    peer.behave({ type: 'answer', text: 'At six.' })
    const next = await client.responses.create({
      model: model(),
      input: [{ role: 'user', content: 'And close?' }],
      previous_response_id: first.id,
    })
    expect(next).toMatchObject({ output_text: 'At six.', previous_response_id: first.id })
    const asked = peer.asked[1]?.body.messages?.slice(1).map(({ role, content }) => `${role}: ${content}`)
    expect(asked).toEqual(['user: When do you open?', 'assistant: At nine.', 'user: And close?'])
    expect((await client.responses.retrieve(next.id)).output_text).toBe('At six.')
    const stranger = clientWith(await keyOf(await test.person('seller')))
    expect((await refusalOf(stranger.responses.retrieve(next.id))).status).toBe(404)
    await test.call('DELETE', `/api/v1/executions/${first.id.slice(5)}`, { as: me })
    const gone = client.responses.create({ model: model(), input: 'x', previous_response_id: first.id })
    expect(shown(await refusalOf(gone))).toMatchObject({ status: 404, param: 'previous_response_id' })
  })

  it('are streamed as events that the client puts together', async () => {
    const stream = client.responses.stream({ model: model(), input: 'Hi' })
    const types: string[] = []
    for await (const event of stream) types.push(event.type)
    const final = await stream.finalResponse()
    expect(final.output_text).toBe('At nine.')
    expect(types.filter((type) => type !== 'response.output_text.delta')).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(types).toContain('response.output_text.delta')
  })

  it('refuse tools of the caller', async () => {
    const refused = client.responses.create({ model: model(), input: 'x', tools: [{ type: 'web_search' }] })
    expect(shown(await refusalOf(refused))).toMatchObject({ code: 'unsupported_parameter', param: 'tools' })
  })
})

describe('embeddings', () => {
  it('are 512 numbers of unit length for each text, plain or packed', async () => {
    const { data, usage } = await client.embeddings.create({ model: EMBEDDING_MODEL, input: ['a car', 'a vehicle'] })
    expect(usage).toEqual({ prompt_tokens: 4, total_tokens: 4 })
    expect(data.map(({ embedding }) => embedding.length)).toEqual([512, 512])
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1)
    const plain = await client.embeddings.create({ model: EMBEDDING_MODEL, input: 'a car', encoding_format: 'float' })
    expect(plain.data[0]?.embedding[0]).toBeCloseTo(data[0]?.embedding[0] ?? Number.NaN)
    const other = client.embeddings.create({ model: 'text-embedding-3-small', input: 'a car' })
    expect(shown(await refusalOf(other))).toMatchObject({ status: 404, param: 'model' })
    const many = client.embeddings.create({ model: EMBEDDING_MODEL, input: Array.from({ length: 101 }, () => 'x') })
    expect((await refusalOf(many)).param).toBe('input')
  })
})
