import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { FileId } from '#contract/core/primitives.ts'
import { Execution, type ExecutionSummary } from '#contract/runs/executions.ts'
import { output } from '#nodes/node.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { insertFile } from '#server/areas/runs/files/files.store.ts'
import { STREAM_TIMES } from '#server/compose/handler-settings.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const OPEN = { workflow_open: true }
const quick = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)
const reading = workflow(
  [node('start', 'manual_trigger'), set('done', { called: '{{ $trigger.file.name }}' })],
  wires('start > done'),
)
const failing = workflow([node('start', 'manual_trigger'), node('bad', 'pure', { does: 'fail' })], wires('start > bad'))
const asking = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Is it right?' })],
  wires('start > ask'),
)
const slow = workflow(
  [node('start', 'manual_trigger'), node('stay', 'effect', { does: 'stay' })],
  wires('start > stay'),
)

let test: TestApp
let owner: Person
let url: string
let letGo = () => {}
const SAMPLE = { text: 'a sample' }
beforeAll(async () => {
  test = await createTestApp({
    streamTimes: { ...STREAM_TIMES, check_ms: 50 },
    behaviours: {
      fail: () => {
        throw new Error('a bug in a node')
      },
      stay: (ctx) =>
        new Promise((resolve, reject) => {
          letGo = () => resolve(output('done'))
          ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason), { once: true })
        }),
    },
  })
  owner = await test.person('super_admin')
  const { pool } = test.database
  await addAgent(pool, owner.id, quick, {
    slug: 'quick',
    name: 'Quick one',
    samples: [{ title: 'S', input: SAMPLE }],
    listing: OPEN,
  })
  await addAgent(pool, owner.id, failing, { slug: 'failing', name: 'Failing one', listing: OPEN })
  await addAgent(pool, owner.id, asking, { slug: 'asking', name: 'Asking one' })
  await addAgent(pool, owner.id, slow, { slug: 'slow', name: 'Slow one' })
  await addAgent(pool, owner.id, reading, {
    slug: 'reading',
    input_schema: inputSchemaOf({ fields: [{ name: 'file', label: 'File', type: 'file', required: true }] }),
  })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
})
afterAll(() => test.close())

let visitors = 0
const freshIp = () => `192.0.2.${++visitors}`
const execute = (as: Person | null, body: object, ip = freshIp()) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { wait_ms: 5000, input: { text: 'hi' }, ...body }, ip })
const read = async (id: string, as: Person | null, token?: string) => {
  const headers: Record<string, string> = token ? { 'x-run-token': token } : {}
  return test.call('GET', `/api/v1/executions/${id}`, { as, headers })
}

