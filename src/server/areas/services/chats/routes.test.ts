import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PublicChat, ServiceChat } from '#contract/services/chats.ts'
import { output } from '#nodes/node.ts'
import { createTurnJob } from '#server/areas/runs/conversations/start-turn.ts'
import { turnsOfChannels } from '#server/compose/chat-turns.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { deleteOldChats } from './old-chats.ts'

const PRICE = 500
const chat = (config = {}) => node('start', 'chat_trigger', config)
const echo = workflow(
  [
    chat({ greeting: 'Namaste!', starters: ['When are you open?'] }),
    set('done', { text: '{{ $trigger.message }} ({{ $count($trigger.history) }})' }),
  ],
  wires('start > done'),
)
const planned = (shown: boolean) =>
  workflow(
    [
      chat(),
      { ...node('bot', 'ai_agent', { task: 'Help', plan: true, plan_shown: shown }), disabled: true },
      set('done', { text: 'Done.' }),
    ],
    wires('start > bot > done'),
  )
const slow = workflow([chat(), node('done', 'effect', { does: 'wait' })], wires('start > done'))
const failing = workflow([chat(), node('done', 'effect', { does: 'fail' })], wires('start > done'))
/** Answers with a report that it makes, and names a file of whoever is asked about. */
const reporting = workflow(
  [
    chat(),
    node('report', 'make_file', { content: 'Ten beds are free.', name: 'report.txt' }),
    set('done', {
      text: 'Here it is.',
      file: '{{ $nodes.report }}',
      files: [{ file_id: '{{ $trigger.message }}', name: 'other.txt', mime: 'text/plain', bytes: 3 }],
    }),
  ],
  wires('start > report > done'),
)
const noChat = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let seller: Person
let goOn: () => void = () => {}
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      fail: () => {
        throw new Error('the database of the owner is at 10.0.0.7')
      },
      wait: ({ signal }) =>
        new Promise((resolve, reject) => {
          goOn = () => resolve(output({ text: 'At last.' }))
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    },
  })
  seller = await test.person('seller')
  const { pool } = test.database
  await addAgent(pool, seller.id, echo, { slug: 'echo', name: 'Echo', input_schema: { type: 'object' } })
  for (const shown of [true, false])
    await addAgent(pool, seller.id, planned(shown), { slug: `plan-${shown}`, input_schema: { type: 'object' } })
  await addAgent(pool, seller.id, reporting, { slug: 'reporting', input_schema: { type: 'object' } })
  await addAgent(pool, seller.id, slow, { slug: 'slow', input_schema: { type: 'object' } })
  await addAgent(pool, seller.id, failing, { slug: 'failing', input_schema: { type: 'object' } })
  await addAgent(pool, seller.id, noChat, { slug: 'no-chat', input_schema: { type: 'object' } })
  await addAgent(pool, seller.id, echo, {
    slug: 'paid-echo',
    price: ['per_run', PRICE],
    input_schema: { type: 'object' },
  })
  await pool.query(`update agents set trial_runs = 0 where slug = 'paid-echo'`)
})
afterAll(() => test.close())

let address = 0
const nextIp = () => `203.0.${Math.floor(address / 250)}.${(address++ % 250) + 1}`

async function deploy(agent_id = 'echo', settings: object = { enabled: true, daily_runs: 1000 }) {
  const owner = await test.person('seller')
  const { id } = (await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id } })).body.data
  const at = `/api/v1/services/${id}/chat`
  const save = (body: object) => test.call('PUT', at, { as: owner, body })
  const saved = await save(settings)
  const get = async () => ServiceChat.parse((await test.call('GET', at, { as: owner })).body.data)
  return { owner, id: id as string, at, save, saved, get, token: saved.body.data?.token as string }
}

interface Who {
  visitor?: string
  as?: Person
  ip?: string
}
const ask = (method: string, token: string, path: string, { visitor, as, ip = nextIp() }: Who, body?: object) =>
  test.call(method, `/api/chats/${token}${path}`, {
    as: as ?? null,
    ip,
    body,
    headers: visitor === undefined ? {} : { 'x-run-token': visitor },
  })
