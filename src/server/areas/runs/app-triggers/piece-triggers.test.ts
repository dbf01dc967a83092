import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { nextRun } from '#server/engine/schedules.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { testPiece } from '#test/support/npm-registry.ts'
import { LAMP_EVENTS, lampTriggers } from '#test/support/pieces/lamp-triggers.ts'
import { createPluginScene, type PluginScene } from '#test/support/plugin-scene.ts'
import { advanceAppTriggers } from './advance.ts'
import { startItems } from './start-items.ts'
import { syncAppTriggers } from './sync.ts'

const NAME = '@acme/lamps'
const PLUGIN = 'piece-acme-lamps'

const shelves = new Map<string, { id: string }[]>()
const hooks = new Map<number, { address: string; name: string }>()
let asked: { path: string; body: JsonObject }[] = []
const CUT_OFF = 0
/** What the shop does in the place of an answer: a status, or cutting the connection off. */
let interrupt: (path: string) => Promise<number | null> = async () => null
let last = 0
const shop = createServer(async (request, response) => {
  const path = request.url ?? ''
  const body = JSON.parse((await text(request)) || '{}')
  asked.push({ path: `${request.method} ${path}`, body })
  const status = await interrupt(path)
  if (status === CUT_OFF) return response.destroy()
  if (status !== null) return response.writeHead(status).end('{"message":"not now"}')
  const [, hook] = /^\/hooks\/(\d+)$/.exec(path) ?? []
  if (path === '/list') return response.end(JSON.stringify(shelves.get(body.shelf) ?? []))
  if (hook !== undefined && !hooks.delete(Number(hook))) return response.writeHead(404).end('{}')
  if (path === '/hooks') hooks.set(++last, body)
  response.end(JSON.stringify({ id: last }))
})
const shopAt = () => `127.0.0.1:${(shop.address() as AddressInfo).port}`

let scene: PluginScene
const log = { warn: () => {} } as never
const version = (number: string, more = '') => ({
  name: NAME,
  version: number,
  files: testPiece('{}', LAMP_EVENTS, 'Lamp Shop', lampTriggers(`http://${shopAt()}`, more)),
})

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  scene = await createPluginScene({ secrets: { allow: [shopAt()] } })
  scene.test.know({ ...scene.seller, session: 'laptop' })
  await scene.registry.publish(version('1.0.0'))
  await scene.install(NAME)
  const host = { as: scene.admin, body: { host: shopAt() } }
  expect((await scene.test.call('POST', `/api/v1/plugins/${PLUGIN}/hosts`, host)).status).toBe(201)
}, 60_000)
afterAll(async () => {
  await scene.close()
  shop.close()
})
beforeEach(() => {
  shelves.clear()
  hooks.clear()
  asked = []
  interrupt = async () => null
})
afterEach(async () => {
  for (const table of ['app_triggers', 'workflow_triggers', 'piece_values', 'notifications'])
    await scene.test.database.pool.query(`delete from ${table}`)
})

const query = async (sql: string, values: unknown[] = []) => (await scene.test.database.pool.query(sql, values)).rows
const parts = () => ({
  db: scene.test.database.db,
  triggers: scene.test.triggers,
  ring: scene.test.ring,
  publicUrl: 'https://chowk.example',
  nextRun,
  log,
})
const sync = () => syncAppTriggers(scene.test.database.db, scene.test.triggers, scene.test.ring)
const look = async () => {
  await query(`update app_triggers set next_at = now() - interval '1 s' where state <> 'stopped'`)
  await query(`update app_trigger_items set next_at = now() - interval '1 s' where unread and done_at is null`)
  await advanceAppTriggers(parts(), new AbortController().signal)
}
const row = async () => (await query(`select * from app_triggers where state <> 'ending'`))[0]
const settings = (trigger: string, more: JsonObject = {}): JsonObject => ({
  ...{ integration: PLUGIN, trigger, input: { shelf: 'top' }, every_minutes: 1, ...more },
})

async function publish(config: JsonObject): Promise<string> {
  const document = workflow(
    [node('start', 'app_trigger', config), set('got', { item: '{{ $input }}' })],
    wires('start > got'),
  )
  const as = { ...scene.seller, session: 'laptop' }
  const made = await scene.test.call('POST', '/api/v1/workflows', { as, body: { name: 'Lamps', document } })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  const { id, revision } = made.body.data
  const done = await scene.test.call('POST', `/api/v1/workflows/${id}/publish`, {
    as,
    body: { base_revision: revision },
  })
  expect([done.status, done.body.errors]).toEqual([200, undefined])
  return id
}
const unpublish = (id: string) => scene.test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: scene.seller })

