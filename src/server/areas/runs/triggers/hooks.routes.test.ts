import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { Workflow } from '#contract/workflows/workflows.ts'
import { StartTooLate } from '#server/engine/recorder.ts'
import type { StartRequest } from '#server/engine/request.ts'
import { EngineRefusal } from '#server/platform/engine-refusal.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { type Claim, claimKey } from './keys.store.ts'

let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp()
  author = await test.person('seller')
})
afterAll(() => test.close())

const echo = (config: object) =>
  workflow(
    [node('start', 'webhook_trigger', { respond: 'when_finished', ...config }), set('echo', { got: '{{ $trigger }}' })],
    wires('start > echo'),
  )

async function listen(document: object) {
  const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name: 'Hooked', document } })
  const made = Workflow.parse(body.data)
  if (!made.hook) throw new Error(`no hook: ${JSON.stringify(made.problems)}`)
  return { id: made.id, path: made.hook.path, test_path: made.hook.test_path }
}
async function protectedBy(auth: 'header' | 'signature', config: object = {}) {
  const made = await listen(echo(config))
  const answer = await test.call('POST', `/api/v1/workflows/${made.id}/triggers/webhook/secret`, {
    as: author,
    body: { auth },
  })
  expect(answer.status).toBe(201)
  return { ...made, secret: answer.body.data.secret as string }
}
const runsOf = async (id: string) =>
  (await test.database.pool.query('select id from executions where workflow_id = $1', [id])).rows.length
const sign = (secret: string, body: string, at = Date.now()) => {
  const time = Math.floor(at / 1000)
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}
const post = (path: string, payload: string, headers: Record<string, string> = {}) =>
  test.call('POST', path, { payload, headers: { 'content-type': 'application/json', ...headers } })

describe('a webhook with a secret in a header', () => {
  it('takes any caller who knows it, and hands it to no workflow', async () => {
    const { path, secret } = await protectedBy('header')
    const { status, body } = await post(path, '{"a":1}', { 'x-webhook-secret': secret, 'x-kept': 'yes' })
    expect(status).toBe(200)
    expect(body.data.output.got.body).toEqual({ a: 1 })
    expect(body.data.output.got.headers).toMatchObject({ 'x-kept': 'yes' })
    expect(JSON.stringify(body)).not.toContain(secret)
  })

  it.each([
    ['none', {}],
    ['a wrong one', { 'x-webhook-secret': 'wrong' }],
    ['an empty one', { 'x-webhook-secret': '' }],
  ])('refuses %s, and runs nothing', async (_what, headers) => {
    const { id, path } = await protectedBy('header')
    const { status, body } = await post(path, '{}', headers)
    expect([status, body.errors[0].code]).toEqual([403, 'hook_refused'])
    expect(await runsOf(id)).toBe(0)
  })

  it('never shows the secret again, and refuses a secret of another user', async () => {
    const { id, secret } = await protectedBy('header')
    const read = await test.call('GET', `/api/v1/workflows/${id}`, { as: author })
    const triggers = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: author })
    expect(JSON.stringify([read.body, triggers.body])).not.toContain(secret)
    const other = await test.person('seller')
    const asked = await test.call('POST', `/api/v1/workflows/${id}/triggers/webhook/secret`, {
      as: other,
      body: { auth: 'header' },
    })
    expect(asked.status).toBe(404)
  })
})

