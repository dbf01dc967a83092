import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BatchApp, balanceOfPerson, batchOwner, createBatchApp, PRICE, textItems } from '#test/support/batches.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { sendCallbacks } from './callbacks.ts'

let test: BatchApp
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeAll(async () => {
  receiver = await openReceiver()
  test = await createBatchApp({ secrets: { allow: [receiver.host] } })
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})

interface Told {
  headers: Record<string, unknown>
  body: string
}

/** What callbacks are sent to; answers with the next of `answers`, then 200. */
async function openReceiver() {
  const told: Told[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    told.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
    response.statusCode = answers.shift() ?? 200
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { told, answers, host, close: () => new Promise((resolve) => server.close(resolve)) }
}

const many = (count: number) => textItems(...Array.from({ length: count }, (_, at) => `note ${at}`))
const runsOf = async (owner: string) =>
  (
    await test.database.pool.query<{ trigger: string; priority: string; input: { text: string } }>(
      `select trigger, priority, input from executions where owner_id = $1`,
      [owner],
    )
  ).rows

describe('a batch', () => {
  it('runs each document once, and shows what came of it', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({
      name: 'Monday',
      items: [...many(45), { name: 'broken.pdf', problem: 'file_broken' }],
    })
    const done = await me.reach(id, ({ status }) => status === 'finished')
    expect(done).toMatchObject({
      name: 'Monday',
      total: 46,
      counts: { succeeded: 45, failed: 1, waiting: 0, started: 0 },
    })
    expect(done.reasons).toEqual([{ code: 'file_broken', message: 'The file is damaged and can’t be read.', items: 1 }])
    const runs = await runsOf(me.owner.id)
    expect(runs.map(({ trigger, priority }) => `${trigger} ${priority}`)).toEqual(Array(45).fill('batch low'))
    expect(new Set(runs.map(({ input }) => input.text)).size).toBe(45)
    const { items, total } = (await me.call('GET', `/${id}/items`, undefined, { limit: '2' })).body.data
    expect([total, items[1]]).toMatchObject([
      46,
      {
        position: 1,
        name: 'note 1',
        state: 'succeeded',
        result: { fields: { Said: 'note 1' }, top: 'I10 note 1', findings: 1, confidence: 0.8 },
      },
    ])
    expect(done.columns).toEqual(['Said'])
  })

  it('is never under way with more than its share', async () => {
    const me = await batchOwner(test, 'hang')
    const { id } = await me.create({ items: many(30) })
    await test.advance()
    await test.advance()
    expect((await me.get(id)).counts).toMatchObject({ started: 20, waiting: 10 })
    await me.control(id, 'cancel')
    const done = await me.reach(id, ({ counts }) => counts.started === 0)
    expect(done).toMatchObject({ status: 'cancelled', counts: { cancelled: 30 } })
  })

  it('filters and sorts its table by what people look for', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: textItems('b', 'bad one', 'a', '=1+1') })
    await me.reach(id, ({ status }) => status === 'finished')
    const names = async (query: Record<string, string>) =>
      (await me.call('GET', `/${id}/items`, undefined, query)).body.data.items.map(({ name }: { name: string }) => name)
    expect(await names({ state: 'failed' })).toEqual(['bad one'])
    expect(await names({ code: 'file_broken' })).toEqual(['bad one'])
    expect(await names({ search: '=1' })).toEqual(['=1+1'])
    expect(await names({ sort: 'fields.Said', order: 'desc', state: 'succeeded' })).toEqual(['b', 'a', '=1+1'])
    expect(await names({ review: 'open', sort: 'name' })).toEqual(['=1+1', 'a', 'b'])
    expect(await names({ review: 'signed_off' })).toEqual([])
    const wrong = await me.call('GET', `/${id}/items`, undefined, { sort: 'input' })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'sort'])
  })

  it('sends its results on as documents of another service, those that were asked for', async () => {
    const takesText = workflow(
      [
        node('start', 'input_form', { fields: [{ name: 'text', label: 'Text', type: 'textarea', required: true }] }),
        node('work', 'effect', { does: 'echo', with: '{{ $input.text }}' }),
      ],
      wires('start > work'),
    )
    await addAgent(test.database.pool, test.seller.id, takesText, { slug: 'takes-text' })
    const me = await batchOwner(test, 'takes-text')
    const service_id = me.service
    const { id: from } = await me.create({ items: textItems('a', 'bad one', '=1+1') })
    await me.reach(from, ({ status }) => status === 'finished')
    const draft = async () => (await me.call('POST', '', { service_id, start: false })).body.data.id as string
    const add = async (id: string, body: object) => me.call('POST', `/${id}/results`, { batch_id: from, ...body })

    const id = await draft()
    const added = await add(id, { mapping: { text: 'Said' } })
    expect([added.status, added.body.data.counts.waiting]).toEqual([200, 2])
    await me.control(id, 'start')
    await me.reach(id, ({ status }) => status === 'finished')
    const { items } = (await me.call('GET', `/${id}/items`)).body.data
    expect(items.map(({ name, result }: { name: string; result: { top: string } }) => [name, result.top])).toEqual([
      ['a', 'I10 a'],
      ['=1+1', 'I10 =1+1'],
    ])
    expect((await add(id, { mapping: { text: 'Said' } })).body.errors[0].code).toBe('illegal_transition')

    const other = await draft()
    for (const [body, field] of [
      [{ mapping: { text: 'Nothing' } }, 'mapping.text'],
      [{ mapping: { other: 'Said' } }, 'mapping.other'],
      [{ mapping: {} }, 'mapping'],
      [{ mapping: { text: 'Said' }, review: 'signed_off' }, 'review'],
      [{ mapping: { text: 'Said' }, batch_id: other }, 'batch_id'],
    ] as const)
      expect((await add(other, body)).body.errors[0]).toMatchObject({ field })
    expect((await me.get(other)).total).toBe(0)

    const stranger = await batchOwner(test)
    const theirs = await stranger.create({ items: textItems('secret') })
    await stranger.reach(theirs.id, ({ status }) => status === 'finished')
    const stolen = await add(other, { mapping: { text: 'Said' }, batch_id: theirs.id })
    expect([stolen.status, stolen.body.errors[0].field]).toEqual([400, 'batch_id'])
  })

  it.each([
    ['no documents', { items: [] }, 'items'],
    ['neither input nor problem', { items: [{ name: 'x' }] }, 'items.0.input'],
    ['no documents to start with', {}, 'items'],
    ['a cap of nothing', { items: [{ input: {} }], cap_paise: 0 }, 'cap_paise'],
    ['an address that is none', { items: [{ input: {} }], callback_url: 'ftp://x.example' }, 'callback_url'],
    [
      'a callback that nothing would sign',
      { items: [{ input: {} }], callback_url: 'https://x.example' },
      'callback_url',
    ],
  ])('with %s is refused', async (_case, wrong, field) => {
    const me = await batchOwner(test)
    const answer = await me.call('POST', '', { service_id: me.service, ...wrong })
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    expect((await me.call('GET', '')).body.data.total).toBe(0)
  })

  it('is its owner’s alone', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: many(1) })
    const stranger = await batchOwner(test)
    const answers = await Promise.all([
      stranger.call('GET', `/${id}`),
      stranger.call('GET', `/${id}/items`),
      stranger.call('GET', `/${id}/export`),
      stranger.call('PUT', `/${id}`, { name: 'Theirs' }),
      stranger.control(id, 'cancel'),
      stranger.call('DELETE', `/${id}`),
      stranger.call('POST', '', { service_id: me.service, items: many(1) }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404))
  })

  it('is made of parts that may be sent twice', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ start: false })
    const part = { from: 0, items: many(3) }
    await me.call('POST', `/${id}/items`, part)
    expect((await me.call('POST', `/${id}/items`, part)).body.data.counts.waiting).toBe(3)
    expect((await me.call('POST', `/${id}/items`, { from: 9_999, items: many(2) })).body.errors[0].code).toBe(
      'limit_reached',
    )
    await me.control(id, 'start')
    await me.reach(id, ({ counts }) => counts.succeeded === 3)
    expect((await me.call('POST', `/${id}/items`, part)).status).toBe(409)
  })

  it('tries its failures again, each with a new run', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: [...textItems('good', 'bad'), { problem: 'file_empty' }] })
    const first = await me.reach(id, ({ status }) => status === 'finished')
    expect(first.reasons.map(({ code }) => code).sort()).toEqual(['file_broken', 'file_empty'])
    await me.control(id, 'retry')
    await me.reach(id, ({ status }) => status === 'finished')
    const { items } = (await me.call('GET', `/${id}/items`)).body.data
    expect(items.map(({ attempts, state }: Record<string, unknown>) => [attempts, state])).toEqual([
      [1, 'succeeded'],
      [2, 'failed'],
      [0, 'failed'],
    ])
    expect(await runsOf(me.owner.id)).toHaveLength(3)
  })

  it('gives one document that does not fit as its failure', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: [{ name: 'odd', input: { text: 7 } }, ...many(2)] })
    const done = await me.reach(id, ({ status }) => status === 'finished')
    expect(done).toMatchObject({ counts: { succeeded: 2, failed: 1 }, reasons: [{ code: 'invalid_input', items: 1 }] })
  })

  it('is deleted once it has ended, and its runs stay', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: many(2) })
    expect((await me.call('DELETE', `/${id}`)).status).toBe(409)
    await me.reach(id, ({ status }) => status === 'finished')
    expect((await me.call('DELETE', `/${id}`)).status).toBe(200)
    expect([(await me.call('GET', `/${id}`)).status, (await runsOf(me.owner.id)).length]).toEqual([404, 2])
  })
})

