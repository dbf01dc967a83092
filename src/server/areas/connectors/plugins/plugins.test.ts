import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { createTestRegistry, packPackage, type TestRegistry, testPiece } from '#test/support/npm-registry.ts'

const asked: { url: string; key: string }[] = []
const shop = createServer((request, response) => {
  asked.push({ url: request.url ?? '', key: String(request.headers['x-key'] ?? '-') })
  response.setHeader('content-type', 'application/json')
  if (request.url === '/refused') return response.writeHead(404).end('{"message":"No such lamp"}')
  response.end(JSON.stringify({ id: 7, name: 'Lamp', key: request.headers['x-key'] ?? null }))
})
const shopHost = () => `127.0.0.1:${(shop.address() as AddressInfo).port}`

let registry: TestRegistry
let test: TestApp
let admin: Person
let seller: Person

const LAMP = '@activepieces/piece-lamp'
const ACTIONS = `{
  get_lamp: { description: 'Gets a lamp.', props: { id: { type: 'NUMBER', displayName: 'Number', required: true } },
    run: async ({ auth, propsValue }) => {
      const answer = await fetch(auth.props.base + '/lamps/' + propsValue.id, { headers: { 'x-key': auth.props.key } })
      return answer.json()
    } },
  delete_lamp: { run: async () => ({}) },
  keep: { requireAuth: false, run: async ({ store }) => { const n = ((await store.get('n')) ?? 0) + 1; await store.put('n', n); return { n } } },
  write_file: { requireAuth: false, run: async ({ files }) => ({ file: await files.write({ fileName: 'note.txt', data: Buffer.from('hello lamp') }) }) },
  choose: { requireAuth: false, props: {
      lamp: { type: 'DROPDOWN', displayName: 'Lamp', required: true, refreshers: [], options: async () => ({ options: [{ label: 'Desk', value: 'desk' }] }) },
      more: { type: 'DYNAMIC', displayName: 'More', required: false, refreshers: ['lamp'], props: async ({ lamp }) => ({ colour: { type: 'SHORT_TEXT', displayName: 'Colour of ' + lamp, required: true } }) },
    }, run: async ({ propsValue }) => propsValue },
  elsewhere: { requireAuth: false, run: async () => (await fetch('https://' + ['evil', 'example'].join('.') + '/x')).text() },
  metadata: { requireAuth: false, run: async () => (await fetch('http://' + [169, 254, 169, 254].join('.') + '/latest')).text() },
}`
const AUTH = `auth: { type: 'CUSTOM_AUTH', displayName: 'Shop', required: true, props: {
  base: { type: 'SHORT_TEXT', displayName: 'Address', required: true }, key: { type: 'SECRET_TEXT', displayName: 'Key', required: true } } },`

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  registry = await createTestRegistry()
  await registry.publish({ name: 'lamp-lib', version: '1.2.0', files: { 'index.js': 'exports.lamp = 1' } })
  await registry.publish({
    name: LAMP,
    version: '1.0.0',
    dependencies: { 'lamp-lib': '^1.0.0' },
    files: testPiece(ACTIONS, `${AUTH} lib: require('lamp-lib').lamp, api: 'https://api.lamps.example/v1',`),
  })
  test = await createTestApp({ secrets: { allow: [shopHost()] }, pluginRegistry: registry.url })
  admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
  seller = await test.person('seller')
}, 60_000)
afterAll(async () => {
  await test.close()
  registry.close()
  shop.close()
})

const api = '/api/v1/plugins'
const check = (name: string, version?: string) =>
  test.call('POST', `${api}/check`, { as: admin, body: { package: name, ...(version && { version }) } })
const install = (candidate: { package: string; version: string; hash: string }) =>
  test.call('POST', api, {
    as: admin,
    body: { package: candidate.package, version: candidate.version, hash: candidate.hash },
  })
const run = (action: string, input: object = {}, more: object = {}) =>
  test.call('POST', `/api/v1/actions/piece-lamp/${action}`, { as: seller, body: { input, ...more } })

async function checkFile(bytes: Uint8Array) {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'piece.tgz', { type: 'application/gzip' }))
  const sent = new Response(form)
  const payload = Buffer.from(await sent.arrayBuffer())
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  return test.call('POST', `${api}/check-file`, { as: admin, payload, headers })
}

