import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { advanceAppTriggers } from './advance.ts'
import { startItems } from './start-items.ts'
import { syncAppTriggers } from './sync.ts'

interface Asked {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}
/** What the service was asked, and what it answers next. */
const asked: Asked[] = []
let reply: (asked: Asked) => Reply = () => ({ body: {} })
const service = createServer((request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
    asked.push(one)
    const { status = 200, headers: more = {}, body } = reply(one)
    response.writeHead(status, { 'content-type': 'application/json', ...more })
    response.end(JSON.stringify(body))
  })
})

let test: TestApp
let owner: Person
let account: { airtable: string; github: string; slack: string; razorpay: string }
const log = { warn: () => {} } as never

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  test = await createTestApp({
    secrets: { allow: [host] },
    appAddresses: Object.fromEntries(
      ['https://api.airtable.com', 'https://api.github.com', 'https://slack.com', 'https://api.razorpay.com'].map(
        (origin) => [origin, `http://${host}`],
      ),
    ),
  })
  owner = { ...(await test.person('seller')), session: 'laptop' }
  test.know(owner)
})
afterAll(async () => {
  await test.close()
  service.close()
})
beforeEach(async () => {
  account = {
    airtable: await connect('airtable', { token: 'pat' }),
    github: await connect('github', { token: 'ghp' }),
    slack: await connect('slack', { token: 'xoxb' }),
    razorpay: await connect('razorpay', { key_id: 'rzp', key_secret: 'secret' }),
  }
})
afterEach(async () => {
  await test.database.pool.query('delete from app_triggers')
  await test.database.pool.query('delete from workflow_triggers')
  await test.database.pool.query('delete from credentials')
  asked.length = 0
  reply = () => ({ body: {} })
})

async function connect(app: string, fields: object): Promise<string> {
  const about = await test.call('GET', `/api/v1/integrations/${app}`, { as: owner })
  const way = about.body.data.sign_in.find(({ type }: { type: string }) => type === 'fields')
  const names = way.fields.map(({ name }: { name: string }) => name)
  const given = Object.fromEntries(
    names.map((name: string, index: number) => [name, Object.values(fields)[index] ?? 'x']),
  )
  const made = await test.call('POST', `/api/v1/integrations/${app}/accounts`, {
    as: owner,
    body: { sign_in: way.id, name: `${app} of a clinic`, fields: given },
  })
  expect([app, made.status, made.body.error ?? null]).toEqual([app, 201, null])
  return made.body.data.account.id
}

const documentOf = (config: JsonObject) =>
  workflow([node('start', 'app_trigger', config), set('got', { item: '{{ $input }}' })], wires('start > got'))

const airtable = (more: JsonObject = {}) => ({
  ...{ integration: 'airtable', trigger: 'new_record', credential: account.airtable },
  ...{ input: { base_id: 'app1', table: 'Patients' }, every_minutes: 1, ...more },
})
const github = (more: JsonObject = {}) => ({
  ...{ integration: 'github', trigger: 'new_issue', credential: account.github },
  ...{ input: { owner: 'asha', repo: 'clinic' }, ...more },
})

/** Makes a workflow and publishes it. */
async function published(config: JsonObject): Promise<string> {
  const made = await test.call('POST', '/api/v1/workflows', {
    as: owner,
    body: { name: 'Watches', document: documentOf(config) },
  })
  expect([made.status, made.body.error ?? null]).toEqual([201, null])
  const { id } = made.body.data
  await publish(id)
  return id
}
async function publish(id: string): Promise<void> {
  const found = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
  const done = await test.call('POST', `/api/v1/workflows/${id}/publish`, {
    as: owner,
    body: { base_revision: found.body.data.revision },
  })
  expect([done.status, done.body.error ?? null]).toEqual([200, null])
}