describe('running an agent', () => {
  it('gives its output when waited for', async () => {
    const { status, body } = await execute(await test.person(), { agent_id: 'quick' })
    expect(status).toBe(200)
    expect(body.data).toEqual({ execution_id: expect.any(String), status: 'succeeded', output: { said: 'hi' } })
  })

  it('is read back in the shape of the specification, at both addresses', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'quick' })
    const { execution_id: id } = body.data
    const one = Execution.parse((await read(id, somebody)).body.data)
    expect(one).toMatchObject({
      status: 'succeeded',
      trigger: 'manual',
      priority: 'normal',
      input: { text: 'hi' },
      output: { said: 'hi' },
      error: null,
      cost: { paise: 0, currency: 'INR' },
      view: 'json',
    })
    expect(
      one.nodes.map(({ node_id, type, status, attempts, follows }) => [node_id, type, status, attempts, follows]),
    ).toEqual([
      ['start', 'manual_trigger', 'succeeded', 1, null],
      ['done', 'set_fields', 'succeeded', 1, 'start'],
    ])
    const other = await test.call('GET', `/api/v1/workflows/executions/${id}`, { as: somebody })
    expect(other.body.data).toEqual(one)
  })

  it('knows a sample by its input', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'quick', input: SAMPLE })
    expect((await read(body.data.execution_id, somebody)).body.data.trigger).toBe('sample')
  })

  it('tells what failed and where', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'failing' })
    expect(body.data).toMatchObject({ status: 'failed' })
    expect(body.data).not.toHaveProperty('output')
    const { error, nodes } = (await read(body.data.execution_id, somebody)).body.data
    expect(error).toMatchObject({ node_id: 'bad' })
    expect(nodes[1].status).toBe('failed')
  })

  it('keeps what a file is called with its id, from our own table, and runs again with it', async () => {
    const somebody = await test.person()
    const id = FileId.parse(uuidv7())
    const file = { id, name: 'Bericht.pdf', mime: 'application/pdf', bytes: 1, sha256: '', expires_at: null }
    await insertFile(test.database.db, { type: 'user', id: somebody.id } as Caller, file)
    const { body } = await execute(somebody, { agent_id: 'reading', input: { file: { file_id: id } } })
    expect(body.data.output).toEqual({ called: 'Bericht.pdf' })
    const run = (await read(body.data.execution_id, somebody)).body.data
    expect(run.input).toEqual({ file: { file_id: id, name: 'Bericht.pdf', mime: 'application/pdf' } })
    const again = await test.call('POST', `/api/v1/executions/${run.id}/control`, {
      as: somebody,
      body: { action: 'rerun', newest_version: true },
    })
    expect(again.status).toBe(200)
    const named = { agent_id: 'reading', input: { file: { file_id: id, name: 'other.pdf' } } }
    expect((await execute(somebody, named)).body.errors[0].field).toContain('input.file')
  })

  it('never takes the name of a file from who sends it', async () => {
    const id = FileId.parse(uuidv7())
    const file = { id, name: 'true.pdf', mime: 'application/pdf', bytes: 1, sha256: '', expires_at: null }
    await insertFile(test.database.db, { type: 'user', id: owner.id } as Caller, file)
    const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Mine', document: reading } })
    const input = { file: { file_id: id, name: 'false.exe', mime: 'text/html' }, list: [{ file_id: id }] }
    const { body } = await execute(owner, { workflow_id: made.body.data.id, input })
    const named = { file_id: id, name: 'true.pdf', mime: 'application/pdf' }
    expect((await read(body.data.execution_id, owner)).body.data.input).toEqual({ file: named, list: [named] })
  })

  it.each([
    ['two targets', { agent_id: 'quick', workflow_id: '01890000-0000-7000-8000-000000000000' }, 400, 'agent_id'],
    ['no target', {}, 400, 'agent_id'],
    ['a definition of its own', { agent_id: 'quick', document: quick }, 400, 'document'],
    ['a missing field', { agent_id: 'quick', input: {} }, 400, 'input.text'],
    ['a field of another type', { agent_id: 'quick', input: { text: 7 } }, 400, 'input.text'],
    [
      'a file that is not there',
      { agent_id: 'quick', input: { text: 'x', file: { file_id: '01890000-0000-7000-8000-000000000000' } } },
      400,
      'input.file.file_id',
    ],
    [
      'a file id that is none',
      { agent_id: 'quick', input: { text: 'x', file: { file_id: '../../etc' } } },
      400,
      'input.file.file_id',
    ],
    ['too long a wait', { agent_id: 'quick', wait_ms: 25_001 }, 400, 'wait_ms'],
    ['an agent nobody knows', { agent_id: 'nobody' }, 404, undefined],
  ])('with %s is refused', async (_case, body, status, field) => {
    const answer = await execute(await test.person(), body)
    expect(answer.status).toBe(status)
    expect(answer.body.errors[0].field).toBe(field)
  })
})