describe('what stops a batch', () => {
  it('is an empty balance, until money comes in', async () => {
    const me = await batchOwner(test, 'paid', 17 * PRICE)
    const { id } = await me.create({ items: many(40) })
    const paused = await me.reach(id, ({ status, counts }) => status === 'paused' && counts.started === 0)
    expect(paused).toMatchObject({
      pause: { code: 'insufficient_credits' },
      counts: { succeeded: 17, waiting: 23 },
      spent_paise: 17 * PRICE,
    })
    await giveCredits(test.database, me.owner.id, 23 * PRICE)
    await test.database.pool.query('update batches set retry_at = now() where id = $1', [id])
    const done = await me.reach(id, ({ status }) => status === 'finished')
    expect([done.counts.succeeded, done.spent_paise, await balanceOfPerson(test, me.owner)]).toEqual([
      40,
      40 * PRICE,
      0,
    ])
    const { rows } = await test.database.pool.query(
      `select count(*)::int as charges, sum(price_paise)::int as paise from charges where buyer_id = $1 and status = 'settled'`,
      [me.owner.id],
    )
    expect(rows[0]).toEqual({ charges: 40, paise: 40 * PRICE })
  })

  it('is its maximum, until that is raised', async () => {
    const me = await batchOwner(test, 'paid', 100 * PRICE)
    const { id } = await me.create({ items: many(10), cap_paise: 4 * PRICE + 1 })
    const paused = await me.reach(id, ({ status, counts }) => status === 'paused' && counts.started === 0)
    expect(paused).toMatchObject({
      pause: { code: 'cap_reached' },
      counts: { succeeded: 4, waiting: 6 },
      spent_paise: 4 * PRICE,
    })
    await me.call('PUT', `/${id}`, { cap_paise: null })
    await me.control(id, 'resume')
    expect((await me.reach(id, ({ status }) => status === 'finished')).spent_paise).toBe(10 * PRICE)
  })

  it.each([
    ['a service that is paused', `update services set status = 'paused' where id = $1`, 'not_runnable'],
    ['a service that was deleted', 'delete from services where id = $1', 'service_deleted'],
    [
      'an agent that was suspended',
      `update agents set status = 'suspended' where id = (select agent_id from services where id = $1)`,
      'not_runnable',
    ],
  ])('is %s', async (_case, change, code) => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: many(2) })
    await test.database.pool.query(change, [me.service])
    const paused = await me.reach(id, ({ status }) => status === 'paused')
    expect(paused.pause?.code).toBe(code)
    const notices = (await test.call('GET', '/api/v1/notifications', { as: me.owner })).body.data.items
    expect(notices[0]).toMatchObject({ kind: 'batch', href: `/batches/${id}` })
    await test.database.pool.query(`update agents set status = 'published' where slug = 'echo'`)
  })

  it('is the removal of the member who started it, until another takes it over', async () => {
    const [owner, member] = [await test.person('creator_admin'), await test.person('creator_admin')]
    const { id: workspace, slug } = (
      await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Clinic' } })
    ).body.data
    await test.database.pool.query(`insert into workspace_members values ($1, $2, 'member')`, [workspace, member.id])
    const headers = { 'x-workspace': slug }
    const service_id = (await test.call('POST', '/api/v1/services', { as: owner, headers, body: { agent_id: 'echo' } }))
      .body.data.id
    const made = await test.call('POST', '/api/v1/batches', {
      as: member,
      headers,
      body: { service_id, items: many(2) },
    })
    const { id } = made.body.data
    await test.database.pool.query('delete from workspace_members where user_id = $1', [member.id])
    const get = async () => (await test.call('GET', `/api/v1/batches/${id}`, { as: owner, headers })).body.data
    const reach = (status: string) =>
      until(async () => {
        await test.advance()
        const batch = await get()
        return batch.status === status && batch
      })
    expect((await reach('paused')).pause.code).toBe('member_removed')
    await test.call('POST', `/api/v1/batches/${id}/control`, { as: owner, headers, body: { action: 'resume' } })
    expect((await reach('finished')).counts.succeeded).toBe(2)
    const { rows } = await test.database.pool.query('select distinct started_by from executions where owner_id = $1', [
      workspace,
    ])
    expect(rows).toEqual([{ started_by: owner.id }])
  })

  it('is the monthly limit of the member who started it, until that is raised', async () => {
    const [owner, member] = [await test.person('creator_admin'), await test.person('creator_admin')]
    const place = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Clinic' } })).body.data
    await test.database.pool.query(`insert into workspace_members values ($1, $2, 'member')`, [place.id, member.id])
    await giveCredits(test.database, place.id, 10 * PRICE)
    const headers = { 'x-workspace': place.slug }
    const limit = (month_cap_paise: number | null) =>
      test.call('PUT', `/api/v1/credits/members/${member.id}`, { as: owner, headers, body: { month_cap_paise } })
    await limit(2 * PRICE)
    const service_id = (await test.call('POST', '/api/v1/services', { as: owner, headers, body: { agent_id: 'paid' } }))
      .body.data.id
    const { id } = (
      await test.call('POST', '/api/v1/batches', { as: member, headers, body: { service_id, items: many(5) } })
    ).body.data
    const reach = (status: string) =>
      until(async () => {
        await test.advance()
        const batch = (await test.call('GET', `/api/v1/batches/${id}`, { as: owner, headers })).body.data
        return batch.status === status && batch.counts.started === 0 && batch
      })
    expect(await reach('paused')).toMatchObject({
      pause: { code: 'cap_reached' },
      counts: { succeeded: 2, waiting: 3 },
    })
    await limit(null)
    await test.call('POST', `/api/v1/batches/${id}/control`, { as: owner, headers, body: { action: 'resume' } })
    expect((await reach('finished')).counts.succeeded).toBe(5)
  })

  it('is a person, until they go on', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: many(3) })
    expect((await me.control(id, 'pause')).body.data).toMatchObject({ status: 'paused', pause: { code: 'by_person' } })
    await test.advance()
    expect((await me.get(id)).counts.waiting).toBe(3)
    expect((await me.control(id, 'pause')).status).toBe(409)
    await me.control(id, 'resume')
    await me.reach(id, ({ status }) => status === 'finished')
  })
})