const parts = () => ({ db: test.database.db, triggers: test.triggers, publicUrl: 'https://chowk.example', log })
const sync = () => syncAppTriggers(test.database.db, test.triggers)
const look = async () => {
  await test.database.pool.query(`update app_triggers set next_at = now() - interval '1 s' where state <> 'stopped'`)
  await advanceAppTriggers(parts(), new AbortController().signal)
}
const start = () => startItems(test.database.db, (request) => test.engine.engine.start(request), log)
const row = async () => (await test.database.pool.query(`select * from app_triggers where state <> 'ending'`)).rows[0]
const runsOf = async (id: string): Promise<unknown[]> => {
  await start()
  const { rows } = await test.database.pool.query(
    `select status, output -> 'item' as item from executions where workflow_id = $1 and trigger = 'app' order by created_at`,
    [id],
  )
  if (rows.some(({ status }) => status !== 'succeeded')) {
    await until(async () => {
      const { rowCount } = await test.database.pool.query(
        `select from executions where workflow_id = $1 and trigger = 'app' and status <> 'succeeded'`,
        [id],
      )
      return rowCount === 0
    })
    return runsOf(id)
  }
  return rows.map(({ item }) => item)
}
const records = (...ids: string[]): Reply => ({ body: { records: ids.map((id) => ({ id, fields: { Name: id } })) } })
const record = (id: string) => ({ id, fields: { Name: id } })

