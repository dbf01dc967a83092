import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let root: Person
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/announcement'
const HOSTILE = '<img src=x onerror=alert(1)> \u202Eevil'
const shown = async () => (await test.call('GET', '/api/v1/site')).body.data.announcement
const announce = (body: object, as = root) =>
  test.call('PUT', PATH, { as, body: { text: 'Hello', tone: 'info', ...body } })
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

it('is shown to everyone until it is replaced, removed or over', async () => {
  expect(await shown()).toBeNull()
  const first = (await announce({ text: ` ${HOSTILE} `, tone: 'warning' })).body.data
  expect(await shown()).toEqual({ id: first.id, text: HOSTILE, tone: 'warning', until: null })
  const second = (await announce({ until: inMs(60_000) })).body.data
  expect(second.id).not.toBe(first.id)
  expect(await shown()).toEqual(second)
  await test.database.pool.query(`update announcement set until = now() - interval '1 second'`)
  expect(await shown()).toBeNull()
  await announce({})
  for (const _ of [1, 2]) expect((await test.call('DELETE', PATH, { as: root })).status).toBe(200)
  expect(await shown()).toBeNull()
  const { rows } = await test.database.pool.query(
    `select details ->> 'text' as text from audit_log where action = 'announcement.change' order by created_at`,
  )
  expect(rows.map(({ text }) => text)).toEqual([HOSTILE, 'Hello', 'Hello', null])
})

it('is refused with its field, and the last one stays', async () => {
  await announce({ text: 'Stays' })
  for (const [body, field] of [
    [{ text: '  ' }, 'text'],
    [{ text: 'x'.repeat(301) }, 'text'],
    [{ tone: 'loud' }, 'tone'],
    [{ until: inMs(-1000) }, 'until'],
    [{ until: inMs(91 * 86_400_000) }, 'until'],
    [{ until: 'soon' }, 'until'],
  ] as const) {
    const { status, body: answer } = await announce(body)
    expect([status, answer.errors[0].field]).toEqual([400, field])
  }
  expect((await shown()).text).toBe('Stays')
})

it('is the super admin’s alone to change', async () => {
  for (const role of ['basic_user', 'admin'] as const) {
    const as = await test.person(role)
    expect((await announce({}, as)).status).toBe(403)
    expect((await test.call('DELETE', PATH, { as })).status).toBe(403)
  }
  expect((await test.call('PUT', PATH, { body: { text: 'Hello', tone: 'info' } })).status).toBe(401)
})
