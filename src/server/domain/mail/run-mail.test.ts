import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Behaviour, type SmtpPeer, startSmtpPeer } from '#peers/smtp/server.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'

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
  const who = { owner: { user_id: owner.id }, author: null }
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

  it('over one’s own server goes on where a process was when it died', async () => {
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
    const who = { owner: { user_id: owner.id }, author: null }
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

  it('sends to everybody when it is run again from the beginning', async () => {
    await control(await failedRun(), { action: 'rerun' })
    expect(received()).toEqual({ 'one@a.example': 2, 'two@b.example': 1, 'three@c.example': 2 })
  })

  it('sends to everybody what is run from the step with another text', async () => {
    const edited = { start: { to: TO, text: 'Please pay by Friday' } }
    await control(await failedRun(), { action: 'fork', from_node: 'send', edited })
    expect(received()).toEqual({ 'one@a.example': 2, 'two@b.example': 1, 'three@c.example': 2 })
  })
})
