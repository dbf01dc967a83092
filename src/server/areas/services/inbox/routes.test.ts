import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { InboxChat, ServiceInbox } from '#contract/services/inbox.ts'
import { newAgent } from '#graph/custom-agent/change-agent.ts'
import { withHandOver } from '#graph/custom-agent/hand-over.ts'
import { NO_PROMPT } from '#graph/custom-agent/prompt.ts'
import { output } from '#nodes/node.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import {
  deliveryOf,
  messageFrom,
  NUMBER,
  startWhatsappPeer,
  type WhatsappPeer,
  whatsappAddresses,
} from '#peers/whatsapp/server.ts'
import { conversationDeps } from '#server/areas/runs/conversations/read-answers.ts'
import { createTurnJob } from '#server/areas/runs/conversations/start-turn.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { advanceChannels } from '#server/areas/services/channels/answer-messages.ts'
import { createChannelKinds } from '#server/areas/services/channels/kinds.ts'
import { sendOutgoing } from '#server/areas/services/channels/send-messages.ts'
import { turnsOfChannels } from '#server/compose/chat-turns.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { eventsIn } from '#test/support/event-stream.ts'
import { takeBackChats } from './take-back.ts'

const SECRET = 'secret of the app at Meta'
const chat = node('start', 'chat_trigger')
const echo = workflow(
  [chat, set('done', { text: '{{ $trigger.message }} after {{ $trigger.history.text }}' })],
  wires('start > done'),
)
const slow = workflow([chat, node('done', 'effect', { does: 'wait' })], wires('start > done'))
const asking = workflow(
  [
    chat,
    node('ask', 'hand_over', { reason: 'They want {{ $trigger.message }}' }),
    set('done', { text: '{{ $nodes.ask.handed_over ? "A colleague takes over." : "Nobody is there." }}' }),
  ],
  wires('start > ask', 'ask > done'),
)

/** As the builder makes it. */
const custom = (() => {
  const document = newAgent({ prompt: NO_PROMPT, greeting: '', starters: [] })
  const agent = document.nodes.find(({ type }) => type === 'ai_agent')
  if (agent) agent.config = withHandOver(agent, true)
  return document
})()

