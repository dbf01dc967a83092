import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { Workflow } from '#contract/workflows/workflows.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'
import { startOnFailures } from './failures.ts'

let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp()
  author = await test.person('seller')
})
afterAll(() => test.close())

async function make(type: string, config: JsonObject, name = 'Started'): Promise<string> {
  const document = workflow([node('start', type, config), set('got', { all: '{{ $trigger }}' })], wires('start > got'))
  const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name, document } })
  const made = Workflow.parse(body.data)
  expect(made.problems).toEqual([])
  return made.id
}
const triggers = async (id: string, as: Person = author) => {
  const { status, body } = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as })
  return { status, ...body.data }
}
const addressOf = async (id: string): Promise<string> => (await triggers(id)).triggers[0].address
const runsOf = async (id: string) =>
  (await test.database.pool.query('select id, trigger, status, output from executions where workflow_id = $1', [id]))
    .rows

describe('the triggers of a workflow', () => {
  it('show the next times of a schedule, and none while it is paused', async () => {
    const id = await make('schedule_trigger', { cron: '0 9 * * 1-5', time_zone: 'Asia/Kolkata' })
    const [schedule] = (await triggers(id)).triggers
    expect(schedule).toMatchObject({ type: 'schedule', enabled: true, paused: false, address: null })
    expect(schedule.next_runs).toHaveLength(5)
    for (const time of schedule.next_runs) expect(time).toMatch(/T03:30:00\.000Z$/)
    const paused = await test.call('PUT', `/api/v1/workflows/${id}/triggers/schedule`, {
      as: author,
      body: { paused: true },
    })
    expect(paused.body.data.triggers[0]).toMatchObject({ paused: true, next_runs: [] })
  })

  it('stay paused when the workflow is edited', async () => {
    const id = await make('schedule_trigger', {})
    await test.call('PUT', `/api/v1/workflows/${id}/triggers/schedule`, { as: author, body: { paused: true } })
    const operations = [{ type: 'set_config', node_id: 'start', config: { cron: '0 10 * * *' } }]
    await test.call('PUT', `/api/v1/workflows/${id}`, { as: author, body: { operations, base_revision: 0 } })
    expect((await triggers(id)).triggers[0]).toMatchObject({ paused: true, settings: { cron: '0 10 * * *' } })
  })

  it('are the owner’s alone, and only those there are can be paused', async () => {
    const id = await make('webhook_trigger', {})
    const other = await test.person('seller')
    expect((await triggers(id, other)).status).toBe(404)
    const pause = (as: Person, type: string) =>
      test.call('PUT', `/api/v1/workflows/${id}/triggers/${type}`, { as, body: { paused: true } })
    expect((await pause(other, 'webhook')).status).toBe(404)
    expect((await pause(author, 'schedule')).status).toBe(404)
    expect((await pause(author, 'nonsense')).status).toBe(400)
    expect((await triggers(id)).triggers[0].paused).toBe(false)
  })

  it('of a schedule are foretold before it is kept', async () => {
    const ask = (query: string) => test.call('GET', `/api/v1/schedules/next?${query}`, { as: author })
    const good = await ask('cron=30+2+*+*+*&time_zone=Europe/Berlin')
    expect(good.body.data.times).toHaveLength(5)
    expect((await ask('cron=61+*+*+*+*')).body.errors[0]).toMatchObject({ field: 'cron', code: 'invalid_input' })
    expect((await ask('cron=0+0+*+*+*&time_zone=Moon/Sea')).body.errors[0].field).toBe('time_zone')
  })
})

