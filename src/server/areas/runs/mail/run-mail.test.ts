import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Behaviour, type SmtpPeer, startSmtpPeer } from '#peers/smtp/server.ts'
import { erasePerson } from '#server/areas/platform/account-data/erase.store.ts'
import { createMailGateway } from '#server/gateways/mail.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { sendDue } from '#server/platform/mail/sender.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { readTestBrand, testMailBrand } from '#test/support/brand.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { createRunMailPort } from './run-mail.ts'

let test: TestApp
let peer: SmtpPeer
let owner: Person
beforeAll(async () => {
  peer = await startSmtpPeer()
  test = await createTestApp({ secrets: { allow: [`127.0.0.1:${peer.port}`] } })
  owner = await test.person('creator_admin')
})
afterAll(async () => {
  await peer.close()
  await test.close()
})
beforeEach(async () => {
  await test.database.pool.query('delete from mails')
  peer.received.length = 0
  peer.behave('take')
})

const TO = ['one@a.example', 'two@b.example', 'three@c.example']
const never = new AbortController().signal

const keepServer = async (): Promise<string> => {
  const fields = { host: '127.0.0.1', port: String(peer.port), user: '', password: '', from: 'me@shop.example' }
  const body = { type: 'smtp', name: 'Mine', fields }
  return (await test.call('POST', '/api/v1/credentials', { as: owner, body })).body.data.credential.id
}

/** How often each address got mail. */
const received = (): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const address of peer.received.flatMap(({ to }) => to)) counts[address] = (counts[address] ?? 0) + 1
  return counts
}
const ONCE = { 'one@a.example': 1, 'two@b.example': 1, 'three@c.example': 1 }

/** One step over the mail server of a credential. Each attempt is made by a process that knows nothing of the ones before. */
async function step() {
  const credential = await keepServer()
  const key = `${uuidv7()}:send:`
  const who = { owner: { user_id: owner.id }, author: null, version: null }
  return (signal = never) =>
    test.secrets.mail.send({ to: TO, subject: 'Invoice', text: 'Please pay', credential }, who, key, signal).then(
      () => 'sent',
      ({ code, retryable }) => `${code} ${retryable}`,
    )
}

describe('a mail step that is tried again', () => {
  it('over one’s own server sends nobody the same mail twice while one address is put off', async () => {
    const attempt = await step()
    peer.behave('take', 'later', 'take')
    expect(await attempt()).toBe('mail_failed true')
    expect(received()).toEqual({ 'one@a.example': 1, 'three@c.example': 1 })
    peer.behave('later')
    expect(await attempt()).toBe('mail_failed true')
    peer.behave('take')
    expect([await attempt(), await attempt()]).toEqual(['sent', 'sent'])
    expect(received()).toEqual(ONCE)
  })

  it('over one’s own server keeps no address from its mail because another one is refused', async () => {
    const attempt = await step()
    peer.behave('refuse', 'take')
    expect(await attempt()).toBe('mail_refused false')
    expect(received()).toEqual({ 'two@b.example': 1, 'three@c.example': 1 })
  })

  it('over one’s own server continues where a process was when it died', async () => {
    const attempt = await step()
    const before = peer.attempts()
    peer.behave('take', 'hang')
    void attempt()
    await until(async () => peer.attempts() === before + 2)
    peer.behave('take')
    expect(await attempt()).toBe('sent')
    expect(received()).toEqual(ONCE)
  })

  it('over one’s own server stops at the address at which its time is over', async () => {
    const attempt = await step()
    const over = new AbortController()
    over.abort()
    await attempt(over.signal)
    expect(received()).toEqual({})
  })

  it('over the server of the installation is queued once for each address', async () => {
    const key = `${uuidv7()}:send:`
    const who = { owner: { user_id: owner.id }, author: null, version: null }
    const send = (to: string[]) => test.secrets.mail.send({ to, subject: 'Invoice', text: 'Pay' }, who, key, never)
    await send(TO.slice(0, 2))
    // What was sent is gone from the outbox, as it is in time.
    await test.database.pool.query('delete from mails')
    expect(await send(TO)).toEqual({ sent: 'queued', recipients: 3 })
    const { rows } = await test.database.pool.query('select to_address from mails')
    expect(rows).toEqual([{ to_address: 'three@c.example' }])
  })
})