describe('a list that is polled', () => {
  it('starts a run for each new item, none for what was there before, and none twice', async () => {
    reply = () => records('old')
    const id = await published(airtable())
    await sync()
    await look()
    expect(await runsOf(id)).toEqual([])
    reply = () => records('old', 'a', 'b')
    await look()
    await look()
    expect(await runsOf(id)).toEqual([record('a'), record('b')])
    reply = () => records('b')
    await look()
    reply = () => records('b', 'a', 'c')
    await look()
    expect(await runsOf(id)).toEqual([record('a'), record('b'), record('c')])
  })

  it('starts one run for all new items together', async () => {
    reply = () => records()
    const id = await published(airtable({ runs: 'together' }))
    await sync()
    await look()
    reply = () => records('a', 'b')
    await look()
    expect(await runsOf(id)).toEqual([{ items: [record('a'), record('b')] }])
  })

  it('is asked by one process at a time, and what it finds is kept once', async () => {
    reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    reply = () => records('a')
    await test.database.pool.query('update app_triggers set next_at = now()')
    asked.length = 0
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 5 }, () => advanceAppTriggers(parts(), signal)))
    await Promise.all([start(), start(), start()])
    expect(asked).toHaveLength(1)
    expect(await runsOf(id)).toEqual([record('a')])
  })

  it('comes back when the service says, and is not called failed', async () => {
    const id = await published(airtable())
    await sync()
    reply = () => ({ status: 429, headers: { 'retry-after': '600' }, body: {} })
    await look()
    const { next_at, failures, state } = await row()
    expect([failures, state]).toEqual([0, 'starting'])
    expect(next_at.getTime() - Date.now()).toBeGreaterThan(500_000)
    expect(await runsOf(id)).toEqual([])
  })

  it('waits longer after each problem of the service, and goes on when it is well', async () => {
    reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    reply = () => ({ status: 500, body: {} })
    const pauses: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      await look()
      pauses.push((await row()).next_at.getTime() - Date.now())
    }
    expect(pauses[2]).toBeGreaterThan((pauses[0] ?? 0) * 2)
    expect((await row()).state).toBe('on')
    reply = () => records('a')
    await look()
    expect(await runsOf(id)).toEqual([record('a')])
  })

  it('stops when the account is refused again and again, tells its owner, and starts again when asked to', async () => {
    reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    reply = () => ({ status: 401, body: { error: { message: 'Invalid token' } } })
    for (let turn = 0; turn < 3; turn++) await look()
    expect(await row()).toMatchObject({ state: 'stopped', error: expect.stringContaining('Invalid token') })
    const notices = await test.call('GET', '/api/v1/notifications', { as: owner })
    expect(JSON.stringify(notices.body.data)).toContain('The trigger of “Watches” has stopped')
    reply = () => records('a')
    const again = await test.call('POST', `/api/v1/workflows/${id}/triggers/app/restart`, { as: owner })
    expect(again.body.data.triggers[0].app).toMatchObject({ state: 'on', error: null })
    await look()
    expect(await runsOf(id)).toEqual([record('a')])
    const twice = await test.call('POST', `/api/v1/workflows/${id}/triggers/app/restart`, { as: owner })
    expect(twice.status).toBe(404)
  })

  it('ends with the publication, and begins from the start only when something else is watched', async () => {
    reply = () => records('old')
    const id = await published(airtable())
    await sync()
    await look()
    const first = (await row()).id
    const found = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
    const change = (config: object, base_revision: number) =>
      test.call('PUT', `/api/v1/workflows/${id}`, {
        as: owner,
        body: { operations: [{ type: 'set_config', node_id: 'start', config }], base_revision },
      })
    await change(airtable({ every_minutes: 30 }), found.body.data.revision)
    await publish(id)
    await sync()
    expect((await row()).id).toBe(first)
    await change(airtable({ input: { base_id: 'app1', table: 'Doctors' } }), found.body.data.revision + 1)
    await publish(id)
    await sync()
    expect((await row()).id).not.toBe(first)
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await sync()
    expect(await row()).toBeUndefined()
  })

  it('is let be while it is paused or its owner is blocked', async () => {
    reply = () => records()
    const id = await published(airtable())
    await sync()
    await look()
    reply = () => records('a')
    const pause = (paused: boolean) =>
      test.call('PUT', `/api/v1/workflows/${id}/triggers/app`, { as: owner, body: { paused } })
    await pause(true)
    asked.length = 0
    await look()
    expect(asked).toEqual([])
    await pause(false)
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [owner.id])
    await look()
    expect(asked).toEqual([])
    await test.database.pool.query(`update users set status = 'active' where id = $1`, [owner.id])
    await look()
    expect(await runsOf(id)).toEqual([record('a')])
  })

  it('stops when its account is removed', async () => {
    reply = () => records()
    await published(airtable())
    await sync()
    await look()
    await test.database.pool.query('delete from credentials where id = $1', [account.airtable])
    await sync()
    expect(await row()).toMatchObject({ state: 'stopped', error: 'The account it used was removed.' })
  })

  it('is any list that an action reads, by what identifies an item', async () => {
    const described = await test.call('GET', '/api/v1/integrations/airtable/triggers/watch.list_bases', { as: owner })
    expect(described.body.data).toMatchObject({ kind: 'polling', identities: expect.arrayContaining(['/id', '/name']) })
    const bases = (...names: string[]): Reply => ({ body: { bases: names.map((name) => ({ id: 'same', name })) } })
    reply = () => bases('One')
    const watched = { integration: 'airtable', trigger: 'watch.list_bases', credential: account.airtable }
    const id = await published({ ...watched, identity: '/name' })
    await sync()
    await look()
    reply = () => bases('One', 'Two')
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'same', name: 'Two' }])
  })

  it('gives a test item, and says what the app refuses', async () => {
    const path = '/api/v1/integrations/airtable/triggers/new_record/sample'
    const body = { input: { base_id: 'app1', table: 'Patients' }, account: account.airtable }
    reply = () => records('a', 'b')
    expect((await test.call('POST', path, { as: owner, body })).body.data).toMatchObject({ output: record('b') })
    reply = () => ({ status: 401, body: {} })
    const refused = await test.call('POST', path, { as: owner, body })
    expect(refused.body.data).toMatchObject({ status: 'failed', error: { code: 'app_refused', field: 'account' } })
    const foreign = { ...(await test.person('seller')), session: 'x' }
    test.know(foreign)
    const stolen = await test.call('POST', path, { as: foreign, body })
    expect(stolen.body.data.status).toBe('failed')
  })
})