const enter = async (token: string, body: object = {}): Promise<string> => {
  const { status, body: answer } = await ask('POST', token, '/visitors', {}, body)
  expect(status).toBe(201)
  return answer.data.visitor_token
}
const send = (token: string, id: string, who: Who, body: object) =>
  ask('POST', token, `/conversations/${id}/messages`, who, { key: randomUUID(), ...body })
const read = async (token: string, id: string, who: Who) =>
  (await ask('GET', token, `/conversations/${id}/messages`, who)).body.data.items.toReversed()
const said = async (token: string, id: string, who: Who) =>
  (await read(token, id, who)).map(({ role, text }: { role: string; text: string }) => `${role}: ${text}`)
const answered = (token: string, id: string, who: Who, count: number) =>
  until(async () => {
    const items = await said(token, id, who)
    return items.length === count && items.at(-1)?.startsWith('agent') ? items : undefined
  })

describe('a chat page', () => {
  it.each([true, false])('shows the plan of its agent where the author says so: %s', async (shown) => {
    const { token, owner } = await deploy(`plan-${shown}`)
    const visitor = await enter(token)
    const id = randomUUID()
    expect((await send(token, id, { visitor }, { text: 'Please help' })).status).toBe(201)
    await answered(token, id, { visitor }, 2)
    const items = [{ task: 'Look it up', status: 'done' }]
    await test.database.pool.query(
      `insert into trace_entries (execution_id, node_id, attempt, kind, name, at, ms, summary, size, content)
       select e.id, 'bot', 1, 'tool', 'write_plan', now(), 1, '', 2, $2::json from executions e where e.owner_id = $1`,
      [owner.id, JSON.stringify({ arguments: { items } })],
    )
    const [asked, said] = await read(token, id, { visitor })
    expect([asked.plan, said.plan]).toEqual([shown ? items : null, null])
  })

  it('is off until its owner turns it on, and only for agents that chat', async () => {
    const { get, save } = await deploy('echo', {})
    expect(await get()).toMatchObject({ available: true, enabled: false, access: 'public', title: 'Echo' })
    const { token } = await get()
    expect((await ask('GET', token ?? '', '', {})).status).toBe(404)
    await save({ enabled: true })
    const shown = PublicChat.strict().parse((await ask('GET', token ?? '', '', {})).body.data)
    expect(shown).toMatchObject({ greeting: 'Namaste!', starters: ['When are you open?'], entered: true, closed: null })
    const other = await deploy('no-chat')
    expect([other.saved.status, other.saved.body.errors[0].code]).toEqual([409, 'not_runnable'])
    expect(await other.get()).toMatchObject({ available: false, enabled: false })
  })

  it('keeps a conversation that continues in another tab, and tells nothing of the runs', async () => {
    const { token, owner, id: service_id, get } = await deploy()
    const visitor = await enter(token)
    const id = randomUUID()
    const sent = await send(token, id, { visitor }, { text: 'Hello' })
    expect([sent.status, sent.body.data.execution_id]).toEqual([201, null])
    await answered(token, id, { visitor }, 2)
    await send(token, id, { visitor }, { text: 'Again' })
    expect(await answered(token, id, { visitor }, 4)).toEqual([
      'person: Hello',
      'agent: Hello (0)',
      'person: Again',
      'agent: Again (2)',
    ])
    const list = await ask('GET', token, '/conversations', { visitor })
    expect(list.body.data.items).toMatchObject([{ id, title: 'Hello' }])
    const runs = await test.call('GET', '/api/v1/executions', { as: owner, query: { service_id } })
    expect(runs.body.data.items.map(({ trigger }: { trigger: string }) => trigger)).toEqual(['chat', 'chat'])
    expect((await get()).today).toEqual({ runs: 2, paise: 0 })
    expect(JSON.stringify(await read(token, id, { visitor }))).not.toContain(runs.body.data.items[0].id)
    // What the owner builds with is another door.
    expect((await test.call('GET', `/api/v1/conversations/${id}/messages`, { as: owner })).status).toBe(404)
  })

  it('gives out the files that the run of an answer made, in its conversation and no others', async () => {
    const { token, owner } = await deploy('reporting')
    const [visitor, stranger] = [await enter(token), await enter(token)]
    const form = ['--x', 'content-disposition: form-data; name="file"; filename="own.txt"', 'content-type: text/plain']
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const payload = Buffer.from(`${form.join('\r\n')}\r\n\r\nOf the owner\r\n--x--\r\n`)
    const other = (await test.call('POST', '/api/v1/files', { as: owner, payload, headers })).body.data.id
    const [id, another] = [randomUUID(), randomUUID()]
    await send(token, id, { visitor }, { text: other })
    await answered(token, id, { visitor }, 2)
    const [, answer] = await read(token, id, { visitor })
    expect(answer).toMatchObject({ text: 'Here it is.', files: [{ name: 'report.txt', mime: 'text/plain' }] })
    expect(answer.files).toHaveLength(1)
    const get = (conversation: string, file: string, who: Who) =>
      ask('GET', token, `/conversations/${conversation}/files/${file}`, who)
    const [{ file_id }] = answer.files
    const file = await get(id, file_id, { visitor })
    expect([file.status, String(file.body)]).toEqual([200, 'Ten beds are free.'])
    await send(token, another, { visitor: stranger }, { text: 'And mine?' })
    await answered(token, another, { visitor: stranger }, 2)
    expect((await get(id, other, { visitor })).status).toBe(404)
    expect((await get(id, file_id, { visitor: stranger })).status).toBe(404)
    expect((await get(another, file_id, { visitor: stranger })).status).toBe(404)
    expect((await get(id, file_id, {})).status).toBe(403)
    expect((await test.call('GET', `/api/v1/files/${file_id}`, { as: owner })).status).toBe(200)
  })

  it('counts a message once however often it arrives, takes one at a time, and stops the answer', async () => {
    const { token } = await deploy('slow')
    const visitor = await enter(token)
    const id = randomUUID()
    const body = { key: randomUUID(), text: 'Once' }
    const all = await Promise.all([1, 2, 3].map(() => send(token, id, { visitor }, body)))
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201])
    const busy = await send(token, id, { visitor }, { text: 'Quick' })
    expect([busy.status, busy.body.errors[0].code]).toEqual([409, 'illegal_transition'])
    const stop = () => ask('POST', token, `/conversations/${id}/stop`, { visitor })
    expect((await stop()).body.data).toEqual({ stopped: true })
    await until(async () => (await read(token, id, { visitor }))[0].status === 'cancelled')
    expect((await stop()).body.data).toEqual({ stopped: false })
    const retry = await send(token, id, { visitor }, { text: 'Twice', replaces: all[0]?.body.data.id })
    expect(retry.status).toBe(201)
    await until(async () => (await read(token, id, { visitor }))[0].status === 'running')
    goOn()
    expect(await answered(token, id, { visitor }, 2)).toEqual(['person: Twice', 'agent: At last.'])
  })

  it('says nothing of its owner, whatever goes wrong', async () => {
    const { token, id: service, owner } = await deploy('failing')
    const visitor = await enter(token)
    const id = randomUUID()
    await send(token, id, { visitor }, { text: 'Hello' })
    await until(async () => (await read(token, id, { visitor }))[0].status === 'failed')
    expect(JSON.stringify(await read(token, id, { visitor }))).not.toContain('10.0.0.7')
    await test.call('PUT', `/api/v1/services/${service}`, { as: owner, body: { status: 'paused' } })
    expect((await ask('GET', token, '', { visitor })).body.data.closed).toMatch(/isn’t available/)
    const refused = await send(token, randomUUID(), { visitor }, { text: 'Hi' })
    expect([refused.status, refused.body.errors[0].message]).toEqual([409, expect.stringMatching(/isn’t available/)])
    expect(JSON.stringify(refused.body)).not.toContain('service')
  })

  it('gives its owner the ratings with their reasons', async () => {
    const { token, at, owner } = await deploy()
    const visitor = await enter(token)
    const id = randomUUID()
    await send(token, id, { visitor }, { text: 'Fees?' })
    await answered(token, id, { visitor }, 2)
    const [question, answer] = await read(token, id, { visitor })
    const rate = (message: string, body: object, who: Who = { visitor }) =>
      ask('PUT', token, `/conversations/${id}/messages/${message}/rating`, who, body)
    expect((await rate(answer.id, { rating: 'down', reason: ' Too short ' })).status).toBe(200)
    expect((await rate(question.id, { rating: 'up' })).status).toBe(404)
    expect((await rate(answer.id, { rating: 'up' }, { visitor: await enter(token) })).status).toBe(404)
    const ratings = await test.call('GET', `${at}/ratings`, { as: owner })
    expect(ratings.body.data).toMatchObject({
      total: 1,
      items: [{ rating: 'down', reason: 'Too short', question: 'Fees?' }],
    })
    await rate(answer.id, { rating: null })
    expect((await test.call('GET', `${at}/ratings`, { as: owner })).body.data.total).toBe(0)
  })
})