async function runsOf(id: string): Promise<unknown[]> {
  await startItems(scene.test.database.db, (request) => scene.test.engine.engine.start(request), log)
  const found = () =>
    query(
      `select status, output -> 'item' as item from executions where workflow_id = $1 and trigger = 'app' order by created_at`,
      [id],
    )
  await until(async () => (await found()).every(({ status }) => status === 'succeeded'))
  return (await found()).map(({ item }) => item)
}
const lamps = (...ids: string[]) =>
  shelves.set(
    'top',
    ids.map((id) => ({ id })),
  )
const shown = async (id: string) =>
  (await scene.test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: scene.seller })).body.data.triggers[0]

describe('a plugin with triggers', () => {
  it('shows them with their fields and samples, in the list of apps and in the picker', async () => {
    const { plugin } = (await scene.test.call('GET', `/api/v1/plugins/${PLUGIN}`, { as: scene.seller })).body.data
    expect(plugin.trigger_list).toMatchObject([
      { id: 'new_lamp', kind: 'polling', starts_workflows: true, sample: { id: 'a lamp' } },
      { id: 'lamp_sold', kind: 'webhook', fields: [{ name: 'shelf', label: 'Shelf', required: true }] },
      { id: 'lamp_broke', kind: 'app_webhook', starts_workflows: true },
    ])
    expect(plugin.permissions.effects).toEqual(['read', 'write'])
    const app = await scene.test.call('GET', `/api/v1/integrations/${PLUGIN}`, { as: scene.seller })
    expect(app.body.data.triggers.map(({ id, kind }: JsonObject) => [id, kind])).toEqual([
      ['new_lamp', 'polling'],
      ['lamp_sold', 'webhook'],
      ['lamp_broke', 'event'],
    ])
    const list = await scene.test.call('GET', '/api/v1/integrations', {
      as: scene.seller,
      query: { search_term: 'lamp sold' },
    })
    expect(list.body.data.items[0]).toMatchObject({ id: PLUGIN, trigger_matches: [{ id: 'lamp_sold' }] })
    const found = await scene.test.call('GET', `/api/v1/integrations/${PLUGIN}/triggers/new_lamp`, { as: scene.seller })
    expect(found.body.data).toMatchObject({
      kind: 'polling',
      needs_account: false,
      input_schema: { required: ['shelf'] },
    })
  }, 30_000)

  it('answers what can be chosen for a trigger, and the fields that depend on it', async () => {
    const ask = (body: object) =>
      scene.test.call('POST', `/api/v1/integrations/${PLUGIN}/actions/new_lamp/options`, { as: scene.seller, body })
    const shelf = await ask({ of: 'trigger', property: 'shelf', input: {} })
    expect(shelf.body.data.options).toEqual([
      { label: 'Top shelf', value: 'top' },
      { label: 'Window', value: 'window' },
    ])
    const more = await ask({ of: 'trigger', property: 'more', input: { shelf: 'top' } })
    expect(more.body.data.schema.properties).toMatchObject({ colour: { title: 'Colour on the top' } })
    expect((await ask({ property: 'shelf', input: {} })).status).toBe(404)
  }, 30_000)

  it('gives a test item, and keeps nothing of the test', async () => {
    lamps('a', 'b')
    const { body } = await scene.test.call('POST', `/api/v1/integrations/${PLUGIN}/triggers/new_lamp/sample`, {
      as: scene.seller,
      body: { input: { shelf: 'top' } },
    })
    expect(body.data).toMatchObject({ status: 'succeeded', output: { id: 'b' } })
    expect(await query('select * from piece_values')).toEqual([])
    const wrong = await scene.test.call('POST', `/api/v1/integrations/${PLUGIN}/triggers/new_lamp/sample`, {
      as: scene.seller,
      body: { input: {} },
    })
    expect(wrong.body.data).toMatchObject({ status: 'failed', error: { code: 'input_invalid' } })
  }, 30_000)
})

