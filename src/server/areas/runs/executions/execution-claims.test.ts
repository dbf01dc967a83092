import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { enforceRetention } from '#server/areas/runs/retention/retention.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const FORM = inputSchemaOf({
  fields: [
    { name: 'text', label: 'Text', type: 'text', required: true },
    { name: 'file', label: 'File', type: 'file' },
  ],
})
const reading = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)
const asking = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Is it right?' })],
  wires('start > ask'),
)

/** Visitors' runs a day, all others for good. */
const KEPT = { visitor_hours: 24, succeeded_days: null, failed_days: null, runs_days: null, model_calls_days: null }

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, reading, { slug: 'reading', input_schema: FORM })
  await addAgent(test.database.pool, seller.id, asking, { slug: 'asking', input_schema: FORM })
})
afterAll(() => test.close())

let visitors = 0
async function visitorRun(agent_id = 'reading') {
  const ip = `192.0.2.${++visitors}`
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="note.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const uploaded = await test.call('POST', '/api/v1/files', {
    ip,
    payload: `${head}a note\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  const file_id: string = uploaded.body.data.id
  const { body } = await test.call('POST', '/api/v1/workflows/execute', {
    ip,
    body: { agent_id, input: { text: 'hello', file: { file_id } }, wait_ms: 5000 },
  })
  return { ip, file_id, id: body.data.execution_id as string, token: body.data.access_token as string }
}
const claim = async (as: Person | null, ...runs: { id: string; token: string }[]) =>
  test.call('POST', '/api/v1/executions/claim', { as, body: { runs: runs.map(({ id, token }) => ({ id, token })) } })
const read = (as: Person | null, id: string, token?: string) =>
  test.call('GET', `/api/v1/executions/${id}`, { as, headers: token ? { 'x-run-token': token } : {} })

describe('a run made before signing up', () => {
  it('is in the account afterwards, with its document, and kept like any other', async () => {
    const made = await visitorRun()
    const me = await test.person()
    const { body } = await claim(me, made)
    expect(body.data.results).toEqual([{ id: made.id, claimed: true, error: null }])
    const list = await test.call('GET', '/api/v1/executions', { as: me })
    expect(list.body.data.items).toMatchObject([{ id: made.id, title: 'note.txt' }])
    const file = await test.call('GET', `/api/v1/files/${made.file_id}`, { as: me })
    expect(file.status).toBe(200)
    const { rows } = await test.database.pool.query('select expires_at, visitor_key from files where id = $1', [
      made.file_id,
    ])
    expect(rows).toEqual([{ expires_at: null, visitor_key: null }])
    const used = await test.database.pool.query('select bytes::int from storage_used where user_id = $1', [me.id])
    expect(used.rows).toEqual([{ bytes: 'a note'.length }])
  })

  it('has in its record that a visitor started it, and who took it', async () => {
    const made = await visitorRun()
    const me = await test.person()
    await claim(me, made)
    const { body } = await test.call('GET', `/api/v1/executions/${made.id}/record`, { as: me })
    expect(body.data.items.map(({ kind, by }: { kind: string; by: { id: string } | null }) => [kind, by?.id])).toEqual([
      ['started', undefined],
      ['ended', undefined],
      ['claimed', me.id],
    ])
  })

  it('gives nothing to a stolen token once it is in an account', async () => {
    const made = await visitorRun()
    const [me, thief] = [await test.person(), await test.person()]
    await claim(me, made)
    expect((await read(null, made.id, made.token)).status).toBe(404)
    expect((await claim(thief, made)).body.data.results).toMatchObject([
      { claimed: false, error: { code: 'not_found' } },
    ])
    expect((await test.call('GET', `/api/v1/files/${made.file_id}`, { ip: made.ip })).status).toBe(404)
    expect((await read(me, made.id)).status).toBe(200)
  })

  it('is taken only with its own token, by a signed-in user, super admins included', async () => {
    const [made, other] = [await visitorRun(), await visitorRun()]
    const wrong = { id: made.id, token: other.token }
    for (const as of [await test.person(), await test.person('super_admin')])
      expect((await claim(as, wrong)).body.data.results).toMatchObject([{ claimed: false }])
    expect((await claim(null, made)).status).toBe(401)
    expect((await read(null, made.id, made.token)).status).toBe(200)
  })

  it('goes to one of two accounts that ask at the same time', async () => {
    const made = await visitorRun()
    const answers = await Promise.all([claim(await test.person(), made), claim(await test.person(), made)])
    expect(answers.filter(({ body }) => body.data.results[0].claimed)).toHaveLength(1)
  })

  it('is gone once its time has passed, and in nobody’s account', async () => {
    const made = await visitorRun()
    await test.database.pool.query(
      `update executions set created_at = now() - interval '26 hours', finished_at = now() - interval '25 hours' where id = $1`,
      [made.id],
    )
    await enforceRetention(test.database.db, KEPT)
    const me = await test.person()
    expect((await claim(me, made)).body.data.results).toMatchObject([{ claimed: false, error: { code: 'not_found' } }])
    expect((await read(me, made.id)).status).toBe(404)
  })

  it('is moved once where the same token comes twice, in one request or in two', async () => {
    const made = await visitorRun()
    const me = await test.person()
    const { body } = await claim(me, made, made)
    expect(body.data.results.map(({ claimed }: { claimed: boolean }) => claimed)).toEqual([true, false])
    expect((await claim(me, made)).body.data.results).toMatchObject([{ claimed: false, error: { code: 'not_found' } }])
    const list = await test.call('GET', '/api/v1/executions', { as: me })
    expect(list.body.data.items).toHaveLength(1)
  })

  it('is moved when it has ended, and says so until then', async () => {
    const made = await visitorRun('asking')
    const { body } = await claim(await test.person(), made)
    expect(body.data.results).toEqual([
      {
        id: made.id,
        claimed: false,
        error: { code: 'illegal_transition', message: 'This run hasn’t finished. Add it when it has.' },
      },
    ])
  })
})
