import { createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const DOMAIN = 'flows.example'
const SECRET = 'a-secret-of-the-operator'
const PATH = '/hooks/mail'

let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp({ deps: { mailInDomain: DOMAIN, mailInSecret: SECRET } })
  author = await test.person('seller')
})
afterAll(() => test.close())

async function mailbox(): Promise<{ id: string; address: string }> {
  const document = workflow(
    [node('start', 'email_trigger'), set('got', { mail: '{{ $trigger }}' })],
    wires('start > got'),
  )
  const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name: 'Mail', document } })
  const found = await test.call('GET', `/api/v1/workflows/${body.data.id}/triggers`, { as: author })
  return { id: body.data.id, address: found.body.data.triggers[0].address }
}
const runsOf = async (id: string) =>
  (await test.database.pool.query('select status, output from executions where workflow_id = $1', [id])).rows
const arrived = (id: string) =>
  until(async () => {
    const [run] = await runsOf(id)
    return run?.status === 'succeeded' ? run.output.mail : undefined
  })
const mime = (text: string, id = randomBytes(6).toString('hex')) =>
  `From: Asha <asha@shop.example>\r\nTo: x@${DOMAIN}\r\nSubject: Order\r\nMessage-ID: <${id}@shop.example>\r\n\r\n${text}\r\n`
const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex')
const seconds = (at = Date.now()) => String(Math.floor(at / 1000))

/** As Mailgun signs. */
function signed(token = randomBytes(25).toString('hex'), timestamp = seconds()) {
  return { timestamp, token, signature: hmac(timestamp + token) }
}
const form = (fields: Record<string, string>) =>
  test.call('POST', PATH, {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
function json(body: object, at = Date.now()) {
  const payload = JSON.stringify(body)
  const time = seconds(at)
  const headers = {
    'content-type': 'application/json',
    'x-mail-signature': `t=${time},v1=${hmac(`${time}.${payload}`)}`,
  }
  return { payload, headers }
}
const code = ({ body }: { body: { errors?: { code: string }[] } }) => body.errors?.[0]?.code

describe('mail that a provider passes on', () => {
  it('starts the workflow, signed as Mailgun signs', async () => {
    const { id, address } = await mailbox()
    const sent = await form({ ...signed(), recipient: address, 'body-mime': mime('Two pens') })
    expect([sent.status, sent.body.data]).toEqual([200, { accepted: true }])
    expect(await arrived(id)).toMatchObject({ from: 'asha@shop.example', subject: 'Order', text: 'Two pens\n' })
  })

  it('starts the workflow, signed over its body', async () => {
    const { id, address } = await mailbox()
    const message_base64 = Buffer.from(mime('आदेश')).toString('base64')
    expect((await test.call('POST', PATH, json({ recipient: address, message_base64 }))).status).toBe(200)
    expect((await arrived(id)).text).toContain('आदेश')
  })

  it('is taken once: the same request again, and the same message again, start nothing', async () => {
    const { id, address } = await mailbox()
    const fields = { ...signed(), recipient: address, 'body-mime': mime('once', 'same') }
    expect((await form(fields)).status).toBe(200)
    const again = await form({ ...fields, 'body-mime': mime('changed', 'other') })
    expect([again.status, code(again)]).toEqual([409, 'hook_replayed'])
    expect((await form({ ...fields, ...signed() })).status).toBe(200)
    await arrived(id)
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('says of an unknown address, and of one elsewhere, what it says of a known one', async () => {
    const { address } = await mailbox()
    const answer = async (recipient: string) => {
      const fields = { ...signed(), recipient, 'body-mime': mime('x') }
      return [await form(fields), await form(fields)].map(({ status, body }) => [status, body.data, body.message])
    }
    const known = await answer(address)
    for (const other of [`${'a'.repeat(32)}@${DOMAIN}`, 'x@elsewhere.example', 'no address'])
      expect(await answer(other)).toEqual(known)
  })

  it.each([
    ['nothing', () => ({})],
    ['another secret', () => ({ ...signed(), signature: createHmac('sha256', 'other').update('x').digest('hex') })],
    ['a signature of another token', () => ({ ...signed(), token: 'another' })],
    ['an old time', () => signed('token', seconds(Date.now() - 301_000))],
    ['a time to come', () => signed('token', seconds(Date.now() + 301_000))],
    ['no time', () => ({ ...signed(), timestamp: 'NaN' })],
  ])('is refused when it is signed with %s', async (_what, signature) => {
    const { id, address } = await mailbox()
    const sent = await form({ ...signature(), recipient: address, 'body-mime': mime('x') })
    expect([sent.status, code(sent)]).toEqual([403, 'hook_refused'])
    expect(await runsOf(id)).toEqual([])
  })

  it('is refused when its body was changed, with the field that is missing, and when it is too large', async () => {
    const { id, address } = await mailbox()
    const { payload, headers } = json({ recipient: address, message: mime('x') })
    const changed = await test.call('POST', PATH, { payload: payload.replace('Order', 'Orden'), headers })
    expect([changed.status, code(changed)]).toEqual([403, 'hook_refused'])
    const field = (answer: { body: { errors?: { field?: string }[] } }) => answer.body.errors?.[0]?.field
    expect(field(await form({ ...signed(), 'body-mime': mime('x') }))).toBe('recipient')
    expect(field(await form({ ...signed(), recipient: address }))).toBe('message')
    const parts = `Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(3000)}`
    expect(field(await form({ ...signed(), recipient: address, 'body-mime': parts }))).toBe('message')
    const large = await form({ ...signed(), recipient: address, 'body-mime': mime('x'.repeat(12_000_000)) })
    expect([large.status, code(large)]).toEqual([413, 'payload_too_large'])
    expect(await runsOf(id)).toEqual([])
  })

  // Neither body is a form: parsed, it would be refused for that.
  const noForm = { payload: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
  it('is refused for the signature in its header before it is parsed', async () => {
    const headers = { ...noForm.headers, 'x-mail-signature': `t=${seconds()},v1=${hmac('another body')}` }
    const sent = await test.call('POST', PATH, { ...noForm, headers })
    expect([sent.status, code(sent)]).toEqual([403, 'hook_refused'])
  })

  it('is taken as a form that is signed over its bytes', async () => {
    const { id, address } = await mailbox()
    const form = new FormData()
    form.set('recipient', address)
    form.set('message', new File([mime('in a file')], 'a.eml', { type: 'message/rfc822' }))
    const response = new Response(form)
    const payload = Buffer.from(await response.arrayBuffer())
    const time = seconds()
    const v1 = createHmac('sha256', SECRET).update(`${time}.`).update(payload).digest('hex')
    const headers = {
      'content-type': response.headers.get('content-type') ?? '',
      'x-mail-signature': `t=${time},v1=${v1}`,
    }
    expect((await test.call('POST', PATH, { payload, headers })).status).toBe(200)
    expect((await arrived(id)).text).toContain('in a file')
  })
})