let test: TestApp
let model: ModelPeer
let meta: WhatsappPeer
let work: () => Promise<void>
let goOn: () => void = () => {}
beforeAll(async () => {
  meta = await startWhatsappPeer()
  model = await startModelPeer()
  const house = {
    provider: 'ollama',
    base_url: model.url,
    model: 'house',
    api_key: '',
    input_price: 0,
    ...{ output_price: 0, country: null },
  }
  test = await createTestApp({
    appAddresses: whatsappAddresses(meta.url),
    models: { model: house, outboundAllow: [model.host] },
    secrets: { allow: [new URL(meta.url).host] },
    behaviours: {
      wait: ({ signal }) =>
        new Promise((resolve, reject) => {
          goOn = () => resolve(output({ text: 'At last.' }))
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    },
  })
  const seller = await test.person('seller')
  const { pool, db } = test.database
  for (const [slug, document] of Object.entries({ echo, slow, asking, custom }))
    await addAgent(pool, seller.id, document, { slug, name: slug, input_schema: { type: 'object' } })
  const { engine } = test.engine
  const { models, billingGate, ring } = test
  const deps = {
    ...conversationDeps({ db, engine }),
    ...{ db, models, billingGate, ring, log: { warn: () => {} }, files: createFilePort({ db, files: test.files }) },
    start: (request: Parameters<typeof engine.start>[0]) => engine.start(request),
    channels: createChannelKinds(test.secrets.http, whatsappAddresses(meta.url), []),
  }
  work = async () => {
    await advanceChannels(deps, AbortSignal.timeout(20_000))
    await sendOutgoing(deps, AbortSignal.timeout(20_000))
  }
})
afterAll(async () => {
  await test.close()
  await meta.close()
  await model.close()
})
beforeEach(() => {
  meta.sent.length = 0
})

/** A service with a chat page on which people may ask for a person, one of its visitors, and its inbox. */
async function scene(agent_id = 'echo', settings: object = { enabled: true, display_name: 'Asha' }) {
  const owner = await test.person('seller')
  const { id: service } = (await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id } })).body.data
  const page = { enabled: true, daily_runs: 1_000 }
  const saved = await test.call('PUT', `/api/v1/services/${service}/chat`, { as: owner, body: page })
  const set = (body: object) => test.call('PUT', `/api/v1/services/${service}/inbox`, { as: owner, body })
  await set(settings)
  const token = saved.body.data.token as string
  const as = (visitor: string | null) => (method: string, path: string, body?: object) =>
    test.call(method, `/api/chats/${token}${path}`, {
      as: null,
      body,
      headers: visitor === null ? {} : { 'x-run-token': visitor },
    })
  const newKey = async () => (await as(null)('POST', '/visitors', {})).body.data.visitor_token as string
  const key = await newKey()
  const visitor = as(key)
  const enter = async () => as(await newKey())
  const id = randomUUID()
  const write = (text: string, more: object = {}) =>
    visitor('POST', `/conversations/${id}/messages`, { key: randomUUID(), text, ...more })
  const ask = () => visitor('POST', `/conversations/${id}/person`)
  const read = async () => (await visitor('GET', `/conversations/${id}/messages`)).body.data
  const said = async (): Promise<string[]> =>
    (await read()).items
      .toReversed()
      .map(({ role, author, text }: { role: string; author: string; text: string }) => `${author ?? role}: ${text}`)
  const saidAtLast = (last: string) => until(async () => ((await said()).at(-1) === last ? said() : undefined))
  const desk = inboxOf(owner)
  const runs = async () =>
    (await test.call('GET', `/api/v1/services/${service}/chat`, { as: owner })).body.data.today.runs
  return { owner, service, token, key, set, visitor, enter, id, write, ask, read, said, saidAtLast, runs, ...desk }
}

function inboxOf(owner: Person) {
  const call = (method: string, path = '', body?: object) =>
    test.call(method, `/api/v1/inbox${path}`, { as: owner, body })
  const list = async (query: Record<string, string> = {}): Promise<InboxChat[]> =>
    (await test.call('GET', '/api/v1/inbox', { as: owner, query })).body.data.items
  const newest = async (id: string) => (await call('GET', `/${id}/messages`)).body.data.items[0].id as string
  const answer = async (id: string, text: string, more: object = {}) =>
    call('POST', `/${id}/messages`, { key: randomUUID(), text, after: await newest(id), ...more })
  return { call, list, newest, answer }
}

const noticesOf = async (owner: Person) =>
  (await test.call('GET', '/api/v1/notifications', { as: owner })).body.data.items.filter(
    ({ kind }: { kind: string }) => kind === 'chat_waiting',
  )