describe('a piece', () => {
  it('is looked into before it is installed: what it asks for, and nothing is in use yet', async () => {
    const { status, body } = await check(LAMP)
    expect([status, body.errors]).toEqual([200, undefined])
    expect(body.data.candidate).toMatchObject({
      id: 'piece-lamp',
      version: '1.0.0',
      name: 'Lamp Shop',
      licence: 'MIT',
      permissions: { hosts: ['api.lamps.example'], effects: ['read', 'write', 'destructive'], secrets: ['Key'] },
      difference: null,
    })
    expect((await test.call('GET', '/api/v1/integrations/piece-lamp', { as: seller })).status).toBe(404)
  }, 30_000)

  it('is installed as it was seen, by admins alone, and found by everyone', async () => {
    const { candidate } = (await check(LAMP)).body.data
    const other = await install({ ...candidate, hash: '0'.repeat(64) })
    expect([other.status, other.body.errors[0].code]).toEqual([409, 'stale_details'])
    const asSeller = await test.call('POST', api, {
      as: seller,
      body: { package: LAMP, version: '1.0.0', hash: candidate.hash },
    })
    expect(asSeller.status).toBe(403)
    const made = await install(candidate)
    expect([made.status, made.body.data.plugin.state]).toEqual([201, 'enabled'])
    const app = await test.call('GET', '/api/v1/integrations/piece-lamp', { as: seller })
    expect(app.body.data).toMatchObject({ name: 'Lamp Shop', source: 'piece', actions: 7 })
    const list = await test.call('GET', '/api/v1/integrations', { as: seller, query: { search_term: 'get lamp' } })
    expect(list.body.data.items[0].id).toBe('piece-lamp')
    const status = await test.call('GET', '/api/plugins/lamp/status', { as: seller })
    expect(status.body.data).toEqual({ name: 'lamp', installed: true, version: '1.0.0', status: 'enabled' })
  }, 30_000)

  it('runs with the account of the person, to the host they entered, and gives back no secret', async () => {
    const fields = { base: `http://${shopHost()}`, key: 'key-of-the-shop-1234' }
    const made = await test.call('POST', '/api/v1/integrations/piece-lamp/accounts', {
      as: seller,
      body: { sign_in: 'custom_auth', name: 'Shop', fields },
    })
    expect(made.status).toBe(201)
    const { body } = await run('get_lamp', { id: 7 })
    expect(body.data).toMatchObject({ status: 'succeeded', output: { name: 'Lamp', key: '[hidden]' } })
    expect(asked.at(-1)).toEqual({ url: '/lamps/7', key: 'key-of-the-shop-1234' })
    const calls = await test.call('GET', '/api/v1/integrations/piece-lamp/calls', { as: seller })
    expect(calls.body.data.items[0]).toMatchObject({ action: 'get_lamp', host: '127.0.0.1', error: null })
    expect((await run('get_lamp', { id: 'seven' })).body.data.error).toMatchObject({
      code: 'input_invalid',
      field: 'input.id',
    })
  }, 30_000)

  it('keeps values for its person, and writes files', async () => {
    expect((await run('keep')).body.data.output).toEqual({ n: 1 })
    expect((await run('keep')).body.data.output).toEqual({ n: 2 })
    const { output } = (await run('write_file')).body.data
    expect(output.file).toMatchObject({ name: 'note.txt', bytes: 10 })
  }, 30_000)

  it('is refused hosts that are not its own by name, until an admin adds them, and private addresses always', async () => {
    const first = (await run('elsewhere')).body.data.error
    expect(first).toMatchObject({ code: 'host_refused', message: expect.stringContaining('evil.example') })
    const hosts = `${api}/piece-lamp/hosts`
    const added = await test.call('POST', hosts, { as: admin, body: { host: '169.254.169.254' } })
    expect(added.status).toBe(201)
    const second = (await run('metadata')).body.data.error
    expect(second).toMatchObject({
      code: 'host_refused',
      message: expect.stringContaining('not on the public internet'),
    })
    const removed = await test.call('DELETE', `${hosts}/169.254.169.254`, { as: admin })
    expect(removed.body.data.plugin.added_hosts).toEqual([])
  }, 30_000)

  it('answers what can be chosen, and the fields that depend on it', async () => {
    const ask = (property: string, input: object) =>
      test.call('POST', '/api/v1/integrations/piece-lamp/actions/choose/options', {
        as: seller,
        body: { property, input },
      })
    const { body } = await ask('lamp', {})
    expect(body.data.options).toEqual([{ label: 'Desk', value: 'desk' }])
    const { body: fields } = await ask('more', { lamp: 'desk' })
    expect(fields.data.schema).toMatchObject({
      properties: { colour: { title: 'Colour of desk' } },
      required: ['colour'],
    })
    expect((await ask('none', {})).status).toBe(400)
  }, 30_000)

  it('is disabled by name, and not removed while a workflow uses it', async () => {
    await test.call('POST', `${api}/piece-lamp/disable`, { as: admin })
    expect((await run('keep')).body.data.error).toMatchObject({ code: 'plugin_disabled' })
    await test.call('POST', `${api}/piece-lamp/enable`, { as: admin })
    expect((await run('keep')).body.data.status).toBe('succeeded')
    const step = node('lamp', 'app_action', { integration: 'piece-lamp', action: 'keep', input: {} })
    const document = workflow([node('start', 'manual_trigger'), step], wires('start > lamp'))
    await test.call('POST', '/api/v1/workflows', { as: seller, body: { name: 'Lamps', document } })
    const refused = await test.call('DELETE', `${api}/piece-lamp`, { as: admin })
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'plugin_in_use'])
    expect(refused.body.errors[0].message).toContain('Lamps')
  }, 30_000)
})

