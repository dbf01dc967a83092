import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SmtpPeer, startSmtpPeer } from '#peers/smtp/server.ts'
import { createMailGateway, type MailGateway } from '#server/gateways/mail.ts'
import { testMailBrand } from '#test/support/brand.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { removeOld } from './mail.store.ts'
import { type Mail, queueMail } from './mail.ts'
import { retryDelaySeconds, sendDue } from './sender.ts'

let database: TestDatabase
let peer: SmtpPeer
let gateway: MailGateway
let logged: { detail: Record<string, unknown>; message: string }[] = []
const log = {
  warn: (detail: object, message: string) => void logged.push({ detail: detail as Record<string, unknown>, message }),
}
const settings = (port: number) => ({
  host: '127.0.0.1',
  port,
  secure: false,
  auth: null,
  from: { name: 'Chowk', address: 'hello@chowk.test' },
})

beforeAll(async () => {
  database = await createTestDatabase()
  peer = await startSmtpPeer()
  gateway = createMailGateway(settings(peer.port), testMailBrand)
})
afterAll(async () => {
  await peer.close()
  await database.drop()
})
beforeEach(async () => {
  await database.pool.query('delete from mails')
  peer.received.length = 0
  peer.behave('take')
  logged = []
})

const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'asha@clinic.example',
  subject: 'Reset your password',
  text: 'Open https://chowk.test/reset?token=abc to go on.',
  ...changes,
})
const queue = (changes: Partial<Mail> = {}) => queueMail(database.db, mail(changes))
const rows = async () => (await database.pool.query('select * from mails order by created_at, id')).rows
const only = async () => {
  const [row, more] = await rows()
  expect(more).toBeUndefined()
  return row
}
const due = () => database.pool.query(`update mails set next_attempt_at = now() where status = 'queued'`)
const send = (through: MailGateway | null = gateway) => sendDue({ db: database.db, gateway: through, log })

describe('a queued mail', () => {
  it('is there if and only if the transaction it was written in commits', async () => {
    const failed = database.db.transaction().execute(async (tx) => {
      await queueMail(tx, mail())
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await rows()).toEqual([])
    await database.db.transaction().execute((tx) => queueMail(tx, mail()))
    expect(await only()).toMatchObject({ status: 'queued', attempts: 0, to_address: 'asha@clinic.example' })
  })

  it.each([
    'asha@clinic.example\r\nBcc: all@clinic.example',
    'asha@clinic.example, bala@clinic.example',
    'Asha <asha@clinic.example>',
    'asha',
    '',
  ])('goes to one plain address: %j', async (to) => {
    await expect(queue({ to })).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'email' }] })
    await expect(queue({ reply_to: to })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await rows()).toEqual([])
  })

  it('has a subject of one line, whatever it was made of', async () => {
    await queue({ subject: `A\r\nBcc: \u202eall@clinic.example\u2066\u0000\u2028  x ${'y'.repeat(500)}` })
    const { subject } = await only()
    expect(subject).toMatch(/^A Bcc: all@clinic.example x y+$/)
    expect(subject.length).toBe(200)
  })
})