describe('a chat that a visitor hands over', () => {
  it('is answered by a person, costs nothing meanwhile, and goes back to an agent that knows what was said', async () => {
    const { owner, id, write, ask, said, saidAtLast, runs, list, call, answer, read } = await scene()
    await write('Hello')
    await saidAtLast('agent: Hello after ')
    expect((await ask()).body.data).toEqual({ with_person: true })
    expect((await ask()).status).toBe(200)
    expect((await write('Is my order late?')).body.data).toMatchObject({ to_staff: true, status: null })
    expect(await runs()).toBe(1)
    expect((await read()).with_person).toBe(true)
    const [waiting] = await list()
    expect(InboxChat.parse(waiting)).toMatchObject({ id, state: 'waiting', asked_by: 'visitor', unread: 2 })
    const [notice] = await noticesOf(owner)
    expect(notice).toMatchObject({ href: `/inbox?chat=${id}`, count: 2, read_at: null })
    expect(JSON.stringify(notice)).not.toContain('order')
    const sent = await answer(id, 'It **arrives** tomorrow.')
    expect([sent.status, sent.body.data.author]).toEqual([201, 'Asha'])
    expect((await noticesOf(owner))[0].read_at).not.toBeNull()
    expect(await list()).toEqual([])
    expect(await list({ show: 'person' })).toMatchObject([{ state: 'person', waiting_since: null, unread: 0 }])
    await write('Thank you')
    expect(await list()).toMatchObject([{ state: 'person', unread: 1 }])
    expect((await call('POST', `/${id}/return`)).body.data).toMatchObject({ state: 'agent', waiting_since: null })
    await write('And now?')
    const whole = await saidAtLast(
      'agent: And now? after ["Hello","Hello after ","Is my order late?","[Asha, a person, answered:] It **arrives** tomorrow.","Thank you"]',
    ).catch(() => said())
    expect(whole.slice(2, 7)).toEqual([
      'notice: A person will answer here. You can keep writing.',
      'person: Is my order late?',
      'Asha: It **arrives** tomorrow.',
      'person: Thank you',
      'notice: The assistant answers again.',
    ])
    expect(whole.at(-1)).toContain('[Asha, a person, answered:] It **arrives** tomorrow.')
    expect(await runs()).toBe(2)
  })

  it('is ended by its visitor alone, who is answered by the agent again', async () => {
    const { id, ask, said, visitor, enter, write, saidAtLast, list } = await scene()
    await ask()
    const stranger = await enter()
    expect((await stranger('DELETE', `/conversations/${id}/person`)).status).toBe(404)
    expect(await list()).toMatchObject([{ state: 'waiting' }])
    for (const _ of [1, 2])
      expect((await visitor('DELETE', `/conversations/${id}/person`)).body.data).toEqual({ with_person: false })
    expect((await said()).slice(1)).toEqual(['notice: The assistant answers again.'])
    expect(await list()).toEqual([])
    await write('Hello')
    await saidAtLast('agent: Hello after ')
  })

  it('begins before the first message, in the words of the owner, and wakes the page of the visitor', async () => {
    const { id, ask, said, visitor, set, answer, token, enter, service, owner } = await scene()
    await set({ opening: 'We answer on weekdays.' })
    expect((await visitor('GET', '')).body.data.asks_person).toBe(true)
    await ask()
    expect(await said()).toEqual(['notice: We answer on weekdays.'])
    expect((await (await enter())('GET', `/conversations/${id}/changes`)).status).toBe(404)
    expect((await test.call('GET', `/api/chats/${token}/conversations/${id}/changes`)).status).toBe(403)
    await answer(id, 'Good morning')
    await set({ enabled: false })
    expect((await visitor('GET', '')).body.data.asks_person).toBe(false)
    const refused = await visitor('POST', `/conversations/${randomUUID()}/person`)
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'not_runnable'])
    const settings = await test.call('GET', `/api/v1/services/${service}/inbox`, { as: owner })
    expect(ServiceInbox.parse(settings.body.data)).toMatchObject({ opening: 'We answer on weekdays.', enabled: false })
  })

  it('lets a message be changed neither while a person has it nor before their words', async () => {
    const { id, write, ask, call, answer, saidAtLast, said } = await scene()
    const first = (await write('Hello')).body.data.id
    await saidAtLast('agent: Hello after ')
    await ask()
    const edited = await write('Hullo', { replaces: first })
    expect([edited.status, edited.body.errors[0].code]).toEqual([409, 'illegal_transition'])
    await answer(id, 'Here I am')
    await call('POST', `/${id}/return`)
    expect((await write('Hullo', { replaces: first })).status).toBe(409)
    expect(await said()).toHaveLength(5)
  })
})