describe('another version', () => {
  it('shows its difference, and is used once an admin agrees to exactly that', async () => {
    await registry.publish({
      name: LAMP,
      version: '1.1.0',
      dependencies: { 'lamp-lib': '^1.0.0' },
      files: testPiece(
        ACTIONS.replace('Gets a lamp.', 'Gets a lamp and tells on you.'),
        `${AUTH} api: 'https://spy.example',`,
      ),
    })
    const { body } = await test.call('POST', `${api}/piece-lamp/update-check`, { as: admin, body: {} })
    const { candidate } = body.data
    expect(candidate.difference).toMatchObject({
      from: '1.0.0',
      hosts: { added: ['spy.example'], removed: ['api.lamps.example'] },
      actions: {
        changed: [{ id: 'get_lamp', description: { from: 'Gets a lamp.', to: 'Gets a lamp and tells on you.' } }],
      },
      needs_agreement: true,
    })
    const now = await test.call('GET', `${api}/piece-lamp`, { as: seller })
    expect(now.body.data.plugin.version).toBe('1.0.0')
    const done = await test.call('POST', `${api}/piece-lamp/update`, {
      as: admin,
      body: { version: '1.1.0', hash: candidate.hash },
    })
    expect(done.body.data.plugin).toMatchObject({
      version: '1.1.0',
      history: [{ event: 'updated', from: '1.0.0' }, {}, {}, {}, {}, {}],
    })
    expect((await run('keep')).body.data.status).toBe('succeeded')
  }, 30_000)

  it('with other bytes than were installed is refused', async () => {
    await registry.publish({ name: LAMP, version: '1.0.0', files: testPiece(ACTIONS, AUTH) })
    const { status, body } = await test.call('POST', `${api}/piece-lamp/update-check`, {
      as: admin,
      body: { version: '1.0.0' },
    })
    expect([status, body.errors[0].code]).toEqual([400, 'plugin_bytes_changed'])
  })
})

