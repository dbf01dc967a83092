import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { uploadText } from '#test/support/channels.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const echo = workflow(
  [node('start', 'chat_trigger'), set('done', { text: '{{ $trigger.message }}' })],
  wires('start > done'),
)

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, echo, { slug: 'echo', name: 'echo', input_schema: { type: 'object' } })
})
afterAll(() => test.close())

/** A chat on the page of a service, whose visitor has asked for a person. */
async function scene() {
  const owner = await test.person('seller')
  const by = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1${path}`, { as: owner, ...(body && { body }) })
  const { id: service } = (await by('POST', '/services', { agent_id: 'echo' })).body.data
  const { token } = (await by('PUT', `/services/${service}/chat`, { enabled: true, daily_runs: 100 })).body.data
  await by('PUT', `/services/${service}/inbox`, { enabled: true, display_name: 'Asha' })
  const as = (visitor: string | null) => (method: string, path: string, body?: object) =>
    test.call(method, `/api/chats/${token}${path}`, {
      as: null,
      body,
      headers: visitor === null ? {} : { 'x-run-token': visitor },
    })
  const enter = async () => as((await as(null)('POST', '/visitors', {})).body.data.visitor_token as string)
  const visitor = await enter()
  const id = randomUUID()
  const ask = () => visitor('POST', `/conversations/${id}/person`)
  const read = async () => (await visitor('GET', `/conversations/${id}/messages`)).body.data
  const call = (method: string, path: string, body?: object) => by(method, `/inbox${path}`, body)
  const newest = async () => (await call('GET', `/${id}/messages`)).body.data.items[0].id as string
  const answer = async (text: string, more: object = {}) =>
    call('POST', `/${id}/messages`, { key: randomUUID(), text, after: await newest(), ...more })
  return { owner, id, ask, answer, visitor, enter, read, newest, call }
}

describe('files that a person sends', () => {
  it('are downloaded by their visitor alone, also when the original is gone, and count once for each key', async () => {
    const { owner, id, ask, answer, visitor, enter, read, newest } = await scene()
    await ask()
    const file_id = await uploadText(test, owner, '..\\\\<b>form</b>\u202Efdp.txt', 'Sign here.')
    const [key, after] = [randomUUID(), await newest()]
    const wanted = { key, after, files: [{ file_id }] }
    const both = await Promise.all([answer('As a file', wanted), answer('As a file', wanted)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect((await answer('As a file', { ...wanted, files: [] })).body.errors[0].code).toBe('idempotency_mismatch')
    await test.database.pool.query('delete from files where id = $1', [file_id])
    expect((await answer('As a file', wanted)).status).toBe(201)
    const { items } = await read()
    expect(items[0]).toMatchObject({ role: 'staff', text: 'As a file', files: [{ name: 'b>fdp.txt' }] })
    const [{ file_id: copy }] = items[0].files
    const got = await visitor('GET', `/conversations/${id}/files/${copy}`)
    expect([got.status, String(got.body), got.headers['content-disposition']]).toEqual([
      ...[200, 'Sign here.'],
      expect.stringMatching(/^attachment/),
    ])
    expect((await (await enter())('GET', `/conversations/${id}/files/${copy}`)).status).toBe(404)
    expect((await visitor('GET', `/conversations/${id}/files/${file_id}`)).status).toBe(404)
    const { rows } = await test.database.pool.query(
      `select id, expires_at > now() + interval '29 days' as kept from files where owner_id = $1 and expires_at > now()`,
      [owner.id],
    )
    expect(rows).toEqual([{ id: copy, kept: true }])
  })

  it('go with their visitor, who is erased with all their chats and the data of their runs', async () => {
    const { owner, id, ask, answer, visitor, call, read } = await scene()
    const other = randomUUID()
    const write = (to: string, text: string) =>
      visitor('POST', `/conversations/${to}/messages`, { key: randomUUID(), text })
    await write(other, 'My number is 98765')
    await until(async () => {
      const { items } = (await visitor('GET', `/conversations/${other}/messages`)).body.data
      return items.some(({ role }: { role: string }) => role === 'agent')
    })
    await ask()
    const file_id = await uploadText(test, owner, 'b.txt', 'Of the owner')
    await answer('As a file', { files: [{ file_id }] })
    const [{ file_id: copy }] = (await read()).items[0].files
    const stranger = await test.person('seller')
    const erase = (as: Person) => test.call('DELETE', `/api/v1/inbox/${id}/visitor`, { as })
    expect((await erase(stranger)).status).toBe(404)
    expect((await erase(owner)).body.data).toEqual({ id })
    expect((await erase(owner)).status).toBe(404)
    expect((await call('GET', '?show=all')).body.data.items).toEqual([])
    for (const conversation of [id, other])
      expect((await visitor('GET', `/conversations/${conversation}/messages`)).status).toBe(403)
    const { pool } = test.database
    const { rows: runs } = await pool.query('select input::text as input from executions where owner_id = $1', [
      owner.id,
    ])
    expect(runs).toEqual([{ input: 'null' }])
    const files = await pool.query(
      'select id from files where owner_id = $1 and (expires_at is null or expires_at > now())',
      [owner.id],
    )
    expect(files.rows).toEqual([{ id: file_id }])
    expect((await test.call('GET', `/api/v1/files/${copy}`, { as: owner })).status).toBe(404)
  })

  it('are their own, at most ten, and change nothing when they are refused', async () => {
    const { owner, id, ask, answer, call, read } = await scene()
    await ask()
    const stranger = await test.person('seller')
    const foreign = { file_id: await uploadText(test, stranger, 'a.txt', 'Of a stranger') }
    const own = { file_id: await uploadText(test, owner, 'b.txt', 'Of the owner') }
    for (const files of [[foreign], [own, foreign], [{ file_id: randomUUID() }]])
      expect((await answer('Read it', { files })).body.errors[0].field).toMatch(/^files\.[01]\.file_id$/)
    expect((await answer('Read it', { files: Array(11).fill(own) })).body.errors[0].field).toBe('files')
    await call('POST', `/${id}/return`)
    expect((await answer('Read it', { files: [own] })).status).toBe(409)
    const { rows } = await test.database.pool.query(
      'select count(*)::int as count from files where owner_id = $1 and (expires_at is null or expires_at > now())',
      [owner.id],
    )
    expect(rows).toEqual([{ count: 1 }])
    expect((await read()).items).toHaveLength(2)
  })
})