describe('an answer of the agent that is under way', () => {
  it('is dropped when a visitor asks for a person, and never follows their words', async () => {
    const { id, write, ask, read, answer, said, call } = await scene('slow')
    await write('Hello')
    await until(async () => (await read()).items[0].status === 'running')
    await ask()
    await until(async () => (await read()).items.some(({ status }: { status: string }) => status === 'cancelled'))
    await answer(id, 'I am here')
    goOn()
    await call('POST', `/${id}/return`)
    await write('Again')
    await until(async () => (await read()).items[0].status === 'running')
    goOn()
    await until(async () => (await said()).at(-1) === 'agent: At last.')
    expect((await said()).filter((line) => line.startsWith('agent'))).toHaveLength(1)
  })

  it('stays whole when it ended first, also where nobody has read it yet', async () => {
    const { id, write, call, answer, said, owner, service } = await scene()
    await write('Hello')
    const ended = () => test.call('GET', '/api/v1/executions', { as: owner, query: { service_id: service } })
    await until(async () => (await ended()).body.data.items[0]?.status === 'succeeded')
    await call('POST', `/${id}/take`)
    await answer(id, 'I am here')
    expect(await said()).toEqual([
      'person: Hello',
      'notice: Asha has joined the chat.',
      'agent: Hello after ',
      'Asha: I am here',
    ])
  })

  it('is not begun where a process died before it started the message', async () => {
    const { id, write, call, saidAtLast, list, runs } = await scene()
    await write('Hello')
    await saidAtLast('agent: Hello after ')
    await test.database.pool.query(
      `insert into conversation_messages (conversation_id, key, role, text, execution_id, created_at)
       values ($1, $2, 'person', 'Are you there?', $3, now() - interval '1 minute')`,
      [id, randomUUID(), randomUUID()],
    )
    await call('POST', `/${id}/take`)
    const { db } = test.database
    const { models, billingGate, engine } = test
    const turns = turnsOfChannels({ db, models, billingGate, engine: engine.engine })
    await createTurnJob(db, turns, { warn: () => undefined } as never)()
    expect(await runs()).toBe(1)
    expect(await list()).toMatchObject([{ id, unread: 2 }])
  })
})

describe('a hand-over by the agent', () => {
  it('says why to the owner alone, and only where people may be asked for', async () => {
    const { write, saidAtLast, list, set, id, call } = await scene('asking')
    await write('a refund')
    const whole = await saidAtLast('agent: A colleague takes over.')
    expect(whole.join()).not.toContain('They want')
    expect(await list()).toMatchObject([{ asked_by: 'agent', reason: 'They want a refund', state: 'waiting' }])
    await call('POST', `/${id}/return`)
    await set({ enabled: false })
    await write('a refund again')
    await saidAtLast('agent: Nobody is there.')
    expect(await list()).toEqual([])
  })
})

describe('a custom agent', () => {
  it('calls the tool of the builder without an approval, and its answer stays', async () => {
    const { write, saidAtLast, list } = await scene('custom')
    const calls = [{ name: 'hand_over', arguments: { reason: 'They are angry.' } }]
    model.behave({ type: 'tools', calls }, { type: 'answer', text: 'A colleague will answer you.' })
    await write('I want to talk to a person!')
    expect(await saidAtLast('agent: A colleague will answer you.')).toHaveLength(3)
    expect(await list()).toMatchObject([{ asked_by: 'agent', reason: 'They are angry.' }])
    expect(JSON.stringify(model.asked.at(-1)?.body.messages)).toContain('A person was asked to take over')
  })
})