describe('a visitor', () => {
  it('opens the own run with its token and with nothing else', async () => {
    const { body } = await execute(null, { agent_id: 'quick' })
    const { execution_id: id, access_token: token } = body.data
    expect((await read(id, null, token)).status).toBe(200)
    expect((await read(id, null)).status).toBe(404)
    expect((await read(id, null, `${token.slice(0, -1)}_`)).status).toBe(404)
    expect((await read(id, await test.person('admin'))).status).toBe(404)
    const another = await execute(null, { agent_id: 'quick' })
    expect((await read(another.body.data.execution_id, null, token)).status).toBe(404)
  })

  it('leaves no token in the database', async () => {
    const { body } = await execute(null, { agent_id: 'quick' })
    const { rows } = await test.database.pool.query('select * from executions where id = $1', [body.data.execution_id])
    expect(JSON.stringify(rows[0])).not.toContain(body.data.access_token)
  })

  it(`has exactly ${RUNTIME_LIMITS.visitor_runs_per_day.default} runs a day, however many ask at once`, async () => {
    const ip = freshIp()
    const answers = await Promise.all(Array.from({ length: 200 }, () => execute(null, { agent_id: 'quick' }, ip)))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(429)]).toEqual([
      RUNTIME_LIMITS.visitor_runs_per_day.default,
      200 - RUNTIME_LIMITS.visitor_runs_per_day.default,
    ])
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused?.body.errors[0].code).toBe('visitor_quota')
  })

  it('is told how many runs are left today, and a signed-in user that none are counted', async () => {
    const ip = freshIp()
    const left = async (as: Person | null = null) =>
      (await test.call('GET', '/api/v1/visitor/runs', { as, ip })).body.data
    const limit = RUNTIME_LIMITS.visitor_runs_per_day.default
    expect(await left()).toEqual({ limit, remaining: limit })
    await execute(null, { agent_id: 'quick' }, ip)
    await execute(null, { agent_id: 'quick', input: {} }, ip)
    expect(await left()).toEqual({ limit, remaining: limit - 1 })
    expect(await left(await test.person())).toEqual({ limit: null, remaining: null })
  })

  it('loses no run to a refused input', async () => {
    const ip = freshIp()
    for (let i = 0; i < 15; i++) expect((await execute(null, { agent_id: 'quick', input: {} }, ip)).status).toBe(400)
    expect((await execute(null, { agent_id: 'quick' }, ip)).status).toBe(200)
  })

  it('cannot run a workflow or a service', async () => {
    const id = '01890000-0000-7000-8000-000000000000'
    expect((await execute(null, { workflow_id: id })).status).toBe(401)
    expect((await execute(null, { service_id: id })).status).toBe(401)
  })
})