describe('a trigger of a plugin that looks', () => {
  it('starts a run for each new item, none for what was there before, and keeps what it knows sealed', async () => {
    lamps('old')
    const id = await publish(settings('new_lamp'))
    await sync()
    await look()
    expect(await row()).toMatchObject({ state: 'on', kind: 'polling', package_id: expect.any(String) })
    lamps('old', 'a', 'b')
    await look()
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'a' }, { id: 'b' }])
    expect((await row()).sealed.toString()).not.toContain('had')
    await unpublish(id)
    await sync()
    await look()
    expect(asked.at(-1)).toEqual({ path: 'POST /closed', body: { shelf: 'top', had: 3 } })
    expect(await query('select * from app_triggers')).toEqual([])
  }, 60_000)

  it('keeps neither items nor what it knows when it is cut off before both are written down', async () => {
    lamps()
    const id = await publish(settings('new_lamp'))
    await sync()
    await look()
    lamps('a')
    const before = await row()
    // Another process has taken it over meanwhile.
    interrupt = async (path) => {
      interrupt = async () => null
      if (path === '/list') await query('update app_triggers set version = version + 1')
      return null
    }
    await look()
    expect((await row()).sealed).toEqual(before.sealed)
    expect(await query('select * from app_trigger_items')).toEqual([])
    await query('update app_triggers set taken_until = null')
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'a' }])
  }, 60_000)

  it('waits longer after each problem, and stops after three refusals until it is started again', async () => {
    lamps()
    const id = await publish(settings('new_lamp'))
    await sync()
    await look()
    for (const outage of [500, CUT_OFF, CUT_OFF, CUT_OFF]) {
      interrupt = async () => outage
      await look()
    }
    expect(await row()).toMatchObject({ state: 'on', failures: 4 })
    interrupt = async () => 400
    for (let turn = 0; turn < 3; turn++) await look()
    expect(await row()).toMatchObject({ state: 'stopped', error: expect.stringContaining('not now') })
    interrupt = async () => null
    lamps('a')
    await scene.test.call('POST', `/api/v1/workflows/${id}/triggers/app/check`, { as: scene.seller })
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'a' }])
  }, 60_000)

  it('is let be while it is paused, and while its owner is blocked', async () => {
    lamps()
    const id = await publish(settings('new_lamp'))
    await sync()
    await look()
    asked = []
    await query('update workflow_triggers set paused_at = now()')
    await look()
    await query('update workflow_triggers set paused_at = null')
    await query(`update users set status = 'blocked' where id = $1`, [scene.seller.id])
    await look()
    expect(asked).toEqual([])
    await query(`update users set status = 'active' where id = $1`, [scene.seller.id])
    lamps('a')
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'a' }])
  }, 60_000)
})