describe('two windows of an owner', () => {
  it('take once, answer once for each key, and never over each other', async () => {
    const { id, ask, call, answer, newest, said } = await scene()
    await ask()
    const taken = await Promise.all([1, 2, 3].map(() => call('POST', `/${id}/take`)))
    expect(taken.map(({ body }) => body.data.state)).toEqual(['person', 'person', 'person'])
    const after = await newest(id)
    const key = randomUUID()
    const both = await Promise.all([answer(id, 'One', { key, after }), answer(id, 'One', { key, after })])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const crossed = await answer(id, 'Two', { after })
    expect([crossed.status, crossed.body.errors[0].message]).toEqual([409, expect.stringMatching(/Another answer/)])
    expect((await answer(id, 'Other words', { key })).body.errors[0].code).toBe('idempotency_mismatch')
    const given = await Promise.all([1, 2].map(() => call('POST', `/${id}/return`)))
    expect(given.map(({ status }) => status)).toEqual([200, 200])
    const late = await answer(id, 'Three')
    expect([late.status, late.body.errors[0].code]).toEqual([409, 'illegal_transition'])
    expect(await said()).toEqual([
      'notice: A person will answer here. You can keep writing.',
      'notice: Asha has joined the chat.',
      'Asha: One',
      'notice: The assistant answers again.',
    ])
  })
})

describe('a chat that nobody answers', () => {
  it('goes back to the agent after the hours of its service, once, and says so in the language of its visitor', async () => {
    const { id, write, ask, said, list, owner, set } = await scene()
    await set({ take_back_hours: 2 })
    await ask()
    await write('कोई है?')
    const age = (hours: number) =>
      test.database.pool.query(
        `update chat_handovers set waiting_since = now() - $2 * interval '1 hour' where conversation_id = $1`,
        [id, hours],
      )
    await age(1)
    await takeBackChats(test.database.db)
    expect(await list()).toHaveLength(1)
    await age(3)
    await set({ take_back_hours: null })
    await takeBackChats(test.database.db)
    expect(await list()).toHaveLength(1)
    await set({ take_back_hours: 2 })
    await Promise.all([takeBackChats(test.database.db), takeBackChats(test.database.db)])
    expect(await list()).toEqual([])
    expect((await said()).filter((line) => line.includes('सहायक'))).toHaveLength(1)
    expect((await noticesOf(owner))[0].read_at).not.toBeNull()
    expect((await write('Hello')).body.data.to_staff).toBe(false)
  })
})

describe('what is taken away meanwhile', () => {
  it('a chat that is turned off or erased takes no answer, and a paused service gets one', async () => {
    const { id, write, ask, answer, call, owner, service, set, list } = await scene()
    await ask()
    await write('Hello')
    const at = `/api/v1/services/${service}`
    await test.call('PUT', at, { as: owner, body: { status: 'paused' } })
    expect((await write('Still there?')).status).toBe(409)
    expect((await answer(id, 'I am')).status).toBe(201)
    await set({ take_back_hours: 1 })
    await test.call('PUT', `${at}/chat`, { as: owner, body: { enabled: false } })
    const refused = await answer(id, 'And now?')
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'not_runnable'])
    expect(await list({ show: 'all' })).toMatchObject([{ id, closed: expect.stringMatching(/turned off/) }])
    expect((await call('POST', `/${id}/return`)).status).toBe(200)
    await test.database.pool.query('delete from chat_visitors where service_id = $1', [service])
    expect((await call('GET', `/${id}`)).status).toBe(404)
    expect((await call('POST', `/${id}/take`)).status).toBe(404)
  })

  it('is another owner’s from the beginning, whatever they try', async () => {
    const { id, ask, write, answer } = await scene()
    await ask()
    await write('Hello')
    const stranger = inboxOf(await test.person('seller'))
    const key = randomUUID()
    const after = randomUUID()
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/messages', undefined],
      ['POST', '/take', undefined],
      ['POST', '/return', undefined],
      ['POST', '/read', { through: after }],
      ['POST', '/messages', { key, text: 'Hi', after }],
    ] as const)
      expect((await stranger.call(method, `/${id}${path}`, body)).status).toBe(404)
    expect(await stranger.list({ show: 'all', search: 'Hello' })).toEqual([])
    expect((await answer(id, 'x'.repeat(1_100_000))).status).toBe(413)
    expect((await answer(id, 'x'.repeat(20_001))).body.errors[0].field).toBe('text')
    expect((await answer(id, 'Hi', { after })).body.errors[0].field).toBe('after')
  })

  it('finds chats by what was said, letter by letter', async () => {
    const { ask, write, list } = await scene()
    await ask()
    await write(`100% <script>alert('1')</script> _`)
    expect(await list({ search: '0% <script>' })).toHaveLength(1)
    expect(await list({ search: '0_ <script>' })).toEqual([])
  })
})