describe('a webhook', () => {
  const hooks = new Map<number, { url: string; secret: string }>()
  const serveGithub = (one: Asked): Reply => {
    const id = Number(/hooks\/(\d+)/.exec(one.url)?.[1])
    if (one.method === 'DELETE') return hooks.delete(id) ? { body: null } : { status: 404, body: {} }
    if (one.method === 'GET') return { body: [...hooks].map(([key, { url }]) => ({ id: key, config: { url } })) }
    const { config } = JSON.parse(one.body)
    hooks.set(hooks.size + 1, config)
    return { body: { id: hooks.size } }
  }
  beforeEach(() => {
    hooks.clear()
    reply = serveGithub
  })
  const body = (title: string) => JSON.stringify({ action: 'opened', issue: { title } })
  const deliver = (text: string, delivery: string, more: { secret?: string; event?: string; url?: string } = {}) => {
    const [hook] = hooks.values()
    const { secret = hook?.secret ?? '', event = 'issues', url = hook?.url ?? '' } = more
    const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
    return test.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: text,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signature,
        'x-github-delivery': delivery,
        'x-github-event': event,
      },
    })
  }
  const subscribed = async () => {
    const id = await published(github())
    await sync()
    await look()
    expect(hooks.size).toBe(1)
    return id
  }
  const items = async () => (await test.database.pool.query('select * from app_trigger_items')).rowCount

  it('is asked for when the workflow is published, starts a run for each delivery once, and ends with it', async () => {
    const id = await subscribed()
    expect((await deliver(body('One'), 'd1')).statusCode).toBe(200)
    expect((await deliver(body('One'), 'd1')).statusCode).toBe(200)
    expect((await deliver(body('Two'), 'd2')).statusCode).toBe(200)
    const titles = (await runsOf(id)).map((item) => (item as { issue: { title: string } }).issue.title)
    expect(titles).toEqual(['One', 'Two'])
    const [hook] = [...hooks.values()]
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await sync()
    await look()
    expect(hooks.size).toBe(0)
    expect((await deliver(body('Three'), 'd3', hook)).statusCode).toBe(404)
  })

  it('refuses what is signed wrongly, and writes nothing down', async () => {
    await subscribed()
    expect((await deliver(body('One'), 'd1', { secret: 'wrong' })).statusCode).toBe(401)
    expect(await items()).toBe(0)
  })

  it('lets what is about something else go', async () => {
    await subscribed()
    expect((await deliver(body('One'), 'd1', { event: 'push' })).statusCode).toBe(200)
    expect((await deliver(JSON.stringify({ action: 'closed' }), 'd2')).statusCode).toBe(200)
    expect(await items()).toBe(0)
  })

  it('finds a subscription whose answer was lost', async () => {
    await published(github())
    await sync()
    let isLost = true
    reply = (one) => {
      const answer = serveGithub(one)
      if (!isLost) return answer
      isLost = false
      return { status: 500, body: {} }
    }
    await look()
    await look()
    expect(hooks.size).toBe(1)
    expect(await row()).toMatchObject({ state: 'on', remote: 1 })
  })

  it('is ended at the service also when the workflow is deleted, however often that fails at first', async () => {
    const id = await subscribed()
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await test.database.pool.query('update workflows set archived_at = now() where id = $1', [id])
    const deleted = await test.call('DELETE', `/api/v1/workflow-hub/${id}`, { as: owner })
    expect([deleted.status, deleted.body.error ?? null]).toEqual([200, null])
    await sync()
    reply = () => ({ status: 503, body: {} })
    await look()
    expect(hooks.size).toBe(1)
    reply = serveGithub
    await look()
    expect(hooks.size).toBe(0)
    expect((await test.database.pool.query('select from app_triggers')).rowCount).toBe(0)
  })

  it('keeps what was accepted until it can be started', async () => {
    const id = await subscribed()
    await deliver(body('One'), 'd1')
    const refuse = async () => {
      throw new Error('connection lost after the commit')
    }
    await startItems(test.database.db, refuse, log)
    await test.database.pool.query('update app_trigger_items set next_at = now()')
    expect(await runsOf(id)).toHaveLength(1)
    await test.database.pool.query('update app_trigger_items set done_at = null, input = $1, next_at = now()', ['{}'])
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('shows the address and the secret where they are entered by hand', async () => {
    const id = await published({
      integration: 'razorpay',
      trigger: 'payment_event',
      credential: account.razorpay,
      input: { event: 'payment.captured' },
    })
    await sync()
    await look()
    const shown = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: owner })
    const { address, app } = shown.body.data.triggers[0]
    expect(app).toMatchObject({ state: 'on', kind: 'webhook', setup: expect.stringContaining('Webhooks') })
    const send = (text: string, secret: string) =>
      test.app.inject({
        ...{ method: 'POST', url: address, payload: text },
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': createHmac('sha256', secret).update(text).digest('hex'),
        },
      })
    const paid = JSON.stringify({ event: 'payment.captured', payload: {} })
    expect((await send(paid, 'wrong')).statusCode).toBe(401)
    expect((await send(paid, app.secret)).statusCode).toBe(200)
    expect((await send(JSON.stringify({ event: 'refund.processed' }), app.secret)).statusCode).toBe(200)
    expect(await runsOf(id)).toEqual([JSON.parse(paid)])
  })
})

