import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { WIDGET } from '#contract/services/widget-limits.ts'
import { PublicWidget, ServiceWidget } from '#contract/services/widgets.ts'
import { output } from '#nodes/node.ts'
import { checkWidgetBudget } from '#server/areas/billing/credits/widget-budget.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { mayFrame } from '#server/platform/http/pages/widget.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { TEST_BRAND } from '#test/support/brand.ts'
import { addAgent } from '#test/support/catalogue.ts'
import type { TestDatabase } from '#test/support/database.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { findWidgetHosts } from './visitors.ts'
import { parseDomain } from './widgets.ts'

const PRICE = 500
const document = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $input.text }}' })],
  wires('start > done'),
)
const writing = workflow(
  [
    node('start', 'manual_trigger'),
    node('inner', 'effect', { does: 'write', with: 'inner.txt' }),
    node('result', 'effect', { does: 'write', with: 'result.txt' }),
  ],
  wires('start > inner > result'),
)
const failing = workflow(
  [node('start', 'manual_trigger'), node('end', 'effect', { does: 'fail' })],
  wires('start > end'),
)

let test: TestApp
let seller: Person
/** Ids of what the steps wrote last, by name. */
const written: Record<string, string> = {}
const page = mkdtempSync(join(tmpdir(), 'chowk-widget-'))
writeFileSync(join(page, 'index.html'), '<meta name="brand" content="Chowk" /><title>Ask</title>')
const late: { database: TestDatabase | null } = { database: null }
beforeAll(async () => {
  test = await createTestApp({
    widgets: {
      root: page,
      hostsOf: async (token) => (late.database ? findWidgetHosts(late.database.db, token) : null),
    },
    brand: () => ({ ...TEST_BRAND, name: 'Mine & yours' }),
    behaviours: {
      fail: () => {
        throw new Error('the database of the owner is at 10.0.0.7')
      },
      write: async ({ config, run }) => {
        const name = String(config.with)
        const file = { name, mime: 'text/plain', bytes: Buffer.from(name) }
        const files = createFilePort({ db: test.database.db, files: test.files })
        const made = await files.write(file, run.owner, run.idempotency_key)
        written[name] = made.file_id
        return output({ file: { ...made } })
      },
    },
  })
  late.database = test.database
  seller = await test.person('seller')
  const { pool } = test.database
  await addAgent(pool, seller.id, document, { slug: 'echo', name: 'Echo' })
  await addAgent(pool, seller.id, failing, { slug: 'failing' })
  await addAgent(pool, seller.id, writing, { slug: 'writing' })
  await addAgent(pool, seller.id, document, { slug: 'paid-echo', price: ['per_run', PRICE] })
  await pool.query(`update agents set trial_runs = 0 where slug = 'paid-echo'`)
})
afterAll(async () => {
  await test.close()
  rmSync(page, { recursive: true })
})

const on = { enabled: true, domains: ['shop.example.com'], daily_runs: 1000 }

async function deploy(agent_id = 'echo', settings: object = on) {
  const owner = await test.person()
  const { id } = (await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id } })).body.data
  const at = `/api/v1/services/${id}/widget`
  const save = (body: object) => test.call('PUT', at, { as: owner, body })
  const saved = await save(settings)
  const get = async () => ServiceWidget.parse((await test.call('GET', at, { as: owner })).body.data)
  return { owner, id: id as string, at, save, saved, get, token: saved.body.data?.token as string }
}

let address = 0
const nextIp = () => `203.0.113.${(address++ % 250) + 1}`
const ask = (token: string, input: object = { text: 'hello' }, more: object = {}) =>
  test.call('POST', `/api/widget/${token}/runs`, { body: { input }, ip: nextIp(), ...more })