describe('the file of a batch', () => {
  it('has every document, and no cell that a spreadsheet would compute', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: textItems('=cmd()', 'bad') })
    await me.reach(id, ({ status }) => status === 'finished')
    const file = async (format: string) =>
      test.call('GET', `/api/v1/batches/${id}/export`, { as: me.owner, query: { format } })
    const csv = await file('csv')
    const [head, first, second] = String(csv.body).replace('\ufeff', '').split('\r\n')
    expect(head).toBe(
      'number,document,state,reason,Said,top_findings,findings,lowest_confidence,review,pages,cost_inr,seconds,run',
    )
    expect(first).toContain(`1,'=cmd(),succeeded,,'=cmd(),I10 =cmd(),1,0.8,open,`)
    expect(second).toContain('2,bad,failed,The file is damaged and can’t be read.,')
    expect((await file('json')).body).toMatchObject([{ name: '=cmd()', state: 'succeeded' }, { state: 'failed' }])
    expect(String((await file('xlsx')).headers['content-type'])).toContain('spreadsheetml')
  })

  it('forgets a document with the data of its run', async () => {
    const me = await batchOwner(test)
    const { id } = await me.create({ items: textItems('secret', 'bad secret') })
    await me.reach(id, ({ status }) => status === 'finished')
    const { items } = (await me.call('GET', `/${id}/items`)).body.data
    for (const { execution_id } of items)
      await test.call('DELETE', `/api/v1/executions/${execution_id}`, { as: me.owner })
    expect(JSON.stringify((await me.call('GET', `/${id}/items`)).body)).not.toContain('secret')
    const { rows } = await test.database.pool.query('select input from batch_items where batch_id = $1', [id])
    expect(rows).toEqual([{ input: null }, { input: null }])
  })
})

