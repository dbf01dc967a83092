/** The outbox of an installation with a mail server. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailGateway } from '#server/gateways/mail.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { sendDue } from '#server/platform/mail/sender.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let as: Person
beforeAll(async () => {
  test = await createTestApp({ deps: { mailIsSetUp: true } })
  as = await test.person('super_admin')
})
afterAll(() => test.close())
beforeEach(() => test.database.pool.query('delete from mails'))

const queue = () => queueMail(test.database.db, { to: 'asha@clinic.example', subject: 'Reset', text: 'x' })

describe('sending again', () => {
  const refusing: MailGateway = { domain: 'chowk.test', send: () => Promise.reject(new Error('451 busy')) }
  const taking: MailGateway = { domain: 'chowk.test', send: async () => {} }
  const look = (gateway: MailGateway) => sendDue({ db: test.database.db, gateway, log: { warn: () => {} } })

  it('makes a mail that was given up due now, for another day; a sent one stays sent', async () => {
    await queue()
    await test.database.pool.query(`update mails set give_up_at = now() - interval '1 minute'`)
    await look(refusing)
    const list = await test.call('GET', '/api/v1/admin/outbox', { as })
    const [failed] = list.body.data.items
    expect(failed).toMatchObject({ status: 'failed', last_error: '451 busy', attempts: 1 })
    const path = `/api/v1/admin/outbox/${failed.id}/retry`
    const again = await test.call('POST', path, { as })
    expect(again.body.data).toMatchObject({ status: 'queued', abilities: { retry: { allowed: true } } })
    await look(taking)
    const sent = await test.call('GET', `/api/v1/admin/outbox/${failed.id}`, { as })
    expect(sent.body.data).toMatchObject({ status: 'sent', attempts: 2, last_error: null })
    expect((await test.call('POST', path, { as })).status).toBe(409)
  })

  it('leaves an attempt that is under way alone', async () => {
    await queue()
    let finish: () => void = () => {}
    let sends = 0
    const slow: MailGateway = {
      domain: 'chowk.test',
      send: () => {
        sends += 1
        return new Promise((resolve) => {
          finish = resolve
        })
      },
    }
    const first = look(slow)
    await expect.poll(() => sends).toBe(1)
    const list = await test.call('GET', '/api/v1/admin/outbox', { as })
    await test.call('POST', `/api/v1/admin/outbox/${list.body.data.items[0].id}/retry`, { as })
    await look(slow)
    expect(sends).toBe(1)
    finish()
    await first
    const after = await test.call('GET', '/api/v1/admin/outbox', { as })
    expect(after.body.data.items[0]).toMatchObject({ status: 'sent', attempts: 1 })
  })
})