describe('a widget', () => {
  it('of an agent that chats holds a conversation, with a greeting of its own', async () => {
    const { owner, id: service } = await deploy('echo', {})
    const settings = { enabled: true, domains: ['shop.example.com'], greeting: 'Ask our shop' }
    const saved = await test.call('PUT', `/api/v1/services/${service}/widget`, { as: owner, body: settings })
    const token = saved.body.data.token
    expect((await test.call('GET', `/api/widget/${token}`)).body.data.chat).toBe(true)
    expect((await ask('GET', token, '', {})).body.data).toMatchObject({ greeting: 'Ask our shop', entered: true })
    const visitor = await enter(token)
    const id = randomUUID()
    await send(token, id, { visitor }, { text: 'Hello' })
    expect(await answered(token, id, { visitor }, 2)).toEqual(['person: Hello', 'agent: Hello (0)'])
  })
})

describe('a long conversation', () => {
  it('passes on the newest messages of a thousand, and takes no more than it may have', async () => {
    const { token } = await deploy()
    const visitor = await enter(token)
    const id = randomUUID()
    await send(token, id, { visitor }, { text: 'First' })
    await answered(token, id, { visitor }, 2)
    const fill = (count: number) =>
      test.database.pool.query(
        `insert into conversation_messages (conversation_id, role, text, execution_id, started)
         select $1, 'agent', 'Message ' || n, gen_random_uuid(), true from generate_series(1, $2::int) n`,
        [id, count],
      )
    await fill(998)
    await send(token, id, { visitor }, { text: 'Still here?' })
    const last = await until(async () => (await read(token, id, { visitor })).at(-1).text === 'Still here? (10)')
    expect(last).toBe(true)
    await fill(1_000)
    const refused = await send(token, id, { visitor }, { text: 'One more' })
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'limit_reached'])
  })
})