describe('sending', () => {
  it('hands it over as text with an HTML twin, under a Message-ID of its own', async () => {
    await queue({
      text: 'Hello,\n\n<b>open</b> https://chowk.test/reset?token=abc&x=1.\n',
      reply_to: 'ask@firm.example',
    })
    await send()
    expect(await only()).toMatchObject({ status: 'sent', attempts: 1, last_error: null })
    expect((await only()).body).toContain('https://chowk.test/reset?token=…&x=1.')
    const [message] = peer.received
    expect(message).toMatchObject({ from: 'hello@chowk.test', to: ['asha@clinic.example'] })
    const raw = message?.raw.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
    expect(raw).toMatch(/^From: Chowk <hello@chowk.test>\r\n/m)
    expect(raw).toMatch(/^Reply-To: ask@firm.example\r\n/m)
    expect(raw).toContain(`Message-ID: <${(await only()).id}@chowk.test>`)
    expect(raw).toContain('<b>open</b> https://chowk.test/reset?token=abc&x=1.')
    expect(raw).toContain('&lt;b&gt;open&lt;/b&gt;')
    expect(raw).toContain('<a href="https://chowk.test/reset?token=abc&amp;x=1"')
    expect(raw).not.toContain('<img')
  })

  it('sends each once, however many processes look at the same time', async () => {
    for (let n = 0; n < 20; n += 1) await queue({ to: `person-${n}@clinic.example` })
    await Promise.all([send(), send(), send(), send()])
    expect(peer.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 20 }, (_, n) => `person-${n}@clinic.example`).sort(),
    )
    expect((await rows()).every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
  })

  it('tries again after a pause when the server is busy, under the same Message-ID', async () => {
    await queue()
    peer.behave('later', 'take')
    await send()
    const waiting = await only()
    expect(waiting).toMatchObject({ status: 'queued', attempts: 1, last_error: expect.stringContaining('451') })
    expect(waiting.next_attempt_at.getTime() - Date.now()).toBeGreaterThan(25_000)
    await send()
    expect(peer.received).toEqual([])
    await due()
    await send()
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2, message_id: waiting.message_id })
  })

  it('sends the same Message-ID again when the connection was cut after the message: the receiver can tell', async () => {
    await queue()
    peer.behave('drop', 'take')
    await send()
    expect(await only()).toMatchObject({ status: 'queued', attempts: 1 })
    await due()
    await send()
    const ids = peer.received.map(({ raw }) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2 })
  })

  it.each(['refuse', 'reject'] as const)('gives up at once when the server refuses for good: %s', async (behaviour) => {
    await queue()
    peer.behave(behaviour)
    await send()
    expect(await only()).toMatchObject({ status: 'failed', attempts: 1, last_error: expect.stringMatching(/55[04]/) })
  })

  it('gives up after a day and keeps the reason', async () => {
    await queue()
    peer.behave('later')
    await database.pool.query(`update mails set give_up_at = now() - interval '1 minute'`)
    await send()
    expect(await only()).toMatchObject({ status: 'failed', last_error: expect.stringContaining('451') })
    await queue({ to: 'late@clinic.example' })
    await database.pool.query(`update mails set give_up_at = now() - interval '1 hour' where status = 'queued'`)
    await send()
    expect((await rows())[1]).toMatchObject({
      status: 'failed',
      attempts: 0,
      last_error: expect.stringMatching(/a day/),
    })
    expect(peer.received).toEqual([])
  })

  it('leaves a mail of a process that died to the next one when its lease has run out', async () => {
    await queue()
    const never: MailGateway = { domain: 'chowk.test', send: () => new Promise(() => {}) }
    void send(never)
    await expect.poll(async () => (await only()).attempts).toBe(1)
    await send()
    expect(peer.received).toEqual([])
    const lease = (await only()).next_attempt_at.getTime() - Date.now()
    expect(lease).toBeGreaterThan(60_000)
    await due()
    await send()
    expect(await only()).toMatchObject({ status: 'sent', attempts: 2 })
  })

  it('does not believe an attempt whose lease has run out', async () => {
    await queue()
    let refuse: (error: Error) => void = () => {}
    const slow: MailGateway = {
      domain: 'chowk.test',
      send: () =>
        new Promise((_, reject) => {
          refuse = reject
        }),
    }
    const first = send(slow)
    await expect.poll(async () => (await only()).attempts).toBe(1)
    await due()
    await send()
    refuse(new Error('too late'))
    await first
    expect(await only()).toMatchObject({ status: 'sent', last_error: null })
  })

  it('says in one line why a server could not be reached', async () => {
    const away = await startSmtpPeer()
    await away.close()
    await queue()
    await send(createMailGateway(settings(away.port), testMailBrand))
    expect(await only()).toMatchObject({ status: 'queued', last_error: expect.stringContaining('ECONNREFUSED') })
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain('token=abc')
  })

  it('signs in when it is told how, and waits when it is not let in', async () => {
    const strict = await startSmtpPeer({ user: 'chowk', pass: 'secret' })
    const as = (pass: string) =>
      createMailGateway({ ...settings(strict.port), auth: { user: 'chowk', pass } }, testMailBrand)
    await queue()
    await send(as('wrong'))
    expect(await only()).toMatchObject({ status: 'queued', last_error: expect.stringContaining('535') })
    await due()
    await send(as('secret'))
    expect(await only()).toMatchObject({ status: 'sent' })
    await strict.close()
  })

  it('takes nothing more once the server stops', async () => {
    await queue()
    await sendDue({ db: database.db, gateway, log }, new AbortController().signal)
    expect(peer.received).toHaveLength(1)
    await queue({ to: 'later@clinic.example' })
    await sendDue({ db: database.db, gateway, log }, AbortSignal.abort())
    expect(peer.received).toHaveLength(1)
  })

  it('waits 30 s, then twice as long each time, at most an hour', () => {
    expect([1, 2, 3, 4, 7, 8, 50].map(retryDelaySeconds)).toEqual([30, 60, 120, 240, 1920, 3600, 3600])
  })
})

describe('without a mail server', () => {
  it('names each mail once in the log, with no address and no link, and keeps it', async () => {
    await queue({ subject: 'Look at https://chowk.test/reset?token=abc now' })
    await send(null)
    await send(null)
    expect(await only()).toMatchObject({ status: 'queued', attempts: 0 })
    expect(logged).toHaveLength(1)
    expect(logged[0]?.detail).toEqual({ to: 'clinic.example', subject: 'Look at (link) now' })
    expect(JSON.stringify(logged)).not.toMatch(/asha|token=abc/)
  })

  it('sends what waits once there is one', async () => {
    await queue()
    await send(null)
    await send()
    expect(await only()).toMatchObject({ status: 'sent' })
  })
})

it('forgets mail 30 days after it was sent, or written when it never was', async () => {
  for (const to of ['sent-old@x.example', 'sent-now@x.example', 'failed-old@x.example', 'new@x.example'])
    await queue({ to })
  const set = (to: string, sql: string) => database.pool.query(`update mails set ${sql} where to_address = $1`, [to])
  await set(
    'sent-old@x.example',
    `status = 'sent', created_at = now() - interval '32 days', sent_at = now() - interval '31 days'`,
  )
  await set(
    'sent-now@x.example',
    `status = 'sent', created_at = now() - interval '31 days', sent_at = now() - interval '29 days'`,
  )
  await set('failed-old@x.example', `status = 'failed', created_at = now() - interval '31 days'`)
  await removeOld(database.db, 30)
  expect((await rows()).map(({ to_address }) => to_address).sort()).toEqual(['new@x.example', 'sent-now@x.example'])
})
