import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { ACCEPTED_IN_MAINTENANCE } from '#contract/endpoint-lists/accepted-in-maintenance.ts'
import { isQueueMoving } from '#server/areas/platform/health/health.store.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, storeWorkflow, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let root: Person
let admin: Person
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
  admin = await test.person('admin')
  seller = await test.person('seller')
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/settings/maintenance'
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const current = async () => (await test.call('GET', '/api/v1/admin/settings', { as: root })).body.data
const shown = async () => (await test.call('GET', '/api/v1/site')).body.data.maintenance
const put = (body: object, as: Person | null = root) =>
  test.call('PUT', PATH, { as, body: { reason: 'Moving the database', ...body } })
/** As one who has just looked does it. */
async function change(value: { message: string; until?: string | null } | null) {
  const { version } = (await current()).maintenance
  const answer = await put({ version, value: value && { until: null, ...value } })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const createWorkflow = (as: Person) => test.call('POST', '/api/v1/workflows', { as, body: { name: 'Letters' } })

const DOCUMENT = workflow([node('start', 'manual_trigger'), set('a', { x: 1 })], wires('start > a'))
const execute = async (as: Person) => {
  const { workflow_id } = await storeWorkflow(test.database.pool, as.id, DOCUMENT)
  return test.call('POST', '/api/v1/workflows/execute', { as, body: { workflow_id, input: {} } })
}
const run = async (id: string, as: Person) => (await test.call('GET', `/api/v1/executions/${id}`, { as })).body.data

describe('maintenance', () => {
  it('lets people read, refuses their changes by name, and keeps admins at work', async () => {
    await change({ message: 'We move the database', until: inMs(600_000) })
    expect(await shown()).toEqual({ message: 'We move the database', until: expect.any(String) })
    expect((await test.call('GET', '/api/v1/workflow-hub', { as: seller })).status).toBe(200)
    expect((await test.call('GET', '/api/v1/agents')).status).toBe(200)
    const { status, headers, body } = await createWorkflow(seller)
    expect([status, body.errors[0].code]).toEqual([503, 'maintenance'])
    expect(body.errors[0].message).toBe('Changes are paused for maintenance: We move the database')
    expect(Number(headers['retry-after'])).toBeGreaterThan(590)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
    expect((await createWorkflow(admin)).status).toBe(201)
    await change(null)
    expect(await shown()).toBeNull()
    expect((await createWorkflow(seller)).status).toBe(201)
  })

  it('refuses the keys of admins, and the tools that change something', async () => {
    const made = await test.call('POST', '/api/v1/api-keys', {
      as: { ...admin, signed_in_at: new Date() },
      body: { name: 'Robot', scopes: ['read', 'run', 'delete'] },
    })
    const headers = { authorization: `Bearer ${made.body.data.secret ?? made.body.data.key}` }
    await change({ message: 'Soon' })
    const removed = await test.call('POST', '/api/v1/executions/delete', { headers, body: { ids: [] } })
    expect([removed.status, removed.headers['retry-after']]).toEqual([503, '120'])
    await change(null)
  })

  it('accepts runs, which wait, and starts them when it is over', async () => {
    await change({ message: 'Soon' })
    const started = await execute(seller)
    expect([started.status, started.body.data.status]).toEqual([200, 'queued'])
    const id = started.body.data.execution_id
    await expect.poll(async () => (await current()).held_runs, { timeout: 60_000 }).toBe(1)
    expect((await run(id, seller)).status).toBe('queued')
    await change(null)
    await expect.poll(async () => (await run(id, seller)).status, { timeout: 60_000 }).toBe('succeeded')
    expect((await current()).held_runs).toBe(0)
  })

  it('makes no queue count as stuck, neither while it lasts nor right after it', async () => {
    const { db, pool } = test.database
    await change({ message: 'Soon' })
    const { body } = await execute(seller)
    const age = `update executions set created_at = now() - interval '1 hour', started_at = null where id = $1`
    await pool.query(age, [body.data.execution_id])
    await pool.query(`update executions set started_at = now() - interval '1 hour' where started_at is not null`)
    expect(await isQueueMoving(db, 10)).toBe(true)
    await pool.query(`update settings set value = 'null', changed_at = now() - interval '5 minutes'`)
    expect(await isQueueMoving(db, 10)).toBe(true)
  })
})

describe('the setting', () => {
  it('is for the super admin alone', async () => {
    const { version } = (await current()).maintenance
    for (const [as, status] of [
      [null, 401],
      [seller, 403],
      [admin, 403],
    ] as const) {
      expect((await put({ version, value: null }, as)).status).toBe(status)
      expect((await test.call('GET', '/api/v1/admin/settings', { as })).status).toBe(status)
    }
  })

  it('is refused with its field, and nothing changes', async () => {
    const { version } = (await current()).maintenance
    for (const [body, field] of [
      [{ value: { message: '  ', until: null } }, 'value.message'],
      [{ value: { message: 'x'.repeat(301), until: null } }, 'value.message'],
      [{ value: { message: 'Soon', until: inMs(-1000) } }, 'value.until'],
      [{ value: { message: 'Soon', until: inMs(31 * 86_400_000) } }, 'value.until'],
      [{ value: { message: 'Soon', until: 'later' } }, 'value.until'],
      [{ value: null, reason: ' ' }, 'reason'],
      [{ value: null, reason: 'x'.repeat(1001) }, 'reason'],
      [{ value: null, version: -1 }, 'version'],
    ] as const) {
      const answer = await put({ version, ...body })
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    }
    expect((await current()).maintenance.version).toBe(version)
  })

  it('tells the second of two admins who decide at the same time', async () => {
    const { version } = (await current()).maintenance
    const answers = await Promise.all(
      ['One', 'Two'].map((message) => put({ version, value: { message, until: null } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.errors[0].code).toBe('stale_details')
    const won = answers.find(({ status }) => status === 200)?.body.data
    expect((await current()).maintenance).toEqual(won)
    await change(null)
  })

  it('is in the audit log with its reason, and with what was before and after', async () => {
    await change({ message: 'First' })
    await change({ message: 'Second' })
    await change(null)
    const { rows } = await test.database.pool.query(
      `select actor_id, reason, details from audit_log where action = 'maintenance.change' order by id desc limit 3`,
    )
    const by = { actor_id: root.id, reason: 'Moving the database' }
    expect(rows).toEqual([
      { ...by, details: { message: { from: 'Second', to: null } } },
      { ...by, details: { message: { from: 'First', to: 'Second' } } },
      { ...by, details: { message: { from: null, to: 'First' } } },
    ])
  })

  it('holds on another process within two seconds', async () => {
    const other = await openSettings(test.database.db, { warn: () => {} })
    await change({ message: 'Soon' })
    await expect.poll(() => other.now().maintenance?.message, { timeout: 2000, interval: 20 }).toBe('Soon')
    await change(null)
    await expect.poll(() => other.now().maintenance, { timeout: 2000, interval: 20 }).toBeNull()
    await other.close()
  })
})

it('names only endpoints that change something', () => {
  for (const name of ACCEPTED_IN_MAINTENANCE) expect([name, api[name].method]).not.toEqual([name, 'GET'])
})