describe('the list', () => {
  it('shows own runs newest first, filtered and found', async () => {
    const somebody = await test.person()
    for (const agent_id of ['quick', 'failing', 'quick']) await execute(somebody, { agent_id })
    const list = async (query: Record<string, string> = {}) =>
      (await test.call('GET', '/api/v1/executions', { as: somebody, query })).body.data
    const all = await list()
    expect(all).toMatchObject({ total: 3, limit: 25, offset: 0 })
    const times = all.items.map((one: ExecutionSummary) => one.created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect((await list({ status: 'failed' })).items.map((one: ExecutionSummary) => one.agent?.slug)).toEqual([
      'failing',
    ])
    expect((await list({ search: 'quick' })).total).toBe(2)
    expect((await list({ search: all.items[0].id })).total).toBe(1)
    expect((await list({ limit: '1', offset: '1' })).items).toHaveLength(1)
    expect((await list({ priority: 'urgent' })).total).toBe(0)
    expect((await list({ priority: 'all', status: 'all' })).total).toBe(3)
  })

  it('has every run on one page, though many began at the same moment', async () => {
    const somebody = await test.person()
    for (let i = 0; i < 5; i++) await execute(somebody, { agent_id: 'quick' })
    // As one write of the journal gives them.
    await test.database.pool.query(`update executions set created_at = '2026-01-01' where owner_id = $1`, [somebody.id])
    const ids = async (query: Record<string, string>) =>
      (await test.call('GET', '/api/v1/executions', { as: somebody, query })).body.data.items.map(
        ({ id }: ExecutionSummary) => id,
      )
    const whole = await ids({})
    expect(whole).toEqual(whole.toSorted().toReversed())
    const pages = [
      await ids({ limit: '2' }),
      await ids({ limit: '2', offset: '2' }),
      await ids({ limit: '2', offset: '4' }),
    ]
    expect(pages.flat()).toEqual(whole)
  })

  it('of all users is for a super admin', async () => {
    const query = { scope: 'all' }
    expect((await test.call('GET', '/api/v1/executions', { as: await test.person('admin'), query })).status).toBe(403)
    const { body } = await test.call('GET', '/api/v1/executions', { as: owner, query })
    expect(body.data.total).toBeGreaterThan(10)
  })
})

describe('control', () => {
  const control = (id: string, body: object, as: Person) =>
    test.call('POST', `/api/v1/executions/${id}/control`, { as, body })

  it('does what is legal and answers 409 with the reason for what is not', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'quick' })
    const { execution_id: id } = body.data
    for (const action of ['pause', 'resume', 'cancel', 'retry'])
      expect([action, (await control(id, { action }, somebody)).status]).toEqual([action, 409])
    const again = await control(id, { action: 'rerun' }, somebody)
    expect(again.status).toBe(200)
    expect(again.body.data.execution_id).not.toBe(id)
    const { abilities } = (await read(id, somebody)).body.data
    expect(abilities.retry).toEqual({ allowed: false, reason: 'This run succeeded, so there’s nothing to retry.' })
    expect(abilities.rerun.allowed).toBe(true)
  })

  it('cancels what runs', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'slow', wait_ms: 0 })
    const { execution_id: id } = body.data
    expect((await control(id, { action: 'cancel' }, somebody)).body.data.status).toBe('cancelled')
    expect((await read(id, somebody)).body.data.status).toBe('cancelled')
  })

  it('counts what a visitor repeats', async () => {
    const ip = freshIp()
    const { body } = await execute(null, { agent_id: 'quick' }, ip)
    const { execution_id: id, access_token } = body.data
    const again = () =>
      test.call('POST', `/api/v1/executions/${id}/control`, {
        body: { action: 'rerun' },
        headers: { 'x-run-token': access_token },
        ip,
      })
    const answers = []
    for (let i = 0; i < RUNTIME_LIMITS.visitor_runs_per_day.default; i++) answers.push((await again()).status)
    expect(answers).toEqual([
      ...Array.from({ length: RUNTIME_LIMITS.visitor_runs_per_day.default - 1 }, () => 200),
      429,
    ])
  })

  it('reruns an agent on the version that is published, not on a newer draft of its seller', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'quick' })
    const { rows } = await test.database.pool.query(
      `insert into workflow_versions (workflow_id, number, document, content_hash)
       select workflow_id, 99, $2, 'draft' from executions where id = $1 returning id`,
      [body.data.execution_id, JSON.stringify(failing)],
    )
    const again = await control(body.data.execution_id, { action: 'rerun', newest_version: true }, somebody)
    await expect
      .poll(async () => (await read(again.body.data.execution_id, somebody)).body.data.status)
      .toBe('succeeded')
    await test.database.pool.query('delete from workflow_versions where id = $1', [rows[0].id])
  })

  it('refuses an action or node nobody knows', async () => {
    const somebody = owner
    const { body } = await execute(somebody, { agent_id: 'quick' })
    expect((await control(body.data.execution_id, { action: 'explode' }, somebody)).status).toBe(400)
    const fork = await control(body.data.execution_id, { action: 'fork', from_node: 'nobody' }, somebody)
    expect(fork.status).toBe(400)
    expect(fork.body.errors[0].field).toBe('from_node')
  })
})

