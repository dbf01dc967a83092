import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ExecutionId } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { collectNotices } from '#server/areas/runs/notices/notice-causes.ts'
import { STREAM_TIMES } from '#server/compose/handler-settings.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let base: number
let seller: Person
beforeAll(async () => {
  test = await createTestApp({
    streamTimes: { ...STREAM_TIMES, check_ms: 20 },
    behaviours: {
      fail: () => {
        throw new Error('The clinic is closed')
      },
      succeed: () => output('well'),
    },
  })
  seller = await test.person('seller')
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  base = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

const opened: ClientRequest[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.destroy()
})

let agents = 0
async function runOf(as: Person, does: string, name = does) {
  const one = does === 'ask' ? node('one', 'approval', { title: 'Send the letter?' }) : node('one', 'pure', { does })
  const document = workflow([node('start', 'manual_trigger'), one], wires('start > one'))
  const slug = `agent-${++agents}`
  await addAgent(test.database.pool, seller.id, document, { slug, name })
  const run = async () => {
    const body = { agent_id: slug, input: { text: 'x' }, wait_ms: does === 'ask' ? 0 : 5000 }
    const answer = await test.call('POST', '/api/v1/workflows/execute', { as, body })
    return ExecutionId.parse(answer.body.data.execution_id)
  }
  return { run, id: await run() }
}
async function noticesOf(as: Person) {
  await collectNotices(test.database.db)
  return (await test.call('GET', '/api/v1/notifications', { as })).body.data
}
const waitUntil = (id: ExecutionId, status: string) =>
  expect.poll(async () => (await test.engine.engine.result(id, 0)).status).toBe(status)

/** The live stream of somebody as a browser reads it. */
async function follow(as: Person, lastEventId?: string) {
  const headers = { authorization: `Bearer ${as.token}`, ...(lastEventId && { 'last-event-id': lastEventId }) }
  const stream = request({ port: base, path: '/api/v1/notifications/events', headers }).end()
  opened.push(stream)
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const closed = new Promise<void>((resolve) => response.once('close', () => resolve()))
  return {
    closed,
    events: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '')),
    lastId: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1],
  }
}

describe('a run that fails', () => {
  it('is told to its owner, counted while it is unread', async () => {
    const owner = await test.person()
    const { run, id } = await runOf(owner, 'fail', 'Discharge letters')
    expect(await noticesOf(owner)).toMatchObject({
      unread: 1,
      items: [{ kind: 'run_failed', title: 'Discharge letters failed', href: `/runs/${id}`, count: 1, read_at: null }],
    })
    const runs = await Promise.all(Array.from({ length: 20 }, run))
    const { items, total } = await noticesOf(owner)
    expect([total, items[0].count]).toEqual([1, 21])
    expect(runs.map((one) => `/runs/${one}`)).toContain(items[0].href)
  })

  it('is not told to anybody else, and one that succeeds is not told at all', async () => {
    const [owner, stranger] = [await test.person(), await test.person('super_admin')]
    await runOf(owner, 'succeed')
    await runOf(owner, 'fail')
    expect((await noticesOf(owner)).total).toBe(1)
    expect((await noticesOf(stranger)).total).toBe(0)
  })
})

describe('a run that waits for a person', () => {
  it('is told until it is answered', async () => {
    const owner = await test.person()
    const { id } = await runOf(owner, 'ask', 'Letters')
    await waitUntil(id, 'waiting')
    expect(await noticesOf(owner)).toMatchObject({
      unread: 1,
      items: [
        { kind: 'approval', title: 'Letters is waiting for you', message: 'Send the letter?', href: `/runs/${id}` },
      ],
    })
    const { rows } = await test.database.pool.query('select id from execution_waits where execution_id = $1', [id])
    const answer = { as: owner, body: { type: 'approval', approved: true } }
    await test.call('POST', `/api/v1/executions/${id}/waits/${rows[0].id}`, answer)
    expect(await noticesOf(owner)).toMatchObject({ unread: 0, total: 1 })
  })

  it('is told no longer once it is cancelled', async () => {
    const owner = await test.person()
    const { id } = await runOf(owner, 'ask')
    await waitUntil(id, 'waiting')
    expect((await noticesOf(owner)).unread).toBe(1)
    await test.call('POST', `/api/v1/executions/${id}/control`, { as: owner, body: { action: 'cancel' } })
    expect((await noticesOf(owner)).unread).toBe(0)
  })
})

