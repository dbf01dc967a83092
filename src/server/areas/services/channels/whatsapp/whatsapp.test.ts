import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  deliveryOf,
  messageFrom,
  NUMBER,
  startWhatsappPeer,
  type WhatsappPeer,
  whatsappAddresses,
} from '#peers/whatsapp/server.ts'
import { createChannelScene, LONG } from '#test/support/channels.ts'
import { until } from '#test/support/engine.ts'

const SECRET = 'secret of the app at Meta'

let meta: WhatsappPeer
let scene: Awaited<ReturnType<typeof createChannelScene>>
let test: (typeof scene)['test']
beforeAll(async () => {
  meta = await startWhatsappPeer()
  scene = await createChannelScene([new URL(meta.url).host], whatsappAddresses(meta.url))
  test = scene.test
})
afterAll(async () => {
  await test.close()
  await meta.close()
})
beforeEach(() => {
  meta.sent.length = 0
})

let person = 919_000_000_000
const newPerson = () => String(++person)

async function connect(agent_id = 'echo', settings: object = { ask_consent: false }) {
  const number = { phone_number_id: NUMBER.id, access_token: meta.token, app_secret: SECRET, enabled: true }
  const made = await scene.connect('whatsapp', { ...number, ...settings }, { agent_id })
  const post = (value: Parameters<typeof deliveryOf>[1], secret = SECRET) => made.post(deliveryOf(secret, value))
  const write = (from: string, text: string, id: string = randomUUID()) =>
    post({ messages: [messageFrom(from, id, { text: { body: text } })] })
  return { ...made, post, write }
}

const textsTo = (to: string) =>
  meta.sent.filter((one) => one.to === to).map(({ text, template }) => text?.body ?? `template ${template?.name}`)
/** Until so many messages arrived at a person. */
const arrived = (to: string, count: number) => scene.arrived(() => textsTo(to), count)
const settled = () => scene.settled()