describe('the callback of a batch', () => {
  const send = () =>
    sendCallbacks({ db: test.database.db, ring: test.ring, http: test.secrets.http }, new AbortController().signal)

  it('is signed, sent until it is accepted, and sent again when asked', async () => {
    const me = await batchOwner(test)
    const as = me.owner
    const { secret } = (await test.call('POST', '/api/v1/batch-callback-secret', { as })).body.data
    expect((await test.call('GET', '/api/v1/batch-callback-secret', { as })).body.data).toMatchObject({ secret: null })
    const { id } = await me.create({ items: many(2), callback_url: `http://${receiver.host}/done` })
    await me.reach(id, ({ status }) => status === 'finished')
    receiver.answers.push(503)
    await send()
    const listed = async () => (await me.call('GET', `/${id}/callbacks`)).body.data.items
    expect(await listed()).toMatchObject([{ status: 'waiting', attempts: 1, last_status: 503 }])
    await test.database.pool.query('update callback_deliveries set next_at = now() where batch_id = $1', [id])
    await send()
    const [delivery] = await listed()
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 2, last_status: 200 })
    const told = receiver.told.filter(({ headers }) => headers['x-webhook-id'] === delivery.id)
    expect(told).toHaveLength(2)
    for (const { headers, body } of told) {
      const [, time = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-webhook-signature'])) ?? []
      expect(v1).toBe(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))
      expect(JSON.parse(body)).toMatchObject({
        id: delivery.id,
        type: 'batch.finished',
        data: { batch_id: id, total: 2, counts: { succeeded: 2 } },
      })
    }
    await me.call('POST', `/${id}/callbacks/${delivery.id}/send`)
    await send()
    expect(receiver.told.filter(({ headers }) => headers['x-webhook-id'] === delivery.id)).toHaveLength(3)
    // For a day receivers may check by either secret.
    await test.call('POST', '/api/v1/batch-callback-secret', { as })
    await me.call('POST', `/${id}/callbacks/${delivery.id}/send`)
    await send()
    expect(String(receiver.told.at(-1)?.headers['x-webhook-signature'])).toMatch(/^t=\d+(,v1=[0-9a-f]{64}){2}$/)
  })

  it('is not sent to a private address', async () => {
    const me = await batchOwner(test)
    await test.call('POST', '/api/v1/batch-callback-secret', { as: me.owner })
    const { id } = await me.create({ items: many(1), callback_url: 'http://169.254.169.254/latest' })
    await me.reach(id, ({ status }) => status === 'finished')
    await send()
    const [delivery] = (await me.call('GET', `/${id}/callbacks`)).body.data.items
    expect(delivery).toMatchObject({ status: 'waiting', attempts: 1, last_status: null })
    expect(delivery.last_error).not.toBe('')
  })
})