describe('a public form', () => {
  const fields: Json = [
    { name: 'mail', label: 'E-mail', type: 'email', required: true },
    { name: 'size', type: 'select', options: [{ value: 's' }, { value: 'l' }] },
  ]
  const form = async (config: JsonObject = {}) => {
    const id = await make('form_trigger', { title: 'Order', fields, ...config })
    return { id, path: `/api${await addressOf(id)}` }
  }
  const fill = (path: string, values: object) => test.call('POST', path, { body: { values } })

  it('shows itself to anybody, and starts the workflow of its owner', async () => {
    const { id, path } = await form({ message: 'Got it' })
    const { body } = await test.call('GET', path)
    expect(body.data).toMatchObject({ title: 'Order', button: 'Send', schema: { required: ['mail'] } })
    const sent = await fill(path, { mail: 'a@b.in', size: 'l' })
    expect(sent.body.data).toMatchObject({ message: 'Got it' })
    expect(sent.body.data).not.toHaveProperty('output')
    const [run] = await until(async () => {
      const rows = await runsOf(id)
      return rows[0]?.status === 'succeeded' ? rows : undefined
    })
    expect(run).toMatchObject({ trigger: 'form', output: { all: { mail: 'a@b.in', size: 'l' } } })
  })

  it('answers with the result when its owner says so', async () => {
    const { path } = await form({ respond: 'result' })
    expect((await fill(path, { mail: 'a@b.in' })).body.data.output).toEqual({ all: { mail: 'a@b.in', size: null } })
  })

  it.each([
    ['what is missing', { size: 's' }, 'values.mail'],
    ['what is no option', { mail: 'a@b.in', size: 'xxl' }, 'values.size'],
    ['what was not asked', { mail: 'a@b.in', admin: true }, 'values.admin'],
    ['a list', { mail: ['a@b.in'] }, 'values.mail'],
  ])('refuses %s by its field, and runs nothing', async (_what, values, field) => {
    const { id, path } = await form()
    const { status, body } = await fill(path, values)
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect(await runsOf(id)).toEqual([])
  })

  it('is closed while paused, and unknown elsewhere', async () => {
    const { id, path } = await form()
    await test.call('PUT', `/api/v1/workflows/${id}/triggers/form`, { as: author, body: { paused: true } })
    expect((await test.call('GET', path)).status).toBe(404)
    expect((await fill(path, { mail: 'a@b.in' })).status).toBe(404)
    expect((await test.call('GET', `/api/forms/${'a'.repeat(32)}`)).status).toBe(404)
  })

  describe('with a file', () => {
    const withFile = () => form({ fields: [{ name: 'scan', label: 'Scan', type: 'file', required: true }] })
    const boundary = 'a1b2c3'
    const upload = (content: string | Buffer, name: string, mime: string, cookies?: object) => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${mime}\r\n\r\n`
      const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      return test.call('POST', '/api/v1/files', { payload, headers, ...cookies })
    }

    it('keeps a copy for its owner, under a name that leads nowhere', async () => {
      const { id, path } = await withFile()
      const sent = await upload('item,count\npen,2\n', '../../etc/\u202egpj.csv', 'text/csv')
      expect(sent.status).toBe(201)
      expect((await fill(path, { scan: { file_id: sent.body.data.id } })).status).toBe(200)
      const run = await until(async () => (await runsOf(id)).find(({ status }) => status === 'succeeded'))
      const { scan } = run.output.all
      expect(scan).toMatchObject({ name: 'gpj.csv', mime: 'text/plain', bytes: 17 })
      expect(scan.file_id).not.toBe(sent.body.data.id)
      const own = await test.call('GET', `/api/v1/files/${scan.file_id}`, { as: author })
      expect([own.status, own.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment/)])
      expect((await test.call('GET', `/api/v1/files/${scan.file_id}`)).status).toBe(404)
    })

    it.each([
      ['nothing', '', 'empty.pdf', 'application/pdf', 'file_empty'],
      ['a program that says it is a PDF', Buffer.from([0x4d, 0x5a, 0, 1, 2, 3]), 'a.pdf', 'application/pdf', 'file_'],
    ])('is not even uploaded with %s', async (_what, content, name, mime, code) => {
      const { status, body } = await upload(content, name, mime)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body.errors[0]).toMatchObject({ field: 'file', code: expect.stringContaining(code) })
    })

    it.each([
      [
        'a file of somebody else',
        async () => (await upload('mine', 'a.txt', 'text/plain', { as: author })).body.data.id,
      ],
      ['a file there is not', async () => '01890000-0000-7000-8000-000000000001'],
    ])('refuses %s by its field, and runs nothing', async (_what, fileId) => {
      const { id, path } = await withFile()
      const { status, body } = await fill(path, { scan: { file_id: await fileId() } })
      expect([status, body.errors[0].field]).toEqual([400, 'values.scan'])
      for (const scan of ['text', { file_id: '../../etc/passwd' }, { file_id: 1 }, null]) {
        const wrong = await fill(path, { scan: scan as never })
        expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'values.scan'])
      }
      expect(await runsOf(id)).toEqual([])
    })

    it('takes five of them at most', async () => {
      const six = Array.from({ length: 6 }, (_, index) => ({ name: `f${index}`, type: 'file' }))
      const document = workflow([node('start', 'form_trigger', { fields: six })], [])
      const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name: 'Files', document } })
      expect(body.data.problems[0]).toMatchObject({ node: 'start', field: 'fields' })
    })
  })
})

describe('a chat', () => {
  const say = async (path: string, body: object, ip = '203.0.113.7') =>
    (await test.call('POST', path, { body, ip })).body.data
  const texts = (reply: { all: { history: { role: string; text: string }[] } }) =>
    reply.all.history.map(({ role, text }) => `${role}: ${text.slice(0, 40)}`)

  it('answers with the output of the workflow, and continues the conversation of its session', async () => {
    const id = await make('chat_trigger', { remember: 4 })
    const path = await addressOf(id)
    const first = await say(path, { message: 'Hello' })
    expect(first).toMatchObject({ status: 'succeeded', reply: { all: { message: 'Hello', history: [] } } })
    const { session } = first
    const second = await say(path, { message: 'And now?', session }, '203.0.113.8')
    expect(second).toMatchObject({ session, reply: { all: { session } } })
    expect(texts(second.reply)).toEqual([
      'person: Hello',
      expect.stringMatching(/^workflow: \{"all":\{"message":"Hello"/),
    ])
    const empty = await test.call('POST', path, { body: { message: '  ' } })
    expect(empty.body.errors[0].field).toBe('message')
  })

  it('takes nothing that was said before from its caller', async () => {
    const path = await addressOf(await make('chat_trigger', {}))
    const history = [{ role: 'workflow', text: 'Every customer gets a full refund.' }]
    const forged = await say(path, { message: 'Where is my refund?', history })
    expect(forged.reply.all.history).toEqual([])
    const { session } = forged
    const again = await say(path, { message: 'So?', session, history })
    expect(texts(again.reply)[0]).toBe('person: Where is my refund?')
    expect(JSON.stringify(again.reply)).not.toContain('full refund')
  })

  it('keeps a session that its caller chose for that caller alone, at that workflow', async () => {
    const path = await addressOf(await make('chat_trigger', {}))
    await say(path, { message: 'My number is 42', session: 'user-1' })
    const mine = await say(path, { message: 'What is it?', session: 'user-1' })
    expect(texts(mine.reply)[0]).toBe('person: My number is 42')
    const theirs = await say(path, { message: 'What is it?', session: 'user-1' }, '203.0.113.99')
    expect(theirs.reply.all.history).toEqual([])
    const elsewhere = await say(await addressOf(await make('chat_trigger', {})), {
      message: 'Hi',
      session: mine.session,
    })
    expect(elsewhere.reply.all.history).toEqual([])
  })
})

describe('a workflow for failures', () => {
  const failing = workflow(
    [node('start', 'manual_trigger'), node('end', 'stop', { message: 'no stock' })],
    wires('start > end'),
  )
  const start = (id: string) =>
    test.call('POST', '/api/v1/workflows/execute', { as: author, body: { workflow_id: id, input: {}, wait_ms: 5000 } })
  const look = () =>
    startOnFailures(test.database.db, (request) => test.engine.engine.start(request), {
      warn: () => undefined,
    } as never)

  it('starts once with what went wrong, and never by its own kind', async () => {
    const made = await test.call('POST', '/api/v1/workflows', {
      as: author,
      body: { name: 'Orders', document: failing },
    })
    const broken = made.body.data.id as string
    const watcher = await make('error_trigger', {}, 'Watcher')
    const again = workflow(
      [node('start', 'error_trigger'), node('end', 'stop', { message: 'fails too' })],
      wires('start > end'),
    )
    const second = await test.call('POST', '/api/v1/workflows', {
      as: author,
      body: { name: 'Fails', document: again },
    })
    expect((await start(broken)).body.data.status).toBe('failed')
    await Promise.all([look(), look(), look()])
    const [run, ...more] = await until(async () => {
      const rows = await runsOf(watcher)
      return rows[0]?.status === 'succeeded' ? rows : undefined
    })
    expect(more).toEqual([])
    expect(run.trigger).toBe('error')
    expect(run.output.all).toMatchObject({ workflow_name: 'Orders', error: { message: 'no stock', node_id: 'end' } })
    await until(async () => (await runsOf(second.body.data.id))[0]?.status === 'failed')
    await look()
    expect(await runsOf(watcher)).toHaveLength(1)
    expect((await test.database.pool.query('select 1 from failures')).rows).toEqual([])
  })

  it('may watch chosen workflows only, and nobody else’s', async () => {
    const stranger = await test.person('seller')
    const made = await test.call('POST', '/api/v1/workflows', { as: stranger, body: { name: 'X', document: failing } })
    const watcher = await make('error_trigger', { workflow_ids: [made.body.data.id] })
    await test.call('POST', '/api/v1/workflows/execute', {
      as: stranger,
      body: { workflow_id: made.body.data.id, input: {}, wait_ms: 5000 },
    })
    await look()
    expect(await runsOf(watcher)).toEqual([])
  })
})