describe('a signed webhook', () => {
  const header = 'x-webhook-signature'

  it('takes a right signature once', async () => {
    const { id, path, secret } = await protectedBy('signature')
    const body = '{"total": 5 }'
    const headers = { [header]: sign(secret, body) }
    expect((await post(path, body, headers)).status).toBe(200)
    const again = await post(path, body, headers)
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'hook_replayed'])
    expect(await runsOf(id)).toBe(1)
  })

  it.each<[string, (secret: string) => Record<string, string>]>([
    ['no signature', () => ({})],
    ['a signature of another body', (secret) => ({ [header]: sign(secret, '{"total":500}') })],
    ['a signature with another secret', () => ({ [header]: sign('other', '{"total":5}') })],
    ['an old one', (secret) => ({ [header]: sign(secret, '{"total":5}', Date.now() - 600_000) })],
    ['one from the future', (secret) => ({ [header]: sign(secret, '{"total":5}', Date.now() + 600_000) })],
    ['a time that is none', (secret) => ({ [header]: sign(secret, '{"total":5}').replace(/t=\d+/, 't=1e9') })],
    ['only a time', () => ({ [header]: `t=${Math.floor(Date.now() / 1000)}` })],
    ['a thousand signatures', () => ({ [header]: `t=1,${'v1=aa,'.repeat(300)}` })],
  ])('refuses %s', async (_what, headers) => {
    const { id, path, secret } = await protectedBy('signature')
    const { status, body } = await post(path, '{"total":5}', headers(secret))
    expect([status, body.errors[0].code]).toEqual([403, 'hook_refused'])
    expect(await runsOf(id)).toBe(0)
  })

  it('takes what GitHub signs', async () => {
    const { path, secret } = await protectedBy('signature', {
      signature_format: 'body',
      signature_header: 'X-Hub-Signature-256',
    })
    const body = '{"ref":"main"}'
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    expect((await post(path, body, { 'x-hub-signature-256': signature })).status).toBe(200)
    expect((await post(path, `${body} `, { 'x-hub-signature-256': signature })).status).toBe(403)
  })

  it('cannot run when its secret is gone', async () => {
    const { id, path, secret } = await protectedBy('signature')
    await test.database.pool.query(`delete from credentials where owner_id = $1`, [author.id])
    const { status, body } = await post(path, '{}', { [header]: sign(secret, '{}') })
    expect([status, body.errors[0].code]).toEqual([409, 'not_runnable'])
    expect(await runsOf(id)).toBe(0)
  })
})

describe('the same request again', () => {
  it('gets the answer of the first run, for as long as a day', async () => {
    const { id, path } = await listen(echo({ dedupe: 'headers."idempotency-key"' }))
    const key = { 'idempotency-key': 'order-1' }
    const first = await post(path, '{"n":1}', key)
    const second = await post(path, '{"n":2}', key)
    expect(second.body.data).toEqual(first.body.data)
    expect(await runsOf(id)).toBe(1)
    await test.database.pool.query(`update trigger_keys set expires_at = now() - interval '1 second'`)
    expect((await post(path, '{"n":3}', key)).body.data.output.got.body).toEqual({ n: 3 })
  })

  it('that comes while the first is being taken is not taken for the first, too', async () => {
    const { id } = await listen(echo({ dedupe: 'body.order' }))
    const { pool, db } = test.database
    const { rows } = await pool.query('select id from workflow_triggers where workflow_id = $1', [id])
    const [taken, end] = [Promise.withResolvers<Claim>(), Promise.withResolvers<void>()]
    const first = db.transaction().execute(async (tx) => {
      taken.resolve(await claimKey(tx, rows[0].id, 'order 7'))
      await end.promise
    })
    expect(await taken.promise).toMatchObject({ first: true, run: { execution_id: expect.any(String) } })
    const second = claimKey(db, rows[0].id, 'order 7')
    await until(async () => {
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return (await pool.query(waiting)).rowCount
    })
    end.resolve()
    await first
    expect(await second).toEqual({ first: false, execution_id: null })
  })

  const outage = new Error('Connection terminated unexpectedly')
  /** The next start of a run ends in an outage of the database, after the run was stored or before. */
  function loseConnection(isStored: boolean) {
    const { engine } = test.engine
    const start = engine.start.bind(engine)
    vi.spyOn(engine, 'start').mockImplementationOnce(async (request) => {
      if (isStored) await start(request)
      throw outage
    })
  }
  const order = (path: string) => post(path, '{"order":7}')

  it('gets the first run when the connection was lost after that was stored', async () => {
    const { id, path } = await listen(echo({ dedupe: 'body.order' }))
    loseConnection(true)
    expect((await order(path)).status).toBe(503)
    expect((await order(path)).body.data.output.got.body).toEqual({ order: 7 })
    expect((await order(path)).status).toBe(200)
    expect(await runsOf(id)).toBe(1)
  })

  it('waits for a first one that may still run, and runs when that never did', async () => {
    const { id, path } = await listen(echo({ dedupe: 'body.order' }))
    loseConnection(false)
    expect((await order(path)).status).toBe(503)
    expect((await order(path)).body.errors[0].code).toBe('hook_under_way')
    await test.database.pool.query(`update trigger_keys set expires_at = expires_at - interval '2 minutes'`)
    const answers = await Promise.all([order(path), order(path), order(path)])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await runsOf(id)).toBe(1)
  })

  it('is not followed by the first one, which an outage of more than a minute has held up', async () => {
    const { id, path } = await listen(echo({ dedupe: 'body.order' }))
    const { engine } = test.engine
    const start = engine.start.bind(engine)
    const held = Promise.withResolvers<StartRequest>()
    vi.spyOn(engine, 'start').mockImplementationOnce(async (request) => {
      held.resolve(request)
      throw outage
    })
    expect((await order(path)).status).toBe(503)
    await test.database.pool.query(`update trigger_keys set expires_at = expires_at - interval '2 minutes'`)
    expect((await order(path)).status).toBe(200)
    vi.useFakeTimers({ now: Date.now() + MINUTE_MS, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await expect(start(await held.promise)).rejects.toThrow(StartTooLate)
    expect(await runsOf(id)).toBe(1)
  })

  it('runs at once when the first was refused', async () => {
    const { id, path } = await listen(echo({ dedupe: 'body.order' }))
    vi.spyOn(test.engine.engine, 'start').mockRejectedValueOnce(new EngineRefusal('not_found', 'Gone.'))
    expect((await order(path)).status).toBe(404)
    expect((await order(path)).status).toBe(200)
    expect(await runsOf(id)).toBe(1)
  })

  it('ten times at once runs once', async () => {
    const { id, path } = await listen(echo({ dedupe: 'body.order' }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, '{"order":7}')))
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500)
    expect(await runsOf(id)).toBe(1)
    expect((await post(path, '{}')).status).toBe(200)
    expect((await post(path, '{}')).status).toBe(200)
    expect(await runsOf(id)).toBe(3)
  })
})

