/** Parts that are switched off: the API refuses, and what is there already is asked when it acts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FeatureSwitches } from '#contract/admin/feature-values.ts'
import { findWidgetHosts } from '#server/areas/services/widgets/visitors.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const ECHO = workflow(
  [node('start', 'manual_trigger'), set('said', { said: '{{ $trigger.text }}' })],
  wires('start > said'),
)

let test: TestApp
let root: Person
let seller: Person
let buyer: Person
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
  seller = await test.person('creator_admin')
  buyer = await test.person('basic_user')
  await addAgent(test.database.pool, seller.id, ECHO, { slug: 'echo', name: 'Echo' })
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/settings/features'
const current = async () => (await test.call('GET', '/api/v1/admin/settings', { as: root })).body.data.features
async function put(value: unknown, as: Person | null = root) {
  const { version } = await current()
  return test.call('PUT', PATH, { as, body: { version, value, reason: 'Company policy' } })
}
const switchTo = async (value: FeatureSwitches) => expect((await put(value)).status).toBe(200)
beforeEach(() => switchTo({}))

const refused = ({ status, body }: { status: number; body: { errors: { code: string }[] | null } }) => [
  status,
  body.errors?.[0]?.code,
]
const OFF = [409, 'feature_off']

async function keyOf(person: Person): Promise<Record<string, string>> {
  const body = { name: 'Robot', scopes: ['read', 'run'] }
  const made = await test.call('POST', '/api/v1/api-keys', { as: { ...person, signed_in_at: new Date() }, body })
  return { authorization: `Bearer ${made.body.data.secret ?? made.body.data.key}` }
}

const run = (as: Person | null) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { agent_id: 'echo', input: { text: 'hello' } } })

describe('a part that is off', () => {
  it('lets no visitor run an agent, also not again, while accounts do', async () => {
    const first = await run(null)
    expect(first.status).toBe(200)
    const headers = { 'x-run-token': first.body.data.access_token }
    const again = () =>
      test.call('POST', `/api/v1/executions/${first.body.data.execution_id}/control`, {
        headers,
        body: { action: 'rerun' },
      })
    await switchTo({ tryouts: 'off' })
    expect(refused(await run(null))).toEqual(OFF)
    expect(refused(await again())).toEqual(OFF)
    expect((await run(buyer)).status).toBe(200)
    await switchTo({})
    expect((await again()).status).toBe(200)
  })

  it('refuses requests for a role', async () => {
    const body = { role: 'seller', reason: 'I sell agents' }
    await switchTo({ role_requests: 'off' })
    expect(refused(await test.call('POST', '/api/v1/role-requests', { as: buyer, body }))).toEqual(OFF)
    await switchTo({})
    expect((await test.call('POST', '/api/v1/role-requests', { as: buyer, body })).status).toBeLessThan(300)
  })

  it('refuses MCP at the marketplace and at an address of a service that exists', async () => {
    const made = await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: 'echo' } })
    const headers = await keyOf(buyer)
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const ask = (path: string) =>
      test.call('POST', path, {
        headers: { ...headers, accept: 'application/json, text/event-stream' },
        body: message,
      })
    const paths = ['/mcp', `/mcp/services/${made.body.data.id}`]
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 200])
    await switchTo({ mcp: 'off' })
    for (const path of paths) expect([path, ...refused(await ask(path))]).toEqual([path, ...OFF])
    await switchTo({ mcp: ['basic_user'] })
    for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 200])
    await switchTo({ mcp: ['seller'] })
    for (const path of paths) expect([path, ...refused(await ask(path))]).toEqual([path, ...OFF])
  })

  it('refuses keys that exist, and new ones, by the role of their owner', async () => {
    const [headers, ofAdmin] = [await keyOf(buyer), await keyOf(await test.person('admin'))]
    const read = (key: Record<string, string>) => test.call('GET', '/api/v1/executions', { headers: key })
    await switchTo({ api_keys: 'off' })
    expect(refused(await read(headers))).toEqual(OFF)
    const body = { name: 'Robot', scopes: ['read'] }
    const signedIn = { ...buyer, signed_in_at: new Date() }
    expect(refused(await test.call('POST', '/api/v1/api-keys', { as: signedIn, body }))).toEqual(OFF)
    expect((await test.call('GET', '/api/v1/api-keys', { as: buyer })).status).toBe(200)
    // What a key may do is less than what an admin may, but whose it is stays the same.
    await switchTo({ api_keys: ['admin'] })
    expect((await read(ofAdmin)).status).toBe(200)
    expect(refused(await read(headers))).toEqual(OFF)
  })

  it('closes widgets that exist, by the role of their owner', async () => {
    const owner = await test.person('basic_user')
    const { body } = await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id: 'echo' } })
    const at = `/api/v1/services/${body.data.id}/widget`
    const save = () =>
      test.call('PUT', at, { as: owner, body: { enabled: true, domains: ['shop.example.com'], daily_runs: 10 } })
    const { token } = (await save()).body.data
    const ask = () => test.call('POST', `/api/widget/${token}/runs`, { body: { input: { text: 'hello' } } })
    expect((await ask()).status).toBeLessThan(300)
    for (const widgets of ['off', ['seller']] as const) {
      await switchTo({ widgets })
      expect(refused(await save())).toEqual(OFF)
      expect(refused(await ask())).toEqual(OFF)
      expect(refused(await test.call('GET', `/api/widget/${token}`))).toEqual(OFF)
      expect(await findWidgetHosts(test.database.db, token)).toBeNull()
    }
    await switchTo({ widgets: ['basic_user'] })
    expect((await ask()).status).toBeLessThan(300)
    expect(await findWidgetHosts(test.database.db, token)).toEqual(['shop.example.com'])
  })

  it('adds no JavaScript step, and leaves those that are there alone', async () => {
    const code = node('code', 'code', { source: 'return 1' })
    const start = node('start', 'manual_trigger')
    const document = workflow([start, code], wires('start > code'))
    const create = () => test.call('POST', '/api/v1/workflows', { as: seller, body: { name: 'With code', document } })
    const made = (await create()).body.data
    await switchTo({ code_node: ['admin'] })
    expect(refused(await create())).toEqual(OFF)
    const change = (nodes: object[]) =>
      test.call('PUT', `/api/v1/workflows/${made.id}`, {
        as: seller,
        body: { base_revision: made.revision, document: { ...document, nodes } },
      })
    expect(refused(await change([start, code, { ...code, id: 'other' }]))).toEqual(OFF)
    const renamed = await change([start, { ...code, title: 'Renamed' }])
    expect(renamed.status).toBe(200)
  })

  it('refuses proposals of workflows', async () => {
    const ask = () =>
      test.call('POST', '/api/v1/workflow-proposals', { as: seller, body: { sentence: 'Read incoming invoices' } })
    await switchTo({ workflow_proposals: ['admin'] })
    expect(refused(await ask())).toEqual(OFF)
    await switchTo({})
    expect((await ask()).status).toBe(200)
  })
})

describe('the setting', () => {
  it('is the super admin’s alone, and refuses what it does not know by its field', async () => {
    for (const [as, status] of [
      [null, 401],
      [seller, 403],
      [await test.person('admin'), 403],
    ] as const) {
      const { version } = await current()
      const body = { version, value: {}, reason: 'x' }
      expect((await test.call('PUT', PATH, { as, body })).status).toBe(status)
    }
    for (const [value, field] of [
      [{ mcp: [] }, 'value.mcp'],
      [{ mcp: ['king'] }, 'value.mcp'],
      [{ mcp: 'on' }, 'value.mcp'],
      [{ tryouts: ['seller'] }, 'value.tryouts'],
      [{ everything: 'off' }, 'value'],
    ] as const) {
      const { status, body } = await put(value)
      expect([value, status, String(body.errors[0].field).startsWith(field)]).toEqual([value, 400, true])
    }
    expect((await current()).value).toEqual({})
  })

  it('is told to everyone, applies on another process within two seconds, and is audited', async () => {
    const other = await openSettings(test.database.db, { warn: () => {} })
    await switchTo({ mcp: ['admin', 'seller'], tryouts: 'off' })
    await expect
      .poll(() => other.now().features, { timeout: 2000, interval: 20 })
      .toEqual({
        mcp: ['seller', 'admin'],
        tryouts: 'off',
      })
    await other.close()
    expect((await test.call('GET', '/api/v1/site')).body.data.features).toEqual({
      mcp: ['seller', 'admin'],
      tryouts: 'off',
    })
    const { rows } = await test.database.pool.query(
      `select reason, details from audit_log where action = 'features.change' order by id desc limit 1`,
    )
    const details = { mcp: { from: null, to: ['seller', 'admin'] }, tryouts: { from: null, to: 'off' } }
    expect(rows).toEqual([{ reason: 'Company policy', details }])
  })
})
