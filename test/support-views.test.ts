/**
 * An admin who sees Chowk as another person: every endpoint of the contract is asked in the view, with things that are the person's. What
 * changes something is refused and changes nothing, what is closed to views is refused, and nothing that is answered holds what the
 * person put in, or what opens something of theirs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUPPORT_VIEW_HEADER } from '#contract/accounts/support-view-values.ts'
import { api, type EndpointName } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { VIEW_READS } from '#contract/endpoint-lists/view-reads.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { notify } from '#server/areas/accounts/notifications/notifications.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { giving } from '#test/support/coupons.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { addPurchase } from '#test/support/paid-agent.ts'

const ENDPOINTS = Object.entries<EndpointDefinition>(api) as [EndpointName, EndpointDefinition][]
/** What the person put in, in each place that could hold it. */
const SECRET = 'Meera has asthma'
const NOBODYS = '01890000-0000-7000-8000-000000000000'

let test: TestApp
let admin: Person
let person: Person
let view: string
let agent: Awaited<ReturnType<typeof addAgent>>
const ids: Record<string, string> = {}
/** What may be in no answer: what the person put in, and what opens something. */
const secrets = new Set([SECRET])

const document = workflow([node('start', 'webhook_trigger'), set('done', { said: SECRET })], wires('start > done'))
const ofRun = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)

const post = async (path: string, body: object, method = 'POST') => {
  const answer = await test.call(method, path, { as: person, body })
  expect([path, answer.status, answer.body.errors]).toEqual([path, expect.toBeOneOf([200, 201, 202]), undefined])
  return answer.body.data
}