describe('an answer in the words of the workflow', () => {
  const answering = (config: JsonObject) =>
    workflow(
      [
        node('start', 'webhook_trigger', { respond: 'respond_node' }),
        node('say', 'respond', config),
        node('later', 'wait', { seconds: 3600 }),
      ],
      wires('start > say', 'say > later'),
    )

  it('comes while the run continues', async () => {
    const { path } = await listen(
      answering({
        status: 201,
        headers: [
          { name: 'Location', value: '/orders/{{ $input.body.id }}' },
          { name: 'Content-Type', value: 'text/html' },
        ],
        body: '<script>alert(1)</script>',
      }),
    )
    const answer = await test.app.inject({ method: 'POST', url: path, payload: { id: 7 } })
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([
      201,
      '/orders/7',
      '<script>alert(1)</script>',
    ])
    // A stranger's page has no rights here.
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('is JSON when it is no text', async () => {
    const { path } = await listen(answering({ body: { ok: true } }))
    const answer = await test.app.inject({ method: 'POST', url: path, payload: {} })
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
  })

  it('is the end of the run where no step says anything', async () => {
    const { path } = await listen(
      workflow(
        [
          node('start', 'webhook_trigger', { respond: 'respond_node' }),
          node('choose', 'if', { condition: false }),
          node('say', 'respond', {}),
        ],
        [
          { id: 'e1', from: { node: 'start', port: 'out' }, to: { node: 'choose', port: 'in' } },
          { id: 'e2', from: { node: 'choose', port: 'true' }, to: { node: 'say', port: 'in' } },
        ],
      ),
    )
    expect((await post(path, '{}')).body.data.status).toBe('succeeded')
  })
})

describe('what comes in', () => {
  it('may be a query', async () => {
    const { path } = await listen(echo({ method: 'GET' }))
    const { body } = await test.call('GET', `${path}?city=Pune&city=Delhi`)
    expect(body.data.output.got).toMatchObject({ body: null, query: { city: ['Pune', 'Delhi'] } })
  })

  it('may be a form with files, which become files of the owner', async () => {
    const { path } = await listen(echo({}))
    const form = new FormData()
    form.set('name', 'Asha')
    form.append('bill', new File(['total 5'], '../bill.txt', { type: 'text/plain' }))
    const request = new Response(form)
    const payload = Buffer.from(await request.arrayBuffer())
    const { status, body } = await test.call('POST', path, {
      payload,
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
    expect(status).toBe(200)
    const { name, bill } = body.data.output.got.body
    expect([name, bill.name, bill.mime]).toEqual(['Asha', expect.not.stringContaining('/'), 'text/plain'])
    expect((await test.call('GET', `/api/v1/files/${bill.file_id}`, { as: author })).status).toBe(200)
    const stranger = await test.person('seller')
    expect((await test.call('GET', `/api/v1/files/${bill.file_id}`, { as: stranger })).status).toBe(404)
  })

  it('is refused when it is too much, or not what it says', async () => {
    const { id, path } = await listen(echo({}))
    expect((await post(path, `"${'x'.repeat(1_000_001)}"`)).status).toBe(413)
    const broken = { payload: '{"x":1}', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    expect((await test.call('POST', path, broken)).status).toBe(422)
    const huge = { payload: 'x'.repeat(10_000_001), headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    expect((await test.call('POST', path, huge)).status).toBe(413)
    expect(await runsOf(id)).toBe(0)
  })

  // Twelve ways to write a content type (CVE-2025-32442, CVE-2026-33806): what is not read as JSON is text, never an unchecked object.
  it.each([
    'application/json',
    'application/JSON',
    'APPLICATION/JSON; charset=UTF-8',
    'application/json;charset=utf-8',
    ' application/json',
    'application/json ',
    'application/json ; charset="utf-8"',
    'application/vnd.api+json',
    'text/json',
    'application/json, text/plain',
    'application/json;',
    'application/jsonp',
  ])('as “%s” is checked all the same', async (type) => {
    const { path } = await listen(echo({}))
    const { status, body } = await test.call('POST', path, {
      payload: '{"__proto__":{"admin":true},"a":1}',
      headers: { 'content-type': type },
    })
    if (status === 200) expect(body.data.output.got.body).toBeTypeOf('string')
    else expect([400, 415]).toContain(status)
    expect({}).not.toHaveProperty('admin')
  })
})

describe('an address', () => {
  it('of before secrets could be stored continues', async () => {
    const { id, path } = await listen(echo({}))
    await test.database.pool.query(
      `update workflow_triggers set config = '{"respond":"when_finished","secret_name":""}' where workflow_id = $1`,
      [id],
    )
    expect((await post(path, '{}')).status).toBe(200)
  })

  it('is closed while its trigger is paused, and when its workflow is gone', async () => {
    const { id, path } = await listen(echo({}))
    const pause = (paused: boolean) =>
      test.call('PUT', `/api/v1/workflows/${id}/triggers/webhook`, { as: author, body: { paused } })
    expect((await pause(true)).body.data.triggers[0].paused).toBe(true)
    expect((await post(path, '{}')).status).toBe(404)
    await pause(false)
    expect((await post(path, '{}')).status).toBe(200)
    await test.database.pool.query('update workflows set archived_at = now() where id = $1', [id])
    expect((await post(path, '{}')).status).toBe(404)
  })

  it('that answers when finished gives the id of a run that does not end in time, and says so with 202', async () => {
    const waits = workflow(
      [
        node('start', 'webhook_trigger', { respond: 'when_finished' }),
        node('ask', 'approval', { title: 'May it go on?' }),
      ],
      wires('start > ask'),
    )
    const { path } = await listen(waits)
    const { status, body } = await post(path, '{}')
    expect([status, body.data]).toEqual([202, { execution_id: expect.any(String), status: 'waiting' }])
    // One that has ended is not called unfinished.
    const done = await listen(echo({}))
    expect((await post(done.path, '{}')).status).toBe(200)
  })

  it('for tests shows its owner what came', async () => {
    const { id, test_path } = await listen(echo({}))
    await post(`${test_path}?x=1`, '{"name":"Asha"}', { authorization: 'Bearer abc', 'x-from': 'here' })
    await post(test_path, JSON.stringify({ long: 'x'.repeat(50_000) }))
    const { body } = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: author })
    const [long, first] = body.data.calls
    expect(first).toMatchObject({
      test: true,
      method: 'POST',
      status: 200,
      run_status: 'succeeded',
      request: { body: { name: 'Asha' }, query: { x: '1' }, headers: { 'x-from': 'here' } },
    })
    expect(JSON.stringify(first)).not.toContain('Bearer')
    expect(long.request.cut).toBe(true)
  })

  it('notes what it refused', async () => {
    const { id, path } = await protectedBy('header')
    await post(path, '{}')
    const noted = await until(async () => {
      const { body } = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: author })
      return body.data.calls[0]
    })
    expect(noted).toMatchObject({ test: false, status: 403, code: 'hook_refused', execution_id: null, request: null })
  })
})