describe('a trigger of a plugin that is told', () => {
  const subscribed = async () => {
    const id = await publish(settings('lamp_sold'))
    await sync()
    await look()
    expect(hooks.size).toBe(1)
    return id
  }
  const pathOf = () => new URL([...hooks.values()][0]?.address ?? '').pathname
  const deliver = (body: object, path = `${pathOf()}?by=van`, headers: Record<string, string> = {}) =>
    scene.test.app.inject({
      method: 'POST',
      url: path,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-key': 'k', ...headers },
    })

  it('subscribes with its address, reads deliveries once each in order, and ends its subscription', async () => {
    const id = await subscribed()
    const path = pathOf()
    for (const body of [{ id: 1 }, { id: 1 }, { id: 2 }, { other: true }])
      expect((await deliver(body)).statusCode).toBe(200)
    await look()
    expect(await runsOf(id)).toEqual([
      { id: 1, count: 1, raw: 8, key: 'k', by: 'van' },
      { id: 2, count: 2, raw: 8, key: 'k', by: 'van' },
    ])
    expect(await query(`select value from piece_values where scope = ''`)).toEqual([{ value: 3 }])
    expect((await shown(id)).app).toMatchObject({ state: 'on', waiting: 0, setup: null })
    const calls = await scene.test.call('GET', `/api/v1/integrations/${PLUGIN}/calls`, { as: scene.seller })
    expect(calls.body.data.items[0]).toMatchObject({ action_title: 'Lamp sold', effect: 'write', error: null })
    await unpublish(id)
    await sync()
    await look()
    expect(hooks.size).toBe(0)
    expect((await deliver({ id: 3 }, path)).statusCode).toBe(404)
  }, 60_000)

  it('takes the same content soon after for the same delivery, and later or under another name for another', async () => {
    const id = await subscribed()
    const named = (name: string) => deliver({ id: 'named' }, undefined, { 'webhook-id': name })
    const pass = (seconds: number) =>
      query(
        `update app_trigger_items set created_at = created_at - make_interval(secs => $1),
        key = regexp_replace(key, '\\d+$', '') || greatest(0, regexp_replace(key, '^.*\\.', '')::bigint - $1 / 60)`,
        [seconds],
      )
    await Promise.all([deliver({ id: 1 }), deliver({ id: 1 })])
    for (const name of ['a', 'b', 'a']) await named(name)
    await pass(120)
    await deliver({ id: 1 })
    await named('a')
    await look()
    expect((await runsOf(id)).map((item) => (item as { id: unknown }).id)).toEqual([1, 'named', 'named', 1])
  }, 60_000)

  it('reads a delivery of many items, and goes on after one that its code fails on', async () => {
    const id = await subscribed()
    await deliver({ broken: true })
    await deliver({ lamps: [{ id: 'x' }, { id: 'y' }] })
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'x' }, { id: 'y' }])
    expect((await shown(id)).app).toMatchObject({ waiting: 1, waiting_reason: expect.stringContaining('broken') })
    await query('update app_trigger_items set attempts = 29 where unread and done_at is null')
    await look()
    expect((await shown(id)).not_started).toMatchObject([{ count: 1, reason: expect.stringContaining('broken') }])
  }, 60_000)

  it('answers a greeting while it subscribes, and is renewed when its time has come', async () => {
    let greeting: { status: number; body: string; lamp: unknown } | null = null
    interrupt = async (path) => {
      if (path !== '/hooks') return null
      const address = String(asked.at(-1)?.body.address)
      const answer = await scene.test.app.inject({ method: 'GET', url: `${new URL(address).pathname}?challenge=lit` })
      greeting = { status: answer.statusCode, body: answer.body, lamp: answer.headers['x-lamp'] }
      return null
    }
    await subscribed()
    expect(greeting).toMatchObject({ status: 200, body: expect.stringContaining('lit'), lamp: 'lit' })
    const { renew_at } = await row()
    expect(renew_at.getTime()).toBeGreaterThan(Date.now())
    await query(`update app_triggers set renew_at = now() - interval '1 s'`)
    await look()
    expect(asked.at(-1)).toEqual({ path: 'POST /renewed', body: { id: last } })
    expect((await row()).renew_at.getTime()).toBeGreaterThan(Date.now())
  }, 60_000)

  it('takes back what an answer that was lost left at the service', async () => {
    await publish(settings('lamp_sold'))
    await sync()
    // The service has subscribed, and this process is gone before it is written down.
    interrupt = async (path) => {
      if (path === '/hooks') await query('update app_triggers set version = version + 1')
      return null
    }
    await look()
    expect([hooks.size, (await row()).state]).toEqual([1, 'starting'])
    interrupt = async () => null
    await query('update app_triggers set taken_until = null')
    await look()
    expect([hooks.size, (await row()).state]).toEqual([1, 'on'])
  }, 60_000)

  it('is refused more deliveries than can wait', async () => {
    await subscribed()
    await query(`insert into app_trigger_items (app_trigger_id, owner_id, key, input, unread)
      select a.id, a.owner_id, 'k' || n, '{}', true from app_triggers a, generate_series(1, 1000) n`)
    expect((await deliver({ id: 1 })).statusCode).toBe(503)
  }, 60_000)
})

describe('a trigger of a plugin for events of the whole installation', () => {
  const send = (body: object, secret = 'lit') =>
    scene.test.app.inject({
      method: 'POST',
      url: `/hooks/events/${PLUGIN}`,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-secret': secret },
    })

  it('starts what listens to it, and only what its service has signed', async () => {
    expect((await send({ event: 'broke', shelf: 'top' })).statusCode).toBe(404)
    const owner = { ...(await scene.test.person('super_admin')), signed_in_at: new Date() }
    scene.test.know(owner)
    const saved = await scene.test.call('PUT', `/api/v1/admin/oauth-applications/${PLUGIN}`, {
      as: owner,
      body: { client_id: 'shop', client_secret: 'secret', signing_secret: 'lit' },
    })
    expect([saved.status, saved.body.errors]).toEqual([200, undefined])
    const listed = await scene.test.call('GET', '/api/v1/admin/oauth-applications', { as: owner })
    expect(listed.body.data.items.find(({ name }: JsonObject) => name === PLUGIN)).toMatchObject({
      events_url: expect.stringContaining(`/hooks/events/${PLUGIN}`),
    })
    const id = await publish(settings('lamp_broke'))
    await sync()
    await look()
    expect((await send({ greet: 'hello' })).body).toContain('hello')
    expect((await send({ event: 'broke', shelf: 'top', id: 1 }, 'wrong')).statusCode).toBe(401)
    for (const shelf of ['top', 'window']) expect((await send({ event: 'broke', shelf, id: 2 })).statusCode).toBe(200)
    expect((await send({ event: 'sold', shelf: 'top', id: 3 })).statusCode).toBe(200)
    await look()
    expect(await runsOf(id)).toEqual([{ event: 'broke', shelf: 'top', id: 2 }])
  }, 60_000)
})