describe('a widget', () => {
  it('is off until its owner turns it on, for sites they name', async () => {
    const { get, save, saved } = await deploy('echo', {})
    expect(saved.body.data).toMatchObject({ enabled: false, title: 'Echo', domains: [], daily_runs: WIDGET.daily_runs })
    const { token } = await get()
    expect((await test.call('GET', `/api/widget/${token}`)).status).toBe(404)
    expect((await ask(token ?? '')).status).toBe(404)
    const nowhere = await save({ enabled: true })
    expect([nowhere.status, nowhere.body.errors[0].field]).toEqual([400, 'domains'])
    expect((await save(on)).body.data).toMatchObject({ enabled: true, token })
  })

  it('shows visitors its form, and lets each read their own result alone', async () => {
    const { token, id, owner, get } = await deploy()
    const shown = await test.call('GET', `/api/widget/${token}`, { ip: nextIp() })
    expect(PublicWidget.strict().parse(shown.body.data)).toMatchObject({ title: 'Echo', closed: null })
    const [one, other] = [await ask(token), await ask(token, { text: 'other' })]
    expect(one.body.data).toMatchObject({ status: 'succeeded', output: { said: 'hello' } })
    const read = (run: string, run_token: string) =>
      test.call('GET', `/api/widget/${token}/runs/${run}`, { headers: { 'x-run-token': run_token } })
    const { run, run_token } = one.body.data
    expect((await read(run, run_token)).body.data).toEqual({ status: 'succeeded', output: { said: 'hello' } })
    expect((await read(run, other.body.data.run_token)).status).toBe(404)
    expect((await test.call('GET', `/api/widget/${token}/runs/${run}`)).status).toBe(404)
    // The token opens the result, not the run behind it: no steps, no cost, no second run.
    const headers = { 'x-run-token': run_token }
    expect((await test.call('GET', `/api/v1/executions/${run}`, { headers })).status).toBe(404)
    const again = await test.call('POST', `/api/v1/executions/${run}/control`, { headers, body: { action: 'rerun' } })
    expect(again.status).toBe(404)
    const runs = await test.call('GET', '/api/v1/executions', { as: owner, query: { service_id: id } })
    expect(runs.body.data.items.map(({ trigger }: { trigger: string }) => trigger)).toEqual(['chat', 'chat'])
    expect((await get()).today).toEqual({ runs: 2, paise: 0 })
  })

  it('does not answer a deleted run again to a repeated request', async () => {
    const { token, owner } = await deploy()
    const mine = (await ask(token)).body.data.run_token
    const same = { ip: nextIp(), headers: { 'idempotency-key': 'one-key', 'x-run-token': mine } }
    const first = await ask(token, { text: 'positive' }, same)
    expect(first.body.data).toMatchObject({ status: 'succeeded', output: { said: 'positive' } })
    const deleted = await test.call('DELETE', `/api/v1/executions/${first.body.data.run}`, { as: owner })
    expect(deleted.status).toBe(200)
    const again = await ask(token, { text: 'positive' }, same)
    expect(JSON.stringify(again.body)).not.toContain('positive')
    expect(again.status).not.toBe(200)
  })

  it('says nothing of its owner, whatever goes wrong', async () => {
    const { token, save, id, owner } = await deploy('failing')
    await test.call('PUT', `/api/v1/services/${id}`, { as: owner, body: { name: 'Secret project' } })
    const failed = await ask(token)
    const { run, run_token } = failed.body.data
    const ended = await until(async () => {
      const { body } = await test.call('GET', `/api/widget/${token}/runs/${run}`, {
        headers: { 'x-run-token': run_token },
      })
      return body.data.status !== 'running' && body
    })
    expect(ended.data).toEqual({ status: 'failed', output: null })
    const broke = await deploy('paid-echo', { ...on, daily_paise: PRICE })
    const poor = await ask(broke.token)
    expect([poor.status, poor.body.status.message]).toEqual([
      409,
      'This isn’t available at the moment. Try again later.',
    ])
    const shown = await test.call('GET', `/api/widget/${token}`)
    const told = JSON.stringify([failed.body, ended, poor.body, shown.body, save.length])
    for (const secret of ['10.0.0.7', 'Secret project', 'credits', owner.id, id, '₹'])
      expect(told).not.toContain(secret)
  })

  it('gives visitors the files of the result, and none that is written on the way to it', async () => {
    const { token } = await deploy('writing')
    const { status, run, run_token } = (await ask(token)).body.data
    expect([status, Object.keys(written)]).toEqual(['succeeded', ['inner.txt', 'result.txt']])
    const statusOf = async (name: string) => {
      const path = `/api/widget/${token}/runs/${run}/files/${written[name]}`
      return (await test.call('GET', path, { headers: { 'x-run-token': run_token } })).status
    }
    expect([await statusOf('result.txt'), await statusOf('inner.txt')]).toEqual([200, 404])
  })

  it('checks what visitors send, and takes no document but their own', async () => {
    const { token, owner } = await deploy()
    const wrong = await ask(token, { text: 7 })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'input.text'])
    const boundary = 'x'.repeat(20)
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const ip = nextIp()
    const owners = await test.call('POST', '/api/v1/files', { as: owner, payload, headers })
    const own = await test.call('POST', '/api/v1/files', { payload, headers, ip })
    const give = (file_id: string, input: object = { text: 'x', file: { file_id } }) => ask(token, input, { ip })
    expect((await give(owners.body.data.id)).status).toBe(400)
    expect((await give('', { text: 'x', deep: { file: { file_id: own.body.data.id } } })).status).toBe(400)
    const taken = await give(own.body.data.id)
    expect(taken.body.data.status).toBe('succeeded')
    const { rows } = await test.database.pool.query(
      'select expires_at is not null as goes from files where owner_id = $1 order by created_at desc limit 1',
      [owner.id],
    )
    expect(rows).toEqual([{ goes: true }])
  })

  it('is dead at once when its token is renewed, it is turned off, or its service goes', async () => {
    const { token, at, owner, save, id } = await deploy()
    const { run, run_token } = (await ask(token)).body.data
    const renewed = (await test.call('POST', `${at}/token`, { as: owner })).body.data.token
    expect(renewed).not.toBe(token)
    expect((await ask(token)).status).toBe(404)
    const read = await test.call('GET', `/api/widget/${token}/runs/${run}`, { headers: { 'x-run-token': run_token } })
    expect(read.status).toBe(404)
    expect((await ask(renewed)).status).toBe(200)
    await save({ enabled: false })
    expect((await ask(renewed)).status).toBe(404)
    await save({ enabled: true })
    await test.call('DELETE', `/api/v1/services/${id}`, { as: owner })
    expect((await ask(renewed)).status).toBe(404)
  })

  it('of a paused service, or a blocked owner, does not run', async () => {
    const { token, id, owner } = await deploy()
    await test.call('PUT', `/api/v1/services/${id}`, { as: owner, body: { status: 'paused' } })
    const shown = await test.call('GET', `/api/widget/${token}`)
    expect(shown.body.data.closed).toBe('This isn’t available at the moment. Try again later.')
    expect((await ask(token)).status).toBe(409)
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [owner.id])
    expect((await ask(token)).status).toBe(404)
  })

  it('is its owner’s alone', async () => {
    const { at } = await deploy()
    const stranger = await test.person()
    const answers = [
      await test.call('GET', at, { as: stranger }),
      await test.call('PUT', at, { as: stranger, body: on }),
      await test.call('POST', `${at}/token`, { as: stranger }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('the budget of a day', () => {
  it('is not passed by one run, however many visitors ask at once', async () => {
    const { token, get } = await deploy('echo', { ...on, daily_runs: 7 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.status.message))).toEqual(
      new Set(['Today’s limit is reached. Come back tomorrow.']),
    )
    expect((await get()).today.runs).toBe(7)
  })

  it('is not passed by one paisa, and what fails is not counted', async () => {
    const { token, owner, get } = await deploy('paid-echo', { ...on, daily_paise: PRICE * 3 + 100 })
    await giveCredits(test.database, owner.id, PRICE * 40)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await get()).today).toEqual({ runs: 3, paise: PRICE * 3 })
    const { rows } = await test.database.pool.query(
      `select count(*)::int as charges from charges where buyer_id = $1`,
      [owner.id],
    )
    expect(rows).toEqual([{ charges: 3 }])
  })

  it('is what paid models inside its runs are held to, and no other run is', async () => {
    const { token, owner, id } = await deploy('paid-echo', { ...on, daily_paise: PRICE + 100 })
    await giveCredits(test.database, owner.id, PRICE * 10)
    expect((await ask(token)).status).toBe(200)
    const body = { service_id: id, input: { text: 'by hand' }, wait_ms: 5000 }
    expect((await test.call('POST', '/api/v1/workflows/execute', { as: owner, body })).status).toBe(200)
    const { rows } = await test.database.pool.query(
      'select c.id from charges c join executions e on e.id = c.execution_id where c.buyer_id = $1 order by e.trigger = $2 desc',
      [owner.id, 'chat'],
    )
    const check = (row: { id: string }, paise: number) =>
      test.database.db.transaction().execute((tx) => checkWidgetBudget(tx, { charge: row.id }, paise))
    await check(rows[0], 100)
    await expect(check(rows[0], 101)).rejects.toMatchObject({ code: 'cap_reached' })
    await check(rows[1], 1_000_000)
  })

  it('must reach for one run at least', async () => {
    const { saved } = await deploy('paid-echo', { ...on, daily_paise: PRICE - 1 })
    expect([saved.status, saved.body.errors[0].field]).toEqual([400, 'daily_paise'])
  })

  it('leaves one visitor so many runs an hour', async () => {
    const { token } = await deploy()
    const ip = nextIp()
    const answers = await Promise.all(
      Array.from({ length: RUNTIME_LIMITS.widget_runs_per_hour.default + 5 }, () => ask(token, { text: 'x' }, { ip })),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })
})

describe('a domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Shop.Example.COM:8443 ', 'shop.example.com:8443'],
    ['*.example.com', '*.example.com'],
    ['localhost:8080', 'localhost:8080'],
    ['बीज.भारत', 'xn--81b5a8c.xn--h2brj9c'],
  ])('%s is taken', (text, domain) => {
    expect(parseDomain(text)).toBe(domain)
  })

  it.each([
    '*',
    '*.com',
    'example',
    'https://example.com',
    'example.com/path',
    'a.*.com',
    'example.com:99999',
    "example.com; script-src 'unsafe-inline'",
    'example.com\n*',
    '10.0.0.1',
    '*.localhost',
    '',
  ])('%j is none', (text) => {
    expect(parseDomain(text)).toBeNull()
  })
})

