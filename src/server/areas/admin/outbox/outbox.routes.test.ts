import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queueMail } from '#server/platform/mail/mail.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let root: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
  admin = await test.person('admin')
})
afterAll(() => test.close())
beforeEach(() => test.database.pool.query('delete from mails'))

const queue = (to = 'asha@clinic.example') =>
  queueMail(test.database.db, { to, subject: 'Reset', text: 'https://chowk.test/reset?token=secret' })
const NOBODYS = '01890000-0000-7000-8000-000000000000'

describe('the outbox', () => {
  it('lists what waits, newest first, and says that mail is not set up', async () => {
    await queue()
    await queue('bala@clinic.example')
    const { status, body } = await test.call('GET', '/api/v1/admin/outbox', { as: root })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ total: 2, set_up: false })
    expect(body.data.items.map(({ to }: { to: string }) => to)).toEqual(['bala@clinic.example', 'asha@clinic.example'])
    expect(body.data.items[0]).toMatchObject({ status: 'queued', next_attempt_at: null })
    expect(body.data.items[0].abilities.retry).toEqual({ allowed: false, reason: 'Email isn’t set up.' })
    // The text is not in the list.
    expect(JSON.stringify(body)).not.toContain('token=secret')
  })

  it('shows one with its text to the super admin alone', async () => {
    await queue()
    const list = await test.call('GET', '/api/v1/admin/outbox', { as: root, query: { status: 'queued' } })
    const path = `/api/v1/admin/outbox/${list.body.data.items[0].id}`
    expect((await test.call('GET', path, { as: root })).body.data.text).toContain('token=secret')
    for (const [as, expected] of [
      [admin, 403],
      [null, 401],
    ] as const)
      for (const [method, url] of [
        ['GET', '/api/v1/admin/outbox'],
        ['GET', path],
        ['POST', `${path}/retry`],
      ] as const) {
        const answer = await test.call(method, url, { as })
        expect(answer.status).toBe(expected)
        expect(JSON.stringify(answer.body)).not.toContain('secret')
      }
  })

  it('answers 404 for what is not there and 400 for what is no id', async () => {
    expect((await test.call('GET', `/api/v1/admin/outbox/${NOBODYS}`, { as: root })).status).toBe(404)
    expect((await test.call('POST', `/api/v1/admin/outbox/${NOBODYS}/retry`, { as: root })).status).toBe(404)
    expect((await test.call('GET', '/api/v1/admin/outbox/x', { as: root })).status).toBe(400)
    expect((await test.call('GET', '/api/v1/admin/outbox', { as: root, query: { status: 'x' } })).status).toBe(400)
  })

  it('refuses to send again what cannot be sent', async () => {
    await queue()
    const list = await test.call('GET', '/api/v1/admin/outbox', { as: root })
    const answer = await test.call('POST', `/api/v1/admin/outbox/${list.body.data.items[0].id}/retry`, { as: root })
    expect(answer.status).toBe(409)
    expect(answer.body.status.message).toBe('Email isn’t set up.')
  })
})
