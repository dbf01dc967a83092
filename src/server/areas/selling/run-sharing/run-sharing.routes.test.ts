/** What a seller sees of failures: causes without content, and one run whole while its buyer shares it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NodeError } from '#nodes/node.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { enforceRetention } from '#server/areas/runs/retention/retention.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const SECRET = 'the patient is called Meera'
const FORM = inputSchemaOf({
  fields: [
    { name: 'text', label: 'Text', type: 'text', required: true },
    { name: 'file', label: 'File', type: 'file' },
  ],
})
const failing = workflow(
  [
    node('start', 'manual_trigger'),
    set('first', { said: '{{ $trigger.text }}' }),
    node('bad', 'pure', { does: 'fail' }),
  ],
  wires('start > first > bad'),
)
const works = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)

let test: TestApp
let seller: Person
let buyer: Person
let bad = ''
let good = ''
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      fail: (ctx) => {
        throw new NodeError('bank_away', `Cannot read ${JSON.stringify(ctx.input)}`)
      },
    },
  })
  seller = await test.person('seller')
  buyer = await test.person()
  const { pool } = test.database
  bad = (await addAgent(pool, seller.id, failing, { slug: 'fails', input_schema: FORM })).id
  good = (await addAgent(pool, seller.id, works, { slug: 'works', input_schema: FORM })).id
})
afterAll(() => test.close())

async function run(agent_id: string, as = buyer, file_id?: string): Promise<string> {
  const input = { text: SECRET, ...(file_id && { file: { file_id } }) }
  const body = { agent_id, input, wait_ms: 5000 }
  return (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body.data.execution_id
}
async function upload(as: Person): Promise<string> {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="note.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const { body } = await test.call('POST', '/api/v1/files', {
    as,
    payload: `${head}${SECRET}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  return body.data.id
}
const at = (method: string, as: Person, id: string, rest = '', body?: object) =>
  test.call(method, `/api/v1/executions/${id}${rest}`, { as, ...(body && { body }) })
const share = (id: string, as = buyer) => at('PUT', as, id, '/share')
const unshare = (id: string, as = buyer) => at('DELETE', as, id, '/share')
const lists = async (as: Person, id: string) =>
  Promise.all(
    ['failures', 'shared-runs'].map((name) => test.call('GET', `/api/v1/seller/agents/${id}/${name}`, { as })),
  )

describe('failures of an agent', () => {
  it('show its seller cause, step, version and count, and nothing of what buyers put in', async () => {
    await run(bad)
    await run(bad, await test.person())
    const [failures, shared] = await lists(seller, bad)
    expect(failures?.body.data).toMatchObject({
      total: 1,
      items: [{ code: 'bank_away', cause: 'Bank away', step: { node_id: 'bad' }, version: 1, runs: 2 }],
    })
    expect(shared?.body.data.items).toEqual([])
    expect(JSON.stringify(failures?.body)).not.toContain('Meera')
    for (const one of await lists(await test.person('seller'), bad)) expect(one.status).toBe(404)
    for (const one of await lists(buyer, bad)) expect(one.status).toBe(403)
  })

  it('leave out what people try in their private comparisons', async () => {
    const id = await run(bad)
    await test.database.pool.query(`update executions set trigger = 'bench' where id = $1`, [id])
    const [failures] = await lists(seller, bad)
    expect(failures?.body.data.items[0].runs).toBe(2)
  })
})

describe('a run that its buyer shares', () => {
  it('is read by the seller with its input, steps and document, and by nobody else', async () => {
    const file_id = await upload(buyer)
    const [id, other] = [await run(good, buyer, file_id), await run(good)]
    const documents = () => test.call('GET', `/api/v1/files/${file_id}/text`, { as: seller })
    expect([(await at('GET', seller, id)).status, (await documents()).status]).toEqual([404, 404])
    const shared = await share(id)
    const days = (Date.parse(shared.body.data.shared_until) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    const seen = (await at('GET', seller, id)).body.data
    expect(seen).toMatchObject({ input: { text: SECRET }, output: { said: SECRET }, steps_open: true, charge: null })
    expect((await at('GET', seller, id, '/nodes/done/output')).body.data.output).toEqual({ said: SECRET })
    expect((await documents()).status).toBe(200)
    expect((await at('GET', seller, other)).status).toBe(404)
    expect((await at('GET', await test.person('seller'), id)).status).toBe(404)
    const [, listed] = await lists(seller, good)
    expect(listed?.body.data.items).toMatchObject([{ execution_id: id, status: 'succeeded' }])
    const notices = (await test.call('GET', '/api/v1/notifications', { as: seller })).body.data.items
    expect(notices).toContainEqual(expect.objectContaining({ href: `/runs/${id}` }))
    await unshare(id)
  })

  it('can be read and nothing else: not repeated at the buyer’s cost, deleted, or shared on', async () => {
    const id = await run(bad)
    await share(id)
    const { abilities } = (await at('GET', seller, id)).body.data
    for (const ability of Object.values(abilities)) expect(ability).toMatchObject({ allowed: false })
    const tries = await Promise.all([
      at('POST', seller, id, '/control', { action: 'rerun' }),
      at('POST', seller, id, '/control', { action: 'retry' }),
      at('DELETE', seller, id),
      at('POST', seller, id, '/redacted-file', { keep: [], remove: [] }),
      share(id, seller),
      unshare(id, seller),
    ])
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await at('GET', buyer, id)).body.data.abilities.rerun.allowed).toBe(true)
  })

  it('is taken back at once, ends after its week, and ends with the content', async () => {
    const [back, over, gone, deleted] = [await run(good), await run(good), await run(good), await run(good)]
    for (const id of [back, over, gone, deleted]) expect((await share(id)).status).toBe(200)
    expect((await unshare(back)).body.data).toMatchObject({
      shared_until: null,
      is_own: true,
      share: { allowed: true },
    })
    const { pool } = test.database
    await pool.query(`update executions set shared_until = now() - interval '1 second' where id = $1`, [over])
    const ago = `now() - interval '2 days'`
    await pool.query(`update executions set created_at = ${ago}, finished_at = ${ago} where id = $1`, [gone])
    const kept = { visitor_hours: 24, failed_days: null, runs_days: null, model_calls_days: null }
    await enforceRetention(test.database.db, { ...kept, succeeded_days: 1 })
    await at('DELETE', buyer, deleted)
    for (const id of [back, over, gone, deleted]) expect((await at('GET', seller, id)).status).toBe(404)
    const [, listed] = await lists(seller, good)
    expect(listed?.body.data.total).toBe(0)
  })

  it('is one of the buyer’s own that has ended, and of another seller’s agent', async () => {
    const id = await run(good)
    expect((await share(id, await test.person())).status).toBe(404)
    expect((await share(id, await test.person('super_admin'))).status).toBe(403)
    const own = await run(good, seller)
    expect((await share(own, seller)).body.status).toMatchObject({
      code: 409,
      message: 'There is no other seller to share this run with.',
    })
    await test.database.pool.query(`update executions set status = 'running', finished_at = null where id = $1`, [id])
    expect((await share(id)).body.status.message).toBe('This run has not ended.')
  })
})
