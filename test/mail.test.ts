/** The program with a mail server: what is queued when it is killed is sent by the next one, under the same Message-ID. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpPeer, startSmtpPeer } from '#peers/smtp/server.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { call, startProgram, temporaryFolder } from '#test/support/program.ts'

let database: TestDatabase
let peer: SmtpPeer
const folder = temporaryFolder()
beforeAll(async () => {
  database = await createTestDatabase()
  peer = await startSmtpPeer({ user: 'chowk', pass: 'p@ss' })
})
afterAll(async () => {
  await peer.close()
  await database.drop()
  folder.remove()
})

const messageIds = () => peer.received.map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw)?.[1]).sort()

it('survives kill -9 with a mail half sent', async () => {
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://chowk:p%40ss@127.0.0.1:${peer.port}`,
    MAIL_FROM: 'Chowk <hello@firm.example>',
    SUPPORT_EMAIL: 'desk@firm.example',
  }
  peer.behave('hang')
  const first = await startProgram(env)
  const body = { topic: 'help', name: 'Asha', email: 'asha@clinic.example', message: 'Hello' }
  const { data } = await call(first.url, 'POST', '/api/v1/contact', { body })
  await expect.poll(() => peer.attempts(), { timeout: 20_000 }).toBe(2)
  await first.end('SIGKILL')
  expect(peer.received).toEqual([])

  const { rows: begun } = await database.pool.query('select message_id from mails order by message_id')
  // Its lease would last two minutes.
  await database.pool.query('update mails set next_attempt_at = now()')
  peer.behave('take')
  const second = await startProgram(env)
  await expect.poll(() => peer.received.length, { timeout: 20_000 }).toBe(2)
  expect(messageIds()).toEqual(begun.map(({ message_id }) => message_id))
  expect(peer.received.flatMap(({ to }) => to).sort()).toEqual(['asha@clinic.example', 'desk@firm.example'])
  for (const { raw } of peer.received) expect(raw).toContain(data.reference)
  await expect
    .poll(async () => (await database.pool.query(`select 1 from mails where status = 'sent'`)).rowCount)
    .toBe(2)
  expect(second.printed()).not.toContain('p@ss')
  expect(await second.end('SIGTERM')).toBe(0)
})