describe('the page', () => {
  it('is framed by the named sites alone', async () => {
    const { token } = await deploy('echo', { ...on, domains: ['shop.example.com', '*.example.org'] })
    const framed = (referer?: string) =>
      test.call('GET', `/widget/${token}`, { headers: referer === undefined ? {} : { referer } })
    const { status, headers } = await framed('https://shop.example.com/')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /script-src 'self'; .*frame-ancestors 'self' shop\.example\.com \*\.example\.org$/,
    )
    expect(headers['x-frame-options']).toBeUndefined()
    expect((await framed()).status).toBe(200)
    expect((await framed('https://evil.example/')).status).toBe(403)
    expect((await test.call('GET', `/widget/${'x'.repeat(32)}`)).status).toBe(404)
    expect((await test.call('GET', '/marketplace')).headers['x-frame-options']).toBe('DENY')
  })

  it('takes questions from itself alone', async () => {
    const { token } = await deploy()
    const from = (origin: string) => ask(token, { text: 'x' }, { headers: { origin, host: 'chowk.example' } })
    expect((await from('https://chowk.example')).status).toBe(200)
    expect((await from('https://shop.example.com')).status).toBe(403)
    expect((await from('null')).status).toBe(403)
  })

  it.each([
    ['https://a.example.org/x', true],
    ['https://a.b.example.org/x', true],
    ['https://example.org/', false],
    ['https://notexample.org/', false],
    ['https://shop.example.com:8443/', false],
    ['https://own.example/', true],
  ])('in %s: %s', (referer, may) => {
    expect(mayFrame(referer, 'own.example', ['shop.example.com', '*.example.org'])).toBe(may)
  })
})