async function fillAccount(): Promise<void> {
  const { pool, db } = test.database
  agent = await addAgent(pool, person.id, ofRun)
  ids.workflows = (await post('/api/v1/workflows', { name: 'Intake', document })).id
  await post(`/api/v1/workflows/${ids.workflows}/pins/done`, { output: { text: SECRET } }, 'PUT')
  await post(`/api/v1/workflows/${ids.workflows}/comments`, { text: SECRET })
  const { body } = await test.call('GET', `/api/v1/workflows/${ids.workflows}`, { as: person })
  for (const path of Object.values<string>(body.data.hook)) secrets.add(path.split('/').at(-1) ?? path)
  const run = await post('/api/v1/workflows/execute', { agent_id: agent.slug, input: { text: SECRET }, wait_ms: 5000 })
  ids.executions = run.execution_id
  await pool.query('update executions set title = $2, error = $3 where id = $1', [
    ids.executions,
    SECRET,
    JSON.stringify({ code: 'bad_input', message: `“${SECRET}” is no date`, node_id: 'done' }),
  ])
  ids.services = (await post('/api/v1/services', { agent_id: agent.slug, settings: { preset: SECRET } })).id
  const times = await post(`/api/v1/services/${ids.services}/schedules`, { cron: '0 9 * * *', input: { text: SECRET } })
  ids.schedule = times.schedules[0].id
  const widget = await post(
    `/api/v1/services/${ids.services}/widget`,
    { enabled: true, domains: ['example.com'] },
    'PUT',
  )
  secrets.add(widget.token)
  ids['api-keys'] = (await post('/api/v1/api-keys', { name: SECRET, scopes: ['read'] })).api_key.id
  const credential = { type: 'bearer', name: SECRET, fields: { token: 'x', hosts: 'api.example.com' } }
  ids.credentials = (await post('/api/v1/credentials', credential)).credential.id
  const model = { name: SECRET, provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' }
  ids.models = (await post('/api/v1/models', model)).id
  const coupon = await post('/api/v1/coupons', giving())
  ids.coupons = coupon.id
  secrets.add(coupon.code)
  ids.benches = (await post('/api/v1/benches', { agent_ids: [agent.id] })).id
  ids.snippets = (
    await post('/api/v1/snippets', {
      name: 'Part',
      content: { nodes: [set('a', { said: SECRET })], edges: [], inputs: [] },
    })
  ).id
  ids.purchases = await addPurchase(test.database, person.id, agent)
  await notify(db, person.id, {
    kind: 'run_failed',
    title: say('A run failed'),
    message: verbatim(SECRET),
    href: '/dashboard',
  })
  ids.agents = agent.id
}

beforeAll(async () => {
  test = await createTestApp()
  admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
  person = await test.person('creator_admin')
  await fillAccount()
  const started = await test.call('POST', `/api/v1/admin/people/${person.id}/view`, {
    as: admin,
    body: { reason: 'Ticket 4711' },
  })
  expect(started.status).toBe(201)
  view = started.body.data.id
})
afterAll(() => test.close())

function urlOf(path: string): string {
  const thing =
    /\/(agents|workflows|workflow-hub|services|snippets|coupons|benches|credentials|models|purchases|executions|api-keys)\/(?:executions\/)?\{id\}/.exec(
      path,
    )?.[1] ?? ''
  const key = path.includes('/executions/{id}') ? 'executions' : thing === 'workflow-hub' ? 'workflows' : thing
  return path
    .replace('{id}', ids[key] ?? NOBODYS)
    .replace('{node_id}', 'done')
    .replace('{schedule}', ids.schedule ?? '')
    .replace('{page}', '1')
    .replace(/\{(?:number|agent|case)\}/g, '1')
    .replace('{type}', 'manual_trigger')
    .replace('{token}', 'a'.repeat(32))
    .replace('{platform}', 'marketplace')
    .replace('{system}', 'icd-10')
    .replace(/\{\w+\}/g, NOBODYS)
}

const inView = { [SUPPORT_VIEW_HEADER]: '' }
const ask = (method: string, path: string, headers: Record<string, string> = {}, as: Person | null = admin) =>
  test.call(method, encodeURI(urlOf(path)), {
    as,
    headers: { ...inView, [SUPPORT_VIEW_HEADER]: view, ...headers },
    ...(method !== 'GET' && { body: {} }),
  })

/** Every row of every table. What runs in the background tells of itself without being asked. */
async function snapshot(): Promise<Record<string, string>> {
  const { pool } = test.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'auth') and tablename not in ('executors', 'job_leases') order by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${name} t`,
    )
    digests[name] = rows[0].digest
  }
  return digests
}

describe('an admin who sees Chowk as another person', () => {
  it('is refused by name at every endpoint that changes something, and at every read that is not named for views', async () => {
    const before = await snapshot()
    const refusals: Record<string, string[]> = { viewing_read_only: [], viewing_closed: [] }
    for (const [name, definition] of ENDPOINTS) {
      const { method, path, any_method, answers } = definition
      // Says nothing of anyone.
      if (answers === 'raw' || path.startsWith('/hooks/')) continue
      if (method === 'GET' && VIEW_READS.has(name)) continue
      const expected = method !== 'GET' || any_method ? 'viewing_read_only' : 'viewing_closed'
      const { status, body } = await ask(method, path)
      expect([name, status, body.errors?.[0]?.code]).toEqual([name, 403, expected])
      refusals[expected]?.push(name)
    }
    expect(refusals.viewing_read_only?.length).toBeGreaterThan(200)
    expect(refusals.viewing_closed?.length).toBeGreaterThan(60)
    expect(await snapshot()).toEqual(before)
  })

  it('reads what the person reads, changes nothing by it, and finds nothing that they put in or that opens something', async () => {
    const reads = ENDPOINTS.filter(([name]) => VIEW_READS.has(name))
    const own = new Map<string, number>()
    // What the person reads is entered in the records of their runs.
    for (const [name, { method, path }] of reads)
      own.set(name, (await test.call(method, encodeURI(urlOf(path)), { as: person })).status)
    const before = await snapshot()
    const answered: string[] = []
    for (const [name, { method, path, answers }] of reads) {
      expect([name, method, answers === 'stream']).toEqual([name, 'GET', false])
      const viewed = await ask(method, path)
      expect([name, viewed.status]).toEqual([name, own.get(name)])
      if (viewed.status === 200) answered.push(name)
      const text = JSON.stringify(viewed.body)
      for (const secret of secrets) expect([name, text.includes(secret)]).toEqual([name, false])
    }
    expect(answered.length).toBeGreaterThan(55)
    expect(await snapshot()).toEqual(before)
  })

  it('sees how a run went, with its code instead of its message, and finds nothing by what a title says', async () => {
    const { body } = await ask('GET', '/api/v1/executions/{id}')
    expect(body.data).toMatchObject({ title: null, input: null, output: null, content_open: false })
    expect(body.data.error).toMatchObject({ code: 'bad_input', message: 'bad_input' })
    const find = (headers: Record<string, string>, as: Person) =>
      test.call('GET', '/api/v1/executions', { as, headers, query: { search: 'Meera' } })
    expect((await find({}, person)).body.data.total).toBe(1)
    expect((await find({ [SUPPORT_VIEW_HEADER]: view }, admin)).body.data.total).toBe(0)
  })

  it('is refused by the database as well where an endpoint for views would write', async () => {
    const { runReadOnly, limitConnectionsPerCaller } = await import(
      '#server/platform/database/connections-per-caller.ts'
    )
    const connections = limitConnectionsPerCaller(test.database.pool, 4)
    const write = () => connections.query('update users set bio = $2 where id = $1', [person.id, 'changed'])
    await expect(runReadOnly(write)).rejects.toMatchObject({ code: '25006' })
    // The connection is as it was for the next caller.
    await expect(write()).resolves.toMatchObject({ rowCount: 1 })
  })
})