describe('a batch of an account that hides personal data in lists', () => {
  it('hides it in the table and its files, and shows it for a reason, which is kept', async () => {
    const me = await batchOwner(test)
    await test.database.pool.query('insert into data_policies (account_id, mask_lists) values ($1, true)', [
      me.owner.id,
    ])
    const { id } = await me.create({ items: textItems('Patient Ramesh Kulkarni, born 12/03/1987') })
    await me.reach(id, ({ status }) => status === 'finished')
    const [item] = (await me.call('GET', `/${id}/items`)).body.data.items
    expect(item.name).toBe('Patient ••••, born •••• 1987')
    expect(JSON.stringify(item)).not.toMatch(/Kulkarni|12\/03/)
    const exported = (query: Record<string, string>) => me.call('GET', `/${id}/export`, undefined, query)
    for (const format of ['csv', 'json'])
      expect(JSON.stringify((await exported({ format })).body)).not.toMatch(/Kulkarni|12\/03/)
    const without = await exported({ format: 'csv', reveal: 'true' })
    expect([without.status, without.body.errors[0].field]).toEqual([400, 'reason'])
    expect((await exported({ format: 'csv', reveal: 'true', reason: 'For the insurer' })).body).toContain(
      'Ramesh Kulkarni',
    )
    const { body } = await test.call('GET', `/api/v1/executions/${item.execution_id}/record`, { as: me.owner })
    expect(body.data.items.at(-1).text).toEqual([
      'Exported the results of its batch as CSV, with personal data. Reason: For the insurer',
    ])
  })
})