describe('who may open a chat page', () => {
  it('with a password: who has entered the one that holds now', async () => {
    const { token, save, saved, get } = await deploy('echo', { enabled: true, access: 'password' })
    expect(saved.body.errors[0].field).toBe('password')
    await save({ enabled: true, access: 'password', password: 'first secret' })
    const page = (await get()).token ?? ''
    expect(JSON.stringify(await get())).not.toContain('secret')
    expect((await ask('GET', page, '', {})).body.data).toMatchObject({ entered: false, greeting: '', starters: [] })
    const wrong = await ask('POST', page, '/visitors', {}, { password: 'guess it' })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'password'])
    expect((await ask('POST', page, '/visitors', {}, {})).status).toBe(400)
    const visitor = await enter(page, { password: 'first secret' })
    const id = randomUUID()
    expect((await send(page, id, { visitor }, { text: 'Hi' })).status).toBe(201)
    await answered(page, id, { visitor }, 2)
    await save({ password: 'second secret' })
    for (const answer of [
      await send(page, id, { visitor }, { text: 'Hi' }),
      await ask('GET', page, `/conversations/${id}/messages`, { visitor }),
      await ask('GET', page, `/conversations/${id}/stream`, { visitor }),
    ])
      expect(answer.status).toBe(403)
    expect((await ask('GET', page, '', { visitor })).body.data.entered).toBe(false)
    const again = await ask('POST', page, '/visitors', { visitor }, { password: 'second secret' })
    expect(again.body.data).toEqual({ visitor_token: null })
    expect(await said(page, id, { visitor })).toHaveLength(2)
    expect(token).toBeUndefined()
  })

  it('stops who guesses passwords', async () => {
    const { save, get } = await deploy('echo', {})
    await save({ enabled: true, access: 'password', password: 'first secret' })
    const page = (await get()).token ?? ''
    const statuses: number[] = []
    for (let count = 0; count < 11; count++)
      statuses.push((await ask('POST', page, '/visitors', { ip: '198.51.100.9' }, { password: 'guess it' })).status)
    expect([statuses[9], statuses[10]]).toEqual([400, 429])
  })

  it('for members: who is signed in, on any device, and nobody’s program', async () => {
    const { token } = await deploy('echo', { enabled: true, access: 'members' })
    expect((await ask('GET', token, '', {})).body.data.entered).toBe(false)
    expect((await ask('POST', token, '/visitors', {}, {})).status).toBe(403)
    const [member, other] = [await test.person(), await test.person()]
    const id = randomUUID()
    expect((await send(token, id, { as: member }, { text: 'Hi' })).status).toBe(201)
    expect(await answered(token, id, { as: member }, 2)).toHaveLength(2)
    expect((await ask('GET', token, `/conversations/${id}/messages`, { as: other })).status).toBe(404)
    expect((await ask('GET', token, '/conversations', { as: other })).body.data.items).toEqual([])
  })
})