describe('a person on WhatsApp', () => {
  it('gets answers of a person through the outbox, held outside of the window, and no late answer of the agent', async () => {
    const { owner, service, list, answer, call } = await scene('slow')
    const number = { phone_number_id: NUMBER.id, access_token: meta.token, app_secret: SECRET, daily_runs: 100 }
    const saved = await test.call('PUT', `/api/v1/services/${service}/channels/whatsapp`, {
      as: owner,
      body: { ...number, enabled: true, ask_consent: false },
    })
    const hook = new URL(saved.body.data.callback_url, 'http://x').pathname
    const from = '919123456789'
    const write = async (text: string) => {
      const value = { messages: [messageFrom(from, randomUUID(), { text: { body: text } })] }
      const { body, headers } = deliveryOf(SECRET, value)
      await test.app.inject({ method: 'POST', url: hook, headers, payload: body })
      await work()
    }
    const texts = () => meta.sent.map(({ text, template }) => text?.body ?? `template ${template?.name}`)
    await write('Hello')
    const [{ id } = { id: '' }] = await list({ show: 'all' })
    expect((await call('POST', `/${id}/take`)).body.data).toMatchObject({
      state: 'person',
      visitor: expect.any(String),
    })
    await until(async () => {
      await work()
      return texts().length > 0
    })
    expect((await answer(id, 'A person here')).body.data.delivery).toBe('waiting')
    await work()
    await work()
    expect(texts()).toEqual(['Asha has joined the chat.', 'A person here'])
    await write('Thanks')
    expect(await list()).toMatchObject([{ id, unread: expect.any(Number) }])
    await test.database.pool.query(
      `update chat_visitors set last_wrote_at = date_trunc('second', now()) - interval '25 hours' where address = $1`,
      [from],
    )
    await answer(id, 'You are welcome')
    await work()
    const [held] = (await call('GET', `/${id}/messages`)).body.data.items
    expect(held).toMatchObject({ text: 'You are welcome', delivery: 'held' })
    await write('STOP')
    const stopped = await answer(id, 'One more')
    expect([stopped.status, stopped.body.errors[0].message]).toEqual([409, expect.stringMatching(/no more messages/)])
  })
})

describe('the summary', () => {
  it('shows an inbox to those who have a service that people chat with', async () => {
    const none = inboxOf(await test.person('seller'))
    expect((await none.call('GET', '/summary')).body.data).toEqual({ available: false, waiting: 0, services: [] })
    const { ask, call, service } = await scene()
    await ask()
    expect((await call('GET', '/summary')).body.data).toMatchObject({
      available: true,
      waiting: 1,
      services: [{ id: service }],
    })
  })
})

describe('the changes of a chat', () => {
  it('are told to its visitor as they happen, and no more once they may not read', async () => {
    const { id, ask, answer, token, key, owner, service } = await scene()
    await ask()
    const url = await test.app.listen({ port: 0, host: '127.0.0.1' })
    const address = `${url}/api/chats/${token}/conversations/${id}/changes`
    const response = await fetch(address, { headers: { 'x-run-token': key, accept: 'text/event-stream' } })
    const events = eventsIn<{ type: string }>(response)
    const next = events.next()
    await answer(id, 'Good morning')
    expect((await next).value).toMatchObject({ type: 'changed' })
    await test.call('PUT', `/api/v1/services/${service}/chat`, { as: owner, body: { enabled: false } })
    await test.call('POST', `/api/v1/inbox/${id}/return`, { as: owner })
    // It ends: what was told before may still come.
    for await (const { type } of events) expect(type).toBe('changed')
  })
})