describe('a wait', () => {
  it('is answered once, by a person who may see the run', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'asking', wait_ms: 300 })
    const { execution_id: id } = body.data
    expect(body.data.status).toBe('waiting')
    const { nodes } = (await read(id, somebody)).body.data
    expect(nodes[1].wait).toMatchObject({ type: 'approval', title: 'Is it right?' })
    const dashboard = await test.call('GET', '/api/v1/dashboard/stats', { as: somebody })
    expect(dashboard.body.data.attention).toMatchObject([{ type: 'approval', execution_id: id, title: 'Is it right?' }])
    const answer = (as: Person, payload: object) =>
      test.call('POST', `/api/v1/executions/${id}/waits/${nodes[1].wait.id}`, { as, body: payload })
    const yes = { type: 'approval', approved: true }
    expect((await answer(await test.person(), yes)).status).toBe(404)
    expect((await answer(somebody, { type: 'form', values: {} })).body.errors[0].field).toBe('type')
    const all = await Promise.all(Array.from({ length: 5 }, () => answer(somebody, yes)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    await expect.poll(async () => (await read(id, somebody)).body.data.status).toBe('succeeded')
  })

  it('takes no answer once its time has passed, and says so', async () => {
    const somebody = await test.person()
    const { execution_id: id } = (await execute(somebody, { agent_id: 'asking', wait_ms: 300 })).body.data
    // A paused run ends its waits when it is resumed.
    const pause = { as: somebody, body: { action: 'pause' } }
    expect((await test.call('POST', `/api/v1/executions/${id}/control`, pause)).status).toBe(200)
    const { rows } = await test.database.pool.query(
      `update execution_waits set until = now() - interval '1 second' where execution_id = $1 returning id`,
      [id],
    )
    const body = { type: 'approval', approved: true }
    const answer = await test.call('POST', `/api/v1/executions/${id}/waits/${rows[0].id}`, { as: somebody, body })
    expect(answer.body.status).toMatchObject({ code: 409, message: 'The time to answer this is over.' })
    expect(answer.body.errors[0].code).toBe('already_resolved')
  })
})

describe('the live stream', () => {
  /** Opens a stream; `ended` resolves with everything that was sent. */
  const follow = (id: string, as: Person, headers: Record<string, string> = {}) => {
    let text = ''
    const req = request(`${url}/api/v1/executions/${id}/events`, {
      headers: { authorization: `Bearer ${as.token}`, ...headers },
    })
    req.end()
    const opened = once(req, 'response').then(([response]) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      return response
    })
    const ended = opened.then(async (response) => {
      await once(response, 'end')
      return text
    })
    return { opened, ended, text: () => text }
  }
  const idsIn = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))

  it('tells everything in order and ends with the run', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'quick' })
    const stream = follow(body.data.execution_id, somebody)
    const response = await stream.opened
    expect(response.headers['content-type']).toMatch('text/event-stream')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    const text = await stream.ended
    expect(text).toMatch(/event: end\ndata: .*"status":"succeeded"/)
    expect(idsIn(text)).toEqual(idsIn(text).toSorted((a, b) => a - b))
    const again = await follow(body.data.execution_id, somebody, { 'last-event-id': '1' }).ended
    expect(idsIn(again)).toEqual(idsIn(text).filter((id) => id > 1))
  })

  it('is live', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'slow', wait_ms: 0 })
    const stream = follow(body.data.execution_id, somebody)
    await expect.poll(stream.text).toContain('open')
    letGo()
    expect(await stream.ended).toContain('event: end')
  })

  it('closes when its reader is blocked', async () => {
    const somebody = await test.person()
    const { body } = await execute(somebody, { agent_id: 'slow', wait_ms: 0 })
    const stream = follow(body.data.execution_id, somebody)
    await stream.opened
    test.block(somebody)
    expect(await stream.ended).not.toContain('event: end')
    letGo()
  })

  it('of a foreign run does not exist', async () => {
    const { body } = await execute(await test.person(), { agent_id: 'quick' })
    const response = await follow(body.data.execution_id, await test.person()).opened
    expect(response.statusCode).toBe(404)
  })
})