describe('a stranger', () => {
  it('gets nowhere with another’s conversation, a forged token, or a token of another page', async () => {
    const [{ token }, elsewhere] = [await deploy(), await deploy()]
    const [visitor, stranger, foreign] = [await enter(token), await enter(token), await enter(elsewhere.token)]
    const id = randomUUID()
    await send(token, id, { visitor }, { text: 'Mine' })
    await answered(token, id, { visitor }, 2)
    const [message] = await read(token, id, { visitor })
    const knock = async (who: Who, status: number) => {
      for (const answer of [
        await send(token, id, who, { text: 'Let me in' }),
        await send(token, id, who, { text: 'Edited', replaces: message.id }),
        await ask('GET', token, `/conversations/${id}/messages`, who),
        await ask('GET', token, `/conversations/${id}/stream`, who),
        await ask('POST', token, `/conversations/${id}/stop`, who),
      ])
        expect(answer.status).toBe(status)
    }
    await knock({ visitor: stranger }, 404)
    await knock({ visitor: foreign }, 403)
    await knock({ visitor: 'x'.repeat(43) }, 403)
    await knock({}, 403)
    expect((await ask('GET', elsewhere.token, `/conversations/${id}/messages`, { visitor: foreign })).status).toBe(404)
    expect(await said(token, id, { visitor })).toHaveLength(2)
    const origin = { origin: 'https://evil.example', 'x-run-token': visitor }
    expect((await test.call('GET', `/api/chats/${token}`, { headers: origin })).status).toBe(403)
  })

  it('cannot send a megabyte, or files of others', async () => {
    const { token, owner } = await deploy()
    const visitor = await enter(token)
    const id = randomUUID()
    expect((await send(token, id, { visitor }, { text: 'x'.repeat(1_100_000) })).status).toBe(413)
    expect((await send(token, id, { visitor }, { text: 'x'.repeat(20_001) })).body.errors[0].field).toBe('text')
    const form = Buffer.from(
      '--l\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nsecret\r\n--l--\r\n',
    )
    const headers = { 'content-type': 'multipart/form-data; boundary=l' }
    const file = await test.call('POST', '/api/v1/files', { as: owner, payload: form, headers })
    const files = [{ file_id: file.body.data.id }]
    const refused = await send(token, id, { visitor }, { text: 'Read it', files })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'files.0.file_id'])
    const own = await test.call('POST', '/api/v1/files', { payload: form, headers, ip: '203.0.113.250' })
    const mine = await send(
      token,
      id,
      { visitor, ip: '203.0.113.250' },
      { text: 'Mine', files: [{ file_id: own.body.data.id }] },
    )
    expect([mine.status, mine.body.data.files[0].name]).toEqual([201, 'a.txt'])
  })
})