/** Keeps more than there is room for; finds what PostgreSQL has no room for. */
const MORE = `
  greedy: { type: 'POLLING', requireAuth: false, onEnable: async () => {}, onDisable: async () => {},
    run: async ({ store }) => { for (let n = 0; n < 1001; n++) await store.put('k' + n, n); return [{ id: 1 }] } },
  odd: { type: 'POLLING', requireAuth: false, onEnable: async () => {}, onDisable: async () => {},
    run: async ({ store }) => {
      const had = await store.get('__proto__')
      await store.put('__proto__', { had: true })
      return had ? undefined : [{ text: 'a\\u0000b' }]
    } },`

describe('a change of the plugin', () => {
  const post = (path: string, body?: object) =>
    scene.test.call('POST', `/api/v1/plugins/${PLUGIN}/${path}`, { as: scene.admin, ...(body && { body }) })

  it('switches triggers off with it and on again, and tells their owners', async () => {
    const id = await publish(settings('lamp_sold'))
    await sync()
    await look()
    await post('disable')
    await look()
    expect(hooks.size).toBe(0)
    expect(await row()).toMatchObject({ state: 'stopped', error: 'The plugin Lamp Shop is disabled.' })
    const notices = await scene.test.call('GET', '/api/v1/notifications', { as: scene.seller })
    expect(JSON.stringify(notices.body.data)).toContain('until an admin enables the plugin')
    expect((await shown(id)).app.state).toBe('stopped')
    await sync()
    expect((await row()).state).toBe('stopped')
    await post('enable')
    await sync()
    await look()
    expect([hooks.size, (await row()).state]).toEqual([1, 'on'])
  }, 60_000)

  it('to another version switches off with the old code and on with the new, and loses nothing until then', async () => {
    lamps('old')
    const id = await publish(settings('new_lamp'))
    await sync()
    await look()
    const before = (await row()).package_id
    await scene.registry.publish(version('1.1.0', MORE))
    const { candidate } = (await post('update-check', {})).body.data
    expect(candidate.difference.triggers).toMatchObject({
      added: [{ id: 'greedy' }, { id: 'odd' }],
      removed: [],
      changed: [],
    })
    lamps('old', 'a')
    await post('update', { version: '1.1.0', hash: candidate.hash })
    await look()
    await look()
    expect(asked.map(({ path }) => path)).toEqual([
      'POST /list',
      'POST /list',
      'POST /closed',
      'POST /list',
      'POST /list',
    ])
    expect((await row()).package_id).not.toBe(before)
    lamps('old', 'a', 'b')
    await look()
    expect(await runsOf(id)).toEqual([{ id: 'a' }, { id: 'b' }])
  }, 60_000)

  it('brings triggers that keep too much, which stop, and that find odd things, which start runs all the same', async () => {
    await publish(settings('greedy', { input: {} }))
    await sync()
    await look()
    for (let turn = 0; turn < 3; turn++) await look()
    expect(await row()).toMatchObject({ state: 'stopped', error: expect.stringContaining('room for 1000 values') })
    expect(await query('select * from app_trigger_items')).toEqual([])
    await query('delete from app_triggers')
    await query('delete from workflow_triggers')
    const id = await publish(settings('odd', { input: {} }))
    await sync()
    for (let turn = 0; turn < 3; turn++) await look()
    expect(await runsOf(id)).toEqual([{ text: 'a\ufffdb' }])
  }, 60_000)

  it('is not removed while a trigger uses it', async () => {
    await publish(settings('lamp_sold'))
    const refused = await scene.test.call('DELETE', `/api/v1/plugins/${PLUGIN}`, { as: scene.admin })
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'plugin_in_use'])
  })

  it('that changes what a trigger says asks for agreement', async () => {
    const changed = version('1.2.0')
    const files = {
      'index.js': (changed.files['index.js'] ?? '').replace(
        'Starts for each lamp that is sold.',
        'Starts whenever it likes.',
      ),
    }
    await scene.registry.publish({ ...changed, files })
    const { difference } = (await post('update-check', {})).body.data.candidate
    expect(difference.needs_agreement).toBe(true)
    expect(difference.triggers).toMatchObject({
      removed: [{ id: 'greedy' }, { id: 'odd' }],
      changed: [{ id: 'lamp_sold', description: { to: 'Starts whenever it likes.' }, input_changed: false }],
    })
  }, 30_000)
})