describe('a WhatsApp channel', () => {
  it('is connected with what Meta knows, and shows no secret', async () => {
    const { get, saved, save } = await connect()
    expect(saved.status).toBe(200)
    expect(await get()).toMatchObject({
      connected: true,
      enabled: true,
      display_name: NUMBER.display,
      last_error: null,
    })
    expect(JSON.stringify(await get())).not.toMatch(new RegExp(`${meta.token}|${SECRET}`))
    const wrong = await save({ access_token: 'another token' })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'access_token'])
    expect((await get()).enabled).toBe(true)
    const other = await test.person('seller')
    const { id } = (await test.call('POST', '/api/v1/services', { as: other, body: { agent_id: 'long' } })).body.data
    const half = await test.call('PUT', `/api/v1/services/${id}/channels/whatsapp`, {
      as: other,
      body: { phone_number_id: NUMBER.id, access_token: meta.token },
    })
    expect([half.status, half.body.errors[0].field]).toEqual([400, 'app_secret'])
  })

  it('answers the check of its address, and takes nothing that isn’t signed', async () => {
    const { get, hook, write, post } = await connect()
    const { verify_token } = await get()
    const check = (token: string) =>
      test.app.inject({
        method: 'GET',
        url: `${hook}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`,
      })
    const checked = await check(verify_token)
    expect([checked.statusCode, checked.body]).toEqual([200, '1158201444'])
    expect((await check('wrong')).statusCode).toBe(401)
    expect((await get()).verified_at).not.toBeNull()
    const who = newPerson()
    const forged = await post({ messages: [messageFrom(who, 'a', { text: { body: 'Hi' } })] }, 'another secret')
    expect(forged.statusCode).toBe(401)
    const { body, headers } = deliveryOf(SECRET, { messages: [messageFrom(who, 'b', { text: { body: 'Hi' } })] })
    const changed = await test.app.inject({ method: 'POST', url: hook, headers, payload: `${body} ` })
    expect(changed.statusCode).toBe(401)
    expect((await write(who, 'Hello')).statusCode).toBe(200)
    expect(await arrived(who, 1)).toEqual(['*Hello* (0)'])
    expect((await test.app.inject({ method: 'GET', url: `/hooks/channels/${'a'.repeat(32)}` })).statusCode).toBe(404)
  })

  it('answers each message once and in order, however often Meta delivers it', async () => {
    const { write, get, post } = await connect()
    const who = newPerson()
    const ids = ['one', 'two', 'three'].map((text) => ({ text, id: randomUUID() }))
    const messages = ids.map(({ text, id }) => messageFrom(who, id, { text: { body: text } }))
    await Promise.all([post({ messages }), post({ messages }), post({ messages })])
    expect(await arrived(who, 3)).toEqual(['*one* (0)', '*two* (2)', '*three* (4)'])
    for (const { text, id } of ids) await write(who, text, id)
    await settled()
    expect(textsTo(who)).toHaveLength(3)
    expect((await get()).today.runs).toBe(3)
  })

  it('asks for consent first, stops at STOP, in Hindi too, and starts again', async () => {
    const { write } = await connect('echo', {})
    const who = newPerson()
    await write(who, 'When are you open?')
    expect((await arrived(who, 1))[0]).toContain('Reply START to agree')
    await write(who, 'Start.')
    expect((await arrived(who, 3)).slice(1).join()).toMatch(/Ask your question.*When are you open/)
    await write(who, 'बंद करें')
    expect((await arrived(who, 4))[3]).toContain('START लिखें')
    await write(who, 'Are you there?')
    await write(who, 'stop')
    await settled()
    expect(textsTo(who)).toHaveLength(4)
    await write(who, 'शुरू')
    await write(who, 'Now?')
    expect((await arrived(who, 6)).at(-1)).toContain('Now?')
  })

  it('drops an answer when its person stops while it is made', async () => {
    const { write } = await connect()
    const who = newPerson()
    await write(who, 'Hello')
    await scene.advance()
    await write(who, 'STOP')
    await settled()
    await until(async () => {
      await settled()
      const { rows } = await test.database.pool.query(
        `select 1 from channel_messages m join chat_visitors v on v.id = m.visitor_id where v.address = $1 and m.state <> 'done'`,
        [who],
      )
      return rows.length === 0 || undefined
    })
    expect(textsTo(who).join()).toMatch(/^You won’t get any more messages/)
  })

  it('gives files to agents that take some, and tells others plainly', async () => {
    const reader = await connect('reader')
    const who = newPerson()
    const pdf = Buffer.from('%PDF-1.4\n%%EOF')
    meta.media.set('media-1', { mime: 'application/pdf', bytes: pdf })
    meta.media.set('media-2', { mime: 'audio/ogg', bytes: Buffer.from('OggS\0\x02\0\0\0\0\0') })
    const document = {
      type: 'document',
      document: { id: 'media-1', mime_type: 'application/pdf', filename: 'Report.pdf' },
    }
    await reader.post({ messages: [messageFrom(who, randomUUID(), document)] })
    expect(await arrived(who, 1)).toEqual(['Report.pdf: Report.pdf'])
    const voice = { type: 'audio', audio: { id: 'media-2', mime_type: 'audio/ogg', voice: true } }
    await reader.post({ messages: [messageFrom(who, randomUUID(), voice)] })
    expect((await arrived(who, 2))[1]).toContain('This file can’t be read')
    const echo = await connect('echo')
    const other = newPerson()
    await echo.post({ messages: [messageFrom(other, randomUUID(), document)] })
    await echo.post({ messages: [messageFrom(other, randomUUID(), { type: 'sticker', sticker: { id: 'x' } })] })
    const told = await arrived(other, 2)
    expect(told[0]).toContain('Files can’t be read here')
    expect(told[1]).toContain('This kind of message can’t be read')
  })

  it('splits long answers, in order', async () => {
    const { write } = await connect('long')
    const who = newPerson()
    await write(who, 'Tell me')
    const parts = await arrived(who, 2)
    expect(parts.every((part) => part.length <= 4096)).toBe(true)
    expect(parts.join(' ').replace(/\s+/g, ' ')).toBe(LONG)
  })

  it('sends again what Meta didn’t take, and never what it may have taken', async () => {
    const { write, get, post } = await connect()
    const { pool } = test.database
    const dueNow = () => pool.query(`update channel_outbox set due_at = now() where state = 'waiting'`)
    const who = newPerson()
    meta.behave({ status: 429, code: 130_429 }, { status: 500, code: 131_000 })
    await write(who, 'Hello')
    await until(async () => {
      await settled()
      await dueNow()
      return textsTo(who).length === 1 || undefined
    })
    const other = newPerson()
    meta.behave('lost')
    await write(other, 'Hello')
    await arrived(other, 1)
    await pool.query(`update channel_outbox set sending_since = now() - interval '1 hour' where state = 'sending'`)
    await settled()
    expect(textsTo(other)).toHaveLength(1)
    expect((await get()).last_error).toContain('isn’t known whether')
    const reference = meta.sent.find(({ to }) => to === other)?.biz_opaque_callback_data
    await post({
      statuses: [{ id: 'wamid.x', status: 'delivered', recipient_id: other, biz_opaque_callback_data: reference }],
    })
    const { rows } = await pool.query('select state, external_id from channel_outbox where id = $1', [reference])
    expect(rows).toEqual([{ state: 'sent', external_id: 'wamid.x' }])
    // The messages after it are not kept waiting.
    await write(other, 'Again')
    expect(await arrived(other, 2)).toEqual(['*Hello* (0)', '*Again* (2)'])
  })

  it('sends the template outside of 24 hours, and the answer when the person writes again', async () => {
    const { post, write } = await connect('echo', { ask_consent: false, template_name: 'answer_ready' })
    const who = newPerson()
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await post({ messages: [messageFrom(who, randomUUID(), { text: { body: 'Late' } }, yesterday)] })
    expect(await arrived(who, 1)).toEqual(['template answer_ready'])
    await settled()
    await write(who, 'Yes')
    expect(await arrived(who, 3)).toEqual(['template answer_ready', '*Late* (0)', '*Yes* (2)'])
  })

  it('keeps to the quota of a person and to the budget of its owner', async () => {
    const { write, save } = await connect('echo', { ask_consent: false, daily_per_person: 2 })
    const who = newPerson()
    for (const text of ['1', '2', '3', '4']) await write(who, text)
    const texts = await arrived(who, 3)
    await settled()
    expect([texts.filter((text) => text.startsWith('*')).length, textsTo(who).length]).toEqual([2, 3])
    expect(texts.join()).toContain('Write again tomorrow')
    await save({ daily_runs: 2 })
    const other = newPerson()
    await write(other, 'Hello')
    expect((await arrived(other, 1))[0]).toContain('has answered as many messages as it can today')
  })

  it('is silent when it is off, and gone when it is disconnected', async () => {
    const { write, save, as, at, hook, get } = await connect()
    const who = newPerson()
    await save({ enabled: false })
    expect((await write(who, 'Hello')).statusCode).toBe(200)
    await settled()
    expect(textsTo(who)).toEqual([])
    expect((await test.call('DELETE', at, { as })).status).toBe(200)
    expect((await test.app.inject({ method: 'POST', url: hook, payload: {} })).statusCode).toBe(404)
    expect(await get()).toMatchObject({ connected: false, callback_url: null })
  })

  it('sends the files of the agent and of a person as documents', async () => {
    const { write, as } = await connect('filer')
    const person = newPerson()
    const documents = () => meta.sent.flatMap(({ to, document }) => (to === person && document ? [document] : []))
    await write(person, 'Hours?')
    await scene.arrived(documents, 1)
    expect(documents()[0]?.filename).toBe('"hours"Bcc: x.txt')
    expect(String(Buffer.from(meta.media.get(documents()[0]?.id ?? '')?.bytes ?? []))).toBe('Nine to five.')
    const { sent } = await scene.sendFileAsPerson(as, { name: 'rates.csv', content: 'bed,rate\n1,500\n' })
    expect(sent.status).toBe(201)
    await scene.arrived(documents, 2)
    expect(documents()[1]?.filename).toBe('rates.csv')
  })

  it('sends a test message, and says what Meta says', async () => {
    const { as, at } = await connect()
    const body = { to: '+91 98765 00000' }
    expect((await test.call('POST', `${at}/test`, { as, body })).status).toBe(200)
    expect(textsTo('919876500000')).toEqual(['This is a test message.'])
    meta.behave({ status: 400, code: 131_026 })
    const refused = await test.call('POST', `${at}/test`, { as, body })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'to'])
  })

  it('shows its owner who wrote, and erases a person with the data of their runs', async () => {
    const { write, as, at, id } = await connect()
    const who = newPerson()
    await write(who, 'My diagnosis')
    await arrived(who, 1)
    const people = await test.call('GET', `${at}/people`, { as })
    const [{ id: person_id }] = people.body.data.items
    expect(people.body.data.items).toMatchObject([{ address: who, name: 'Asha Rao', consent: 'given' }])
    const messages = `${at}/people/${person_id}/messages`
    expect((await test.call('GET', messages, { as })).body.data.items).toMatchObject([
      { role: 'agent', text: '**My diagnosis** (0)' },
      { role: 'person', text: 'My diagnosis' },
    ])
    const stranger = await connect()
    expect((await test.call('GET', messages, { as: stranger.as })).status).toBe(404)
    const foreign = `${stranger.at}/people/${person_id}`
    expect((await test.call('DELETE', foreign, { as: stranger.as })).status).toBe(404)
    expect((await test.call('DELETE', `${at}/people/${person_id}`, { as })).status).toBe(200)
    expect((await test.call('GET', messages, { as })).status).toBe(404)
    const { rows } = await test.database.pool.query('select input, output from executions where service_id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain('diagnosis')
  })

  it('leaves no two answers when its process dies between any two steps', async () => {
    const { write } = await connect()
    const { pool } = test.database
    const who = newPerson()
    await write(who, 'Hello')
    await scene.advance()
    // As if the process had died after it began the run, and before it noted that.
    await pool.query(`update channel_messages set state = 'waiting', due_at = now() where state = 'answering'`)
    await arrived(who, 1)
    // As if it had died after it wrote the answer, and before it noted that.
    await pool.query(
      `update channel_messages set state = 'answering' where visitor_id in (select id from chat_visitors where address = $1)`,
      [who],
    )
    await settled()
    expect(textsTo(who)).toEqual(['*Hello* (0)'])
  })
})