describe('what is taken away during a chat', () => {
  it('a page that is turned off answers nothing more, also at its next address', async () => {
    const { token, save, at, owner } = await deploy('slow')
    const visitor = await enter(token)
    const id = randomUUID()
    await send(token, id, { visitor }, { text: 'Hello' })
    await save({ enabled: false })
    expect((await ask('GET', token, `/conversations/${id}/messages`, { visitor })).status).toBe(404)
    expect((await send(token, id, { visitor }, { text: 'Hi' })).status).toBe(404)
    goOn()
    await save({ enabled: true })
    const moved = (await test.call('POST', `${at}/token`, { as: owner })).body.data.token
    expect((await ask('GET', token, '', {})).status).toBe(404)
    // The visitor’s token is of the service, wherever its page is.
    expect(await answered(moved, id, { visitor }, 2)).toEqual(['person: Hello', 'agent: At last.'])
  })

  it('a message that nobody could start is started by a job, once, with what it costs', async () => {
    const {
      token,
      owner,
      id: service,
      get,
    } = await deploy('paid-echo', {
      enabled: true,
      daily_runs: 1000,
      daily_paise: 100 * PRICE,
    })
    await giveCredits(test.database, owner.id, 10 * PRICE)
    const visitor = await enter(token)
    const id = randomUUID()
    const first = await send(token, id, { visitor }, { text: 'First' })
    expect(first.status).toBe(201)
    await answered(token, id, { visitor }, 2)
    await test.database.pool.query(
      `insert into conversation_messages (conversation_id, key, role, text, execution_id, created_at)
       values ($1, $2, 'person', 'Are you there?', $3, now() - interval '1 minute')`,
      [id, randomUUID(), randomUUID()],
    )
    const { db } = test.database
    const { models, billingGate, engine } = test
    const turns = turnsOfChannels({ db, models, billingGate, engine: engine.engine })
    const job = createTurnJob(db, turns, { warn: () => undefined } as never)
    await Promise.all([job(), job()])
    expect((await answered(token, id, { visitor }, 4)).at(-1)).toBe('agent: Are you there? (2)')
    expect((await get()).today).toEqual({ runs: 2, paise: 2 * PRICE })
    const { rows } = await test.database.pool.query('select status from charges where service_id = $1', [service])
    expect(rows.map(({ status }) => status)).toEqual(['settled', 'settled'])
  })

  it('chats that nobody writes in are deleted, with visitors who have none', async () => {
    const { token } = await deploy()
    const visitor = await enter(token)
    const id = randomUUID()
    await send(token, id, { visitor }, { text: 'Hello' })
    await answered(token, id, { visitor }, 2)
    await test.database.pool.query(`update conversations set updated_at = now() - interval '31 days' where id = $1`, [
      id,
    ])
    await test.database.pool.query(`update chat_visitors set created_at = now() - interval '31 days'`)
    await deleteOldChats(test.database.db)
    expect((await ask('GET', token, `/conversations/${id}/messages`, { visitor })).status).toBe(403)
  })
})

describe('the budget of a day', () => {
  it('holds for widget and page together, however many visitors come at once', async () => {
    const { token, owner, get } = await deploy('paid-echo', {
      enabled: true,
      daily_runs: 1000,
      daily_paise: 5 * PRICE,
    })
    await giveCredits(test.database, owner.id, 100 * PRICE)
    const visitors = await Promise.all(Array.from({ length: 20 }, () => enter(token)))
    const sent = await Promise.all(visitors.map((visitor) => send(token, randomUUID(), { visitor }, { text: 'Hi' })))
    const statuses = sent.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    const refused = sent.filter(({ status }) => status !== 201)
    expect(new Set(refused.map(({ body }) => body.errors[0].message))).toEqual(
      new Set(['Today’s limit is reached. Come back tomorrow.']),
    )
    expect((await get()).today).toEqual({ runs: 5, paise: 5 * PRICE })
  })
})