describe('reading', () => {
  it('marks one or all, and says what is left', async () => {
    const owner = await test.person()
    await runOf(owner, 'fail', 'A')
    await runOf(owner, 'fail', 'B')
    await runOf(owner, 'fail', 'C')
    const [{ id }] = (await noticesOf(owner)).items
    const url = `/api/v1/notifications/${id}/read`
    expect((await test.call('POST', url, { as: owner })).body.data).toEqual({ unread: 2 })
    expect((await test.call('POST', url, { as: owner })).body.data).toEqual({ unread: 2 })
    expect((await test.call('POST', '/api/v1/notifications/read-all', { as: owner })).body.data).toEqual({ unread: 0 })
    expect((await noticesOf(owner)).items.every((one: { read_at: string | null }) => one.read_at !== null)).toBe(true)
  })

  it('pages, and refuses what is no page', async () => {
    const owner = await test.person()
    for (const name of ['A', 'B', 'C']) await runOf(owner, 'fail', name)
    await noticesOf(owner)
    const query = { limit: '1', offset: '1' }
    const { body } = await test.call('GET', '/api/v1/notifications', { as: owner, query })
    expect(body.data).toMatchObject({ total: 3, limit: 1, offset: 1, items: [{ title: 'B failed' }] })
    const bad = await test.call('GET', '/api/v1/notifications', { as: owner, query: { limit: '201' } })
    expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'limit'])
  })

  it("answers 404 for a stranger's and for none alike", async () => {
    const [owner, stranger] = [await test.person(), await test.person('super_admin')]
    await runOf(owner, 'fail')
    const [{ id }] = (await noticesOf(owner)).items
    for (const one of [id, '01890000-0000-7000-8000-000000000000'])
      expect((await test.call('POST', `/api/v1/notifications/${one}/read`, { as: stranger })).status).toBe(404)
    expect((await noticesOf(owner)).unread).toBe(1)
  })
})

describe('the live stream', () => {
  it('says how many are unread, then each notice within a second, and what another window has read', async () => {
    const owner = await test.person()
    const { events } = await follow(owner)
    await expect.poll(events).toEqual([{ type: 'unread', seq: 0, unread: 0 }])
    await runOf(owner, 'fail', 'Letters')
    await collectNotices(test.database.db)
    await expect.poll(events, { timeout: 1000 }).toHaveLength(2)
    expect(events()[1]).toMatchObject({ type: 'notice', seq: 1, unread: 1, notice: { title: 'Letters failed' } })
    await test.call('POST', '/api/v1/notifications/read-all', { as: owner })
    await expect.poll(() => events().at(-1), { timeout: 1000 }).toEqual({ type: 'unread', seq: 2, unread: 0 })
  })

  it('continues after the last one seen', async () => {
    const owner = await test.person()
    const before = await follow(owner)
    await runOf(owner, 'fail', 'A')
    await collectNotices(test.database.db)
    await expect.poll(before.lastId).toBe('1')
    await runOf(owner, 'fail', 'B')
    await runOf(owner, 'fail', 'C')
    await collectNotices(test.database.db)
    const again = await follow(owner, '1')
    await expect
      .poll(() => again.events().map(({ notice }) => notice?.title))
      .toEqual(['B failed', 'C failed', undefined])
    expect(again.lastId()).toBe('3')
  })

  it('starts over for a number it never gave', async () => {
    const owner = await test.person()
    const { events } = await follow(owner, '999999999')
    await expect.poll(events).toEqual([{ type: 'unread', seq: 0, unread: 0 }])
  })

  it('closes for a blocked user', async () => {
    const owner = await test.person()
    const { closed, events } = await follow(owner)
    await expect.poll(events).toHaveLength(1)
    test.block(owner)
    await closed
  })
})
