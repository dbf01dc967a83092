/** Blocking a seller stops everything they sell, and activating them brings it back. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileId } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { type Assistant, assistantAt } from '#test/support/mcp.ts'

const document = workflow(
  [node('start', 'manual_trigger'), node('end', 'effect', { does: 'end' })],
  wires('start > end'),
)
const SAMPLE = { text: 'sample' }

let test: TestApp
let seller: Person
let buyer: Person
let admin: Person
let agent: { id: string; slug: string; version_id: string }
let service = ''
let earlier = ''
let widget = ''
/** The address of a document that a sample of the agent names. */
let document_of_sample = ''
let assistant: Assistant
beforeAll(async () => {
  test = await createTestApp({ behaviours: { end: () => output('done') } })
  seller = await test.person('seller')
  buyer = await test.person()
  admin = await test.person('super_admin')
  const file = uuidv7()
  const samples = [
    { title: 'One', input: SAMPLE },
    { title: 'Two', input: { ...SAMPLE, file: { file_id: file } } },
  ]
  agent = await addAgent(test.database.pool, seller.id, document, { samples })
  await addSampleFile(file)
  service = uuidv7()
  await test.database.pool.query(
    `insert into services (id, owner_id, agent_id, agent_version_id, name) values ($1, $2, $3, $4, 'Mine')`,
    [service, buyer.id, agent.id, agent.version_id],
  )
  earlier = (await run(buyer, { agent_id: agent.id, input: SAMPLE })).body.data.execution_id
  const shown = { enabled: true, domains: ['shop.example.com'], daily_runs: 100 }
  widget = (await test.call('PUT', `/api/v1/services/${service}/widget`, { as: buyer, body: shown })).body.data.token
  const key = { name: 'x', scopes: ['read', 'run'] }
  const { secret } = (await test.call('POST', '/api/v1/api-keys', { as: buyer, body: key })).body.data
  assistant = await assistantAt(`${await test.app.listen({ port: 0, host: '127.0.0.1' })}/mcp`, secret)
})
afterAll(async () => {
  await assistant.close()
  await test.close()
})

async function addSampleFile(file: string): Promise<void> {
  const stored = await test.files.put(FileId.parse(file), Readable.from([Buffer.from('A note')]), {
    name: 'note.txt',
    mime: 'text/plain',
    maxBytes: 100,
  })
  const { pool } = test.database
  await pool.query(
    `insert into files (id, owner_id, name, mime, bytes, sha256) values ($1, $2, 'note.txt', $3, $4, $5)`,
    [file, seller.id, stored.mime, stored.size, stored.sha256],
  )
  await pool.query('insert into agent_sample_files (agent_id, file_id) values ($1, $2)', [agent.id, file])
  await pool.query('update agent_versions set published_at = now() where id = $1', [agent.version_id])
  document_of_sample = `/api/v1/agents/${agent.id}/sample-files/${file}/note.txt`
}

const run = (as: Person | null, body: object) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { wait_ms: 5000, ...body } })

/** What an assistant is told, as the API would say it. */
async function byAssistant(args: Record<string, unknown>) {
  const { failed, data } = await assistant.call('run_agent', args)
  const status = failed ? (data.error.code === 'not_found' ? 404 : 409) : 200
  return { status, body: { errors: [{ message: data.error?.message ?? '' }] } }
}

/** Every way to the agent, with the status it answers and its words. */
async function ways(): Promise<Record<string, [status: number, message: string | null]>> {
  const input = { text: 'x' }
  const listed = (await test.call('GET', '/api/v1/agents', { query: { search: 'agent' } })).body.data
  const answers = {
    list: { status: listed.agents.some(({ id }: { id: string }) => id === agent.id) ? 200 : 404, body: null },
    page: await test.call('GET', `/api/v1/agents/${agent.slug}`),
    buyer: await run(buyer, { agent_id: agent.id, input }),
    visitor: await run(null, { agent_id: agent.id, input: SAMPLE }),
    service: await run(buyer, { service_id: service, input }),
    rerun: await test.call('POST', `/api/v1/executions/${earlier}/control`, { as: buyer, body: { action: 'rerun' } }),
    widget: await test.call('POST', `/api/widget/${widget}/runs`, { body: { input } }),
    assistant: await byAssistant({ agent_id: agent.slug, input }),
    assistant_service: await byAssistant({ service_id: service, input }),
    sample: { status: (await test.call('GET', document_of_sample)).status, body: null },
    compare: await test.call('POST', '/api/v1/benches', { as: buyer, body: { agent_ids: [agent.id] } }),
  }
  return Object.fromEntries(
    Object.entries(answers).map(([way, { status, body }]) => [
      way,
      [status, status === 409 ? body.errors[0].message : null],
    ]),
  )
}

const OPEN = {
  list: [200, null],
  page: [200, null],
  buyer: [200, null],
  visitor: [200, null],
  service: [200, null],
  rerun: [200, null],
  widget: [200, null],
  assistant: [200, null],
  assistant_service: [200, null],
  sample: [200, null],
  compare: [201, null],
}
const SUSPENDED = 'This agent is not available: the marketplace has suspended it or its seller.'
const CLOSED = {
  list: [404, null],
  page: [404, null],
  buyer: [404, null],
  visitor: [404, null],
  service: [409, SUSPENDED],
  rerun: [409, 'This agent is no longer available.'],
  widget: [409, 'This isn’t available at the moment. Try again later.'],
  assistant: [404, null],
  assistant_service: [409, SUSPENDED],
  sample: [404, null],
  compare: [404, null],
}
const runs = async () => (await test.database.pool.query('select from executions')).rowCount

describe('what a blocked seller sells', () => {
  it('is neither listed nor run by anybody, at once, and comes back when they are activated', async () => {
    expect(await ways()).toEqual(OPEN)
    const path = `/api/v1/user-management/${seller.id}`
    const block = { reason: 'Complaints', duration_days: null }
    expect((await test.call('POST', `${path}/block`, { as: admin, body: block })).status).toBe(200)
    const before = await runs()
    expect(await ways()).toEqual(CLOSED)
    expect(await runs()).toBe(before)
    expect((await test.call('POST', `${path}/activate`, { as: admin, body: {} })).status).toBe(200)
    expect(await ways()).toEqual(OPEN)
  })

  it('is closed while they are deactivated, and open again once a block has ended by time', async () => {
    const set = (status: string, until: string | null) =>
      test.database.pool.query(`update users set status = $2, blocked_until = now() + $3::interval where id = $1`, [
        seller.id,
        status,
        until,
      ])
    await set('deactivated', null)
    expect(await ways()).toEqual(CLOSED)
    await set('blocked', '1 day')
    expect(await ways()).toEqual(CLOSED)
    await set('blocked', '-1 second')
    expect(await ways()).toEqual(OPEN)
  })

  it('keeps running for its buyers when the seller has deleted their account', async () => {
    await test.database.pool.query(
      `update users set status = 'deactivated', blocked_until = null, firebase_uid = 'deleted:' || id where id = $1`,
      [seller.id],
    )
    await test.database.pool.query(`update agents set status = 'archived' where id = $1`, [agent.id])
    expect((await run(buyer, { service_id: service, input: { text: 'x' } })).status).toBe(200)
  })
})