describe('an event of an app', () => {
  const SECRET = 'signing secret of slack'
  const send = (payload: object, secret = SECRET, age_s = 0) => {
    const text = JSON.stringify(payload)
    const time = String(Math.floor(Date.now() / 1000) - age_s)
    return test.app.inject({
      ...{ method: 'POST', url: '/hooks/events/slack', payload: text },
      headers: {
        'content-type': 'application/json',
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${time}:${text}`).digest('hex')}`,
      },
    })
  }
  const message = (team_id: string, event_id: string, event: object) => ({
    ...{ type: 'event_callback', team_id, event_id },
    event: { type: 'message', channel: 'C1', user: 'U1', text: 'Hello', ...event },
  })
  beforeEach(async () => {
    reply = () => ({ body: { ok: true, team: { id: 'T1' } } })
    const admin = { ...(await test.person('super_admin')), session: 'x' }
    test.know(admin)
    const saved = await test.call('PUT', '/api/v1/admin/oauth-applications/slack', {
      as: admin,
      body: { client_id: 'A1', client_secret: 'secret', signing_secret: SECRET },
    })
    expect(saved.status).toBe(200)
    const listed = await test.call('GET', '/api/v1/admin/oauth-applications', { as: admin })
    const slack = listed.body.data.items.find(({ name }: { name: string }) => name === 'slack')
    expect(slack).toMatchObject({ signs: true, events_url: expect.stringContaining('/hooks/events/slack') })
    expect(JSON.stringify(listed.body)).not.toContain(SECRET)
  })

  it('reaches the accounts that it is for, once, and greets the service', async () => {
    const id = await published({
      ...{ integration: 'slack', trigger: 'new_message', credential: account.slack, input: { channel: 'C1' } },
    })
    await sync()
    await look()
    const greeting = await send({ type: 'url_verification', challenge: 'abc' })
    expect([greeting.statusCode, greeting.body]).toEqual([200, 'abc'])
    const one = message('T1', 'Ev1', {})
    for (const payload of [
      one,
      one,
      message('T2', 'Ev2', { text: 'of another team' }),
      message('T1', 'Ev3', { channel: 'C2' }),
      message('T1', 'Ev4', { bot_id: 'B1' }),
    ])
      expect((await send(payload)).statusCode).toBe(200)
    expect(await runsOf(id)).toEqual([one.event])
  })

  it('is refused when it is signed by another or too old', async () => {
    expect((await send(message('T1', 'Ev1', {}), 'wrong')).statusCode).toBe(401)
    expect((await send(message('T1', 'Ev1', {}), SECRET, 900)).statusCode).toBe(401)
    expect((await test.app.inject({ method: 'POST', url: '/hooks/events/nowhere', payload: '{}' })).statusCode).toBe(
      404,
    )
  })
})
