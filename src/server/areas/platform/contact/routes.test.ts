import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONTACT_TOPICS } from '#contract/platform/contact-topics.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(() => test.database.pool.query('truncate contact_messages, mails, auth.attempts'))

let addresses = 0
const ip = () => `198.51.100.${++addresses}`
const message = (changes: object = {}) => ({
  topic: 'help',
  name: 'Asha Rao',
  email: 'asha@clinic.example',
  message: 'How do I deploy?',
  ...changes,
})
const write = (body: unknown, from = ip()) => test.call('POST', '/api/v1/contact', { body, ip: from })
const rows = async (table: string) => (await test.database.pool.query(`select * from ${table} order by id`)).rows
/** The operator's first, then the sender's. */
const mails = async () =>
  (await test.database.pool.query(`select * from mails order by to_address <> 'support@company.example'`)).rows

describe('writing to the firm', () => {
  it('stores the message, mails it to the operator and acknowledges it under a reference', async () => {
    const { status, body } = await write(message({ topic: 'sales', plan: 'professional' }))
    expect(status).toBe(201)
    expect(body.data.reference).toMatch(/^C-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const { reference } = body.data
    expect(await rows('contact_messages')).toMatchObject([
      { reference, topic: 'sales', plan: 'professional', name: 'Asha Rao', message: 'How do I deploy?', user_id: null },
    ])
    const [operator, sender] = await mails()
    expect(operator).toMatchObject({ to_address: 'support@company.example', reply_to: 'asha@clinic.example' })
    expect(operator.subject).toBe(`Plan sales: Asha Rao (${reference})`)
    expect(operator.body).toContain('Plan: Professional')
    expect(operator.body).toContain('How do I deploy?')
    expect(sender).toMatchObject({ to_address: 'asha@clinic.example', reply_to: 'support@company.example' })
    expect(sender.body).toContain(reference)
  })

  it('says in the acknowledgement nothing that was typed: the form sends nobody’s words to strangers', async () => {
    await write(message({ name: 'Win https://evil.example', message: 'Click https://evil.example' }))
    const [, sender] = await mails()
    expect(sender.subject + sender.body).not.toContain('evil')
  })

  it('names the account of the signed-in user, and a plan only where one is sold', async () => {
    const person = await test.person()
    await test.call('POST', '/api/v1/contact', { body: message({ plan: 'starter' }), as: person })
    expect(await rows('contact_messages')).toMatchObject([{ user_id: person.id, plan: null }])
  })

  it.each(CONTACT_TOPICS)('takes the topic %s', async (topic) => {
    expect((await write(message({ topic }))).status).toBe(201)
  })

  it.each([
    [{ topic: 'lottery' }, 'topic'],
    [{ plan: 'platinum' }, 'plan'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ name: 'Asha\r\nBcc: all@clinic.example' }, 'name'],
    [{ email: 'asha' }, 'email'],
    [{ email: 'asha@clinic.example\r\nBcc: all@clinic.example' }, 'email'],
    [{ email: 'a@b.example,c@d.example' }, 'email'],
    [{ message: ' \n ' }, 'message'],
    [{ message: 'x'.repeat(5001) }, 'message'],
    [{ message: 'a\u0000b' }, 'message'],
    [{ admin: true }, 'admin'],
  ])('refuses %j by its field and keeps nothing', async (changes, field) => {
    const { status, body } = await write(message(changes))
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(field)
    expect(await rows('contact_messages')).toEqual([])
    expect(await rows('mails')).toEqual([])
  })

  it('keeps hostile text as it was written', async () => {
    const text = `<script>alert(1)</script> \u202Egnp.exe \u200B${'x'.repeat(4900)}`
    expect((await write(message({ name: '<b>\u202Easha', message: text }))).status).toBe(201)
    expect((await rows('contact_messages'))[0]).toMatchObject({ message: text, name: '<b>\u202Easha' })
    // Nothing turns the reference and the address behind the name around.
    const [operator] = await mails()
    expect(operator.subject).toMatch(/^Help Center: <b>asha \(C-/)
    expect(operator.body).toContain('From: <b>asha <asha@clinic.example>')
  })
})

describe('writing too often', () => {
  it('is refused per address, with the time to wait, and counts what happens at the same moment', async () => {
    const from = ip()
    const tries = Array.from({ length: 12 }, (_, n) => write(message({ email: `a${n}@clinic.example` }), from))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(7)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3500)
    expect(refused[0]?.body.status.message).toMatch(/try again in 60 minutes/)
    expect(await rows('mails')).toHaveLength(10)
    expect((await write(message(), ip())).status).toBe(201)
  })

  it('is refused per e-mail address, whatever its case and wherever it comes from', async () => {
    for (let n = 0; n < 5; n += 1) expect((await write(message())).status).toBe(201)
    expect((await write(message({ email: 'ASHA@clinic.example' }))).status).toBe(429)
    expect((await write(message({ email: 'bala@clinic.example' }))).status).toBe(201)
  })

  it('ends with its hour', async () => {
    const from = ip()
    for (let n = 0; n < 6; n += 1) await write(message({ email: `b${n}@clinic.example` }), from)
    await test.database.pool.query(`update auth.attempts set window_ends = now() - interval '1 second'`)
    expect((await write(message(), from)).status).toBe(201)
  })

  it('stores no address and no e-mail among what is counted', async () => {
    await write(message())
    expect(JSON.stringify(await test.database.pool.query('select key from auth.attempts'))).not.toMatch(/asha|198\.51/)
  })
})