describe('a package', () => {
  it.each([
    ['that is not there', '@activepieces/piece-none', null, 'package_missing'],
    ['without a piece', 'no-piece', { files: { 'index.js': 'exports.a = 1' } }, 'not_a_piece'],
    ['with another checksum', 'wrong-sum', { files: testPiece('{}'), integrity: 'sha512-AAAA' }, 'integrity_wrong'],
    [
      'with a link in it',
      'linked',
      { files: testPiece('{}'), entries: [{ name: 'package/x', type: 'symlink', linkname: '/etc/passwd' }] },
      'archive_refused',
    ],
    [
      'with a path that leads out',
      'leads-out',
      { files: testPiece('{}'), entries: [{ name: 'package/../../../x', content: 'x' }] },
      'archive_refused',
    ],
    [
      'that needs what is not there',
      'needs',
      { files: testPiece('{}'), dependencies: { 'not-there': '1' } },
      'dependency_unresolved',
    ],
    [
      'that needs git',
      'git-needs',
      { files: testPiece('{}'), dependencies: { x: 'github:a/b' } },
      'dependency_unresolved',
    ],
    ['that throws', 'throws', { files: { 'index.js': 'throw new Error("no lamp")' } }, 'piece_does_not_load'],
    ['that ends its process', 'ends', { files: { 'index.js': 'process.exit(0)' } }, 'runner_lost'],
  ])(
    '%s is refused by name',
    async (_what, name, one, code) => {
      if (one) await registry.publish({ name, version: '1.0.0', ...one } as never)
      const { body } = await check(name)
      expect(body.errors[0].code === 'unavailable' ? 'runner_lost' : body.errors[0].code).toBe(code)
    },
    30_000,
  )

  it('comes from a file without a registry: one that was exported, or a package that carries its libraries', async () => {
    registry.state.down = true
    const headers = { authorization: `Bearer ${admin.token}` }
    const exported = await test.app.inject({ method: 'GET', url: `${api}/piece-lamp/archive`, headers })
    expect(exported.statusCode).toBe(200)
    const ours = await checkFile(exported.rawPayload)
    expect([ours.status, ours.body.data.candidate?.package]).toEqual([200, LAMP])
    const bells = {
      name: '@acme/bells',
      version: '0.1.0',
      dependencies: { ring: '1' },
      files: testPiece('{ ring: { run: async () => ({ ok: require("ring") }) } }'),
    }
    const alone = await checkFile(await packPackage(bells))
    expect(alone.body.errors[0]).toMatchObject({ code: 'libraries_missing', message: expect.stringContaining('ring') })
    const ring = {
      'node_modules/ring/package.json': '{"name":"ring","version":"1.0.0"}',
      'node_modules/ring/index.js': 'module.exports = 1',
    }
    const { body } = await checkFile(await packPackage({ ...bells, files: { ...bells.files, ...ring } }))
    expect(body.data.candidate).toMatchObject({ id: 'piece-acme-bells', source: 'file', verified: false })
    expect((await install(body.data.candidate)).status).toBe(201)
    const ran = await test.call('POST', '/api/v1/actions/piece-acme-bells/ring', { as: seller, body: { input: {} } })
    expect(ran.body.data.output).toEqual({ ok: 1 })
    expect((await checkFile(Buffer.from('hello'))).body.errors[0].code).toBe('archive_refused')
    registry.state.down = false
  }, 60_000)

  it('is removed although a workflow uses it once an admin says so, and its steps fail by name', async () => {
    expect((await test.call('DELETE', `${api}/piece-lamp`, { as: admin })).status).toBe(409)
    const removed = await test.call('DELETE', `${api}/piece-lamp?even_if_used=true`, { as: admin })
    expect([removed.status, removed.body.data]).toEqual([200, { id: 'piece-lamp' }])
    const { rows } = await test.database.pool.query(`select id from workflows where name = 'Lamps'`)
    const body = { workflow_id: rows[0].id, input: {}, wait_ms: 20_000 }
    const ran = await test.call('POST', '/api/v1/workflows/execute', { as: seller, body })
    expect(ran.body.data.status).toBe('failed')
    const { execution_id } = ran.body.data
    const failed = await test.database.pool.query('select error from executions where id = $1', [execution_id])
    expect(failed.rows[0].error).toMatchObject({ code: 'app_not_found' })
    expect((await test.call('DELETE', `${api}/piece-lamp?even_if_used=true`, { as: admin })).status).toBe(404)
  }, 60_000)

  it('says when the registry is away', async () => {
    registry.state.down = true
    const { status, body } = await check('lamp-lib')
    registry.state.down = false
    expect([status, body.errors[0].code]).toEqual([409, 'registry_unreachable'])
  })
})