describe('a run whose mail step failed half-way', () => {
  const behaviours: Behaviour[] = ['take', 'later', 'take']

  async function failedRun() {
    const credential = await keepServer()
    const config = { to: '{{ $input.to }}', subject: 'Invoice', text: '{{ $input.text }}', credential }
    const document = workflow(
      [node('start', 'manual_trigger'), node('send', 'send_email', config)],
      wires('start > send'),
    )
    const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Invoices', document } })
    peer.behave(...behaviours)
    const body = { workflow_id: made.body.data.id, input: { to: TO, text: 'Please pay' }, wait_ms: 8000 }
    const { data } = (await test.call('POST', '/api/v1/workflows/execute', { as: owner, body })).body
    expect(data.status).toBe('failed')
    peer.behave('take')
    return data.execution_id as string
  }
  async function control(id: string, body: object): Promise<string> {
    const answer = await test.call('POST', `/api/v1/executions/${id}/control`, { as: owner, body })
    expect(answer.status).toBe(200)
    const again = answer.body.data.execution_id
    await until(async () => {
      const { rows } = await test.database.pool.query('select status from executions where id = $1', [again])
      return rows[0].status === 'succeeded'
    })
    return again
  }

  it('sends to the others alone when what failed is retried, also by a retry of the retry', async () => {
    const id = await failedRun()
    peer.behave('later')
    const { body } = await test.call('POST', `/api/v1/executions/${id}/control`, {
      as: owner,
      body: { action: 'retry' },
    })
    const retried = body.data.execution_id
    await until(async () => {
      const { rows } = await test.database.pool.query('select status from executions where id = $1', [retried])
      return rows[0].status === 'failed'
    })
    peer.behave('take')
    await control(retried, { action: 'retry' })
    expect(received()).toEqual(ONCE)
  })

  it('sends to all when it is run again from the beginning', async () => {
    await control(await failedRun(), { action: 'rerun' })
    expect(received()).toEqual({ 'one@a.example': 2, 'two@b.example': 1, 'three@c.example': 2 })
  })

  it('sends to all what is run from the step with another text', async () => {
    const edited = { start: { to: TO, text: 'Please pay by Friday' } }
    await control(await failedRun(), { action: 'fork', from_node: 'send', edited })
    expect(received()).toEqual({ 'one@a.example': 2, 'two@b.example': 1, 'three@c.example': 2 })
  })
})

describe('mail that runs of an account have queued', () => {
  const look = () => {
    const smtp = { host: '127.0.0.1', port: peer.port, secure: false, auth: null }
    const gateway = createMailGateway({ ...smtp, from: { name: 'Chowk', address: 'hello@chowk.test' } }, testMailBrand)
    return sendDue({ db: test.database.db, gateway, log: { warn: () => {} } })
  }
  const due = () => test.database.pool.query(`update mails set next_attempt_at = now() where status = 'queued'`)
  const outbox = async (admin: Person) =>
    (await test.call('GET', '/api/v1/admin/outbox', { as: admin })).body.data.items as {
      to: string
      next_attempt_at: string | null
      abilities: { retry: { allowed: boolean; reason: string | null } }
    }[]

  const ACCOUNT = 'spammer@shop.example'

  /** The receiver puts it off, as it does with what looks like spam. */
  async function putOff() {
    const spammer = await test.person('seller')
    const who = { owner: { user_id: spammer.id }, author: null, version: null }
    const port = createRunMailPort({
      ...test.secrets,
      db: test.database.db,
      files: {} as never,
      allow: [],
      brand: readTestBrand,
    })
    peer.behave('later')
    const mail = { to: 'victim@clinic.example', subject: 'You have won', text: 'Click here' }
    await port.send(mail, who, `${uuidv7()}:send:`, never)
    await look()
    peer.behave('take')
    await due()
    return spammer
  }

  it('waits while the account is blocked, and mail about the account leaves', async () => {
    const spammer = await putOff()
    const admin = await test.person('super_admin')
    const path = `/api/v1/user-management/${spammer.id}`
    expect((await test.call('POST', `${path}/block`, { as: admin, body: { reason: 'Spam' } })).status).toBe(200)
    await queueMail(test.database.db, { to: ACCOUNT, subject: 'You were blocked', text: 'Why' })
    await look()
    expect(received()).toEqual({ [ACCOUNT]: 1 })
    const held = (await outbox(admin)).find(({ to }) => to === 'victim@clinic.example')
    expect(held?.abilities.retry.allowed).toBe(false)
    expect(held?.next_attempt_at).toBe(null)
    expect((await test.call('POST', `${path}/activate`, { as: admin })).status).toBe(200)
    await look()
    expect(received()).toEqual({ [ACCOUNT]: 1, 'victim@clinic.example': 1 })
  })

  it('is given up after a day, with the reason', async () => {
    const spammer = await putOff()
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [spammer.id])
    await test.database.pool.query(`update mails set give_up_at = now() - interval '1 hour'`)
    await look()
    const { rows } = await test.database.pool.query('select status, last_error from mails')
    expect(rows).toEqual([{ status: 'failed', last_error: expect.stringContaining('blocked') }])
    expect(received()).toEqual({})
  })

  it('does not leave once the account was deleted, whatever became of its run', async () => {
    const spammer = await putOff()
    const person = { id: spammer.id, email: ACCOUNT, proven: false, subject: 'nobody', display_name: 'Spammer' }
    await test.database.db.transaction().execute((tx) => erasePerson(tx, person))
    const { rows } = await test.database.pool.query('select * from mails')
    expect(rows).toEqual([])
    // What a step that was under way queued meanwhile.
    const late = { to: 'victim@clinic.example', subject: 'You have won', text: 'Click here', owner_id: spammer.id }
    await queueMail(test.database.db, late)
    await look()
    expect(received()).toEqual({})
  })
})
