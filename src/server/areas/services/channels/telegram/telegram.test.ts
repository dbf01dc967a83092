import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  BOT,
  delivered,
  startTelegramPeer,
  type TelegramPeer,
  telegramAddresses,
  updateFrom,
} from '#peers/telegram/server.ts'
import { createChannelScene, LONG } from '#test/support/channels.ts'
import { until } from '#test/support/engine.ts'
import { toTelegram } from './to-telegram.ts'

let telegram: TelegramPeer
let scene: Awaited<ReturnType<typeof createChannelScene>>
beforeAll(async () => {
  telegram = await startTelegramPeer()
  scene = await createChannelScene([new URL(telegram.url).host], telegramAddresses(telegram.url))
})
afterAll(async () => {
  await scene.test.close()
  await telegram.close()
})
beforeEach(() => {
  telegram.sent.length = 0
})

let numbers = 1_000
const newPerson = () => ++numbers
const newUpdate = () => ++numbers

async function connect(settings: object = { ask_consent: false }, agent_id = 'echo', bot = BOT) {
  if (!telegram.bots.has(bot.token)) telegram.bots.set(bot.token, { id: bot.id, username: bot.username, webhook: null })
  const made = await scene.connect('telegram', { bot_token: bot.token, enabled: true, ...settings }, { agent_id })
  const webhook = telegram.bots.get(bot.token)?.webhook
  const secret = webhook?.secret_token ?? ''
  const write = (from: number, text: string, update = newUpdate(), at?: Date) =>
    made.post(updateFrom(secret, from, update, { text }, at))
  return { ...made, webhook, secret, write }
}

const textsTo = (to: number) => telegram.sent.filter(({ chat_id }) => chat_id === String(to)).map(({ text }) => text)
const arrived = (to: number, count: number) => scene.arrived(() => textsTo(to), count)
const pool = () => scene.test.database.pool
const statesOf = async (address: number) =>
  (
    await pool().query(
      `select o.state from channel_outbox o join chat_visitors v on v.id = o.visitor_id where v.address = $1 order by o.seq`,
      [String(address)],
    )
  ).rows.map(({ state }) => state)

describe('a Telegram channel', () => {
  it('sets its address at Telegram, shows the bot and no secret, and takes the address away again', async () => {
    const { get, save, webhook, secret, as, at, hook } = await connect()
    expect(webhook).toMatchObject({ url: `https://chowk.test${hook}`, allowed_updates: ['message', 'my_chat_member'] })
    const shown = await get()
    expect(shown).toMatchObject({ connected: true, enabled: true, display_name: '@clinic_bot', verify_token: null })
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${BOT.token}|${secret}`))
    const wrong = await save({ bot_token: '1:not-a-token-at-all' })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'bot_token'])
    expect(wrong.body.errors[0].message).toContain('Telegram refused the bot token')
    const foreign = await save({ app_secret: 'a secret of Meta' })
    expect([foreign.status, foreign.body.errors[0].field]).toEqual([400, 'app_secret'])
    expect((await scene.test.call('DELETE', at, { as })).status).toBe(200)
    expect(telegram.bots.get(BOT.token)?.webhook).toBeNull()
    expect((await scene.test.app.inject({ method: 'POST', url: hook, payload: {} })).statusCode).toBe(404)
  })

  it('moves to another bot, and the former one delivers nothing more', async () => {
    const { save, get } = await connect()
    const other = { id: 7_000_000_002, token: '7000000002:BBHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0', username: 'other_bot' }
    telegram.bots.set(other.token, { id: other.id, username: other.username, webhook: null })
    expect((await save({ bot_token: other.token })).status).toBe(200)
    expect((await get()).display_name).toBe('@other_bot')
    expect(telegram.bots.get(BOT.token)?.webhook).toBeNull()
    expect(telegram.bots.get(other.token)?.webhook).not.toBeNull()
  })

  it('leaves no address at Telegram when its service is deleted', async () => {
    const bot = { id: 7_000_000_004, token: '7000000004:EEHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0', username: 'fourth_bot' }
    const { as, id, at } = await connect({}, 'echo', bot)
    const known = telegram.bots.get(bot.token)
    expect(known?.webhook).not.toBeNull()
    // Another service has taken the bot over: the former one doesn’t take it away from there.
    const taken = await connect({}, 'echo', bot)
    expect((await scene.test.call('DELETE', at, { as })).status).toBe(200)
    expect(known?.webhook?.url).toContain(taken.hook)
    expect((await scene.test.call('DELETE', `/api/v1/services/${id}`, { as })).status).toBe(200)
    const gone = await scene.test.call('DELETE', `/api/v1/services/${taken.id}`, { as: taken.as })
    expect([gone.status, known?.webhook]).toEqual([200, null])
  })

  it('takes nothing without the secret, whatever it is, and answers each update once and in order', async () => {
    const { post, secret, hook, get } = await connect()
    const who = newPerson()
    const forged = await post(updateFrom('another-secret', who, newUpdate(), { text: 'Hi' }))
    expect(forged.statusCode).toBe(401)
    const bare = await scene.test.app.inject({ method: 'POST', url: hook, payload: { update_id: 1 } })
    expect(bare.statusCode).toBe(401)
    const huge = await post(delivered(secret, { update_id: newUpdate(), message: { text: 'x'.repeat(1_100_000) } }))
    expect(huge.statusCode).toBeLessThan(500)
    expect((await post(delivered(secret, ['odd']))).statusCode).toBe(200)
    const [one, two] = [newUpdate(), newUpdate()]
    const at = new Date()
    const send = (update: number, text: string) => post(updateFrom(secret, who, update, { text }, at))
    // The later one first, and both again at once.
    await Promise.all([send(two, 'two'), send(two, 'two'), send(one, 'one'), send(one, 'one')])
    expect(await arrived(who, 2)).toEqual(['one (0)', 'two (2)'])
    await send(one, 'one')
    await scene.settled()
    expect(textsTo(who)).toHaveLength(2)
    expect((await get()).last_received_at).not.toBeNull()
  })

  it('begins with /start, ends with /stop, and asks who writes without', async () => {
    const { write } = await connect({})
    const who = newPerson()
    await write(who, '/start from-the-website')
    expect((await arrived(who, 1))[0]).toContain('automated assistant')
    await write(who, 'When are you open?')
    expect((await arrived(who, 2))[1]).toContain('When are you open?')
    await write(who, '/stop')
    expect((await arrived(who, 3))[2]).toContain('You won’t get any more messages')
    await write(who, 'Hello?')
    await scene.settled()
    expect(textsTo(who)).toHaveLength(3)
    const other = newPerson()
    await write(other, 'Hello')
    expect((await arrived(other, 1))[0]).toContain('Reply START to agree')
  })

  it('says nothing in groups, to other bots, and about news of a chat', async () => {
    const { post, secret } = await connect()
    const who = newPerson()
    const group = { id: -100_123, type: 'supergroup', title: 'Clinic' }
    await post(updateFrom(secret, who, newUpdate(), { text: '@clinic_bot hello', chat: group }))
    const member = { status: 'member', user: { id: BOT.id, is_bot: true } }
    await post(delivered(secret, { update_id: newUpdate(), my_chat_member: { chat: group, new_chat_member: member } }))
    await post(updateFrom(secret, who, newUpdate(), { text: 'Hi', from: { id: who, is_bot: true } }))
    await post(updateFrom(secret, who, newUpdate(), { pinned_message: { message_id: 1 } }))
    await scene.settled()
    expect(telegram.sent).toEqual([])
    await post(updateFrom(secret, who, newUpdate(), { sticker: { file_id: 'x' } }))
    expect((await arrived(who, 1))[0]).toContain('This kind of message can’t be read')
  })

  it('stops for a person who blocked the bot, told by an update or by a refusal', async () => {
    const { write, post, secret, get } = await connect()
    const [who, other] = [newPerson(), newPerson()]
    telegram.behave({ status: 403, description: 'Forbidden: bot was blocked by the user' })
    await write(who, 'Hello')
    await until(async () => {
      await scene.settled()
      return (await statesOf(who)).includes('dropped') || undefined
    })
    await write(who, 'Again')
    await scene.settled()
    expect(textsTo(who)).toEqual([])
    expect((await get()).last_error).toBeNull()
    await write(who, '/start')
    await write(who, 'Now?')
    expect((await arrived(who, 2))[1]).toContain('Now?')

    await write(other, 'Hello')
    await scene.advance()
    const chat = { id: other, type: 'private' }
    const change = { chat, new_chat_member: { status: 'kicked', user: { id: BOT.id } } }
    await post(delivered(secret, { update_id: newUpdate(), my_chat_member: change }))
    await scene.settled()
    expect(textsTo(other)).toEqual([])
  })

  it('waits as long as Telegram says, and never sends again what may have arrived', async () => {
    const { write, get } = await connect()
    const [who, doubtful, gateway] = [newPerson(), newPerson(), newPerson()]
    telegram.behave({ status: 429, description: 'Too Many Requests', parameters: { retry_after: 7 } })
    await write(who, 'Hello')
    const due = await until(async () => {
      await scene.settled()
      const { rows } = await pool().query(
        `select extract(epoch from o.due_at - now())::float8 as s from channel_outbox o join chat_visitors v on v.id = o.visitor_id
         where v.address = $1 and o.attempts = 1`,
        [String(who)],
      )
      return rows[0]?.s > 0 ? (rows[0].s as number) : undefined
    })
    expect(due).toBeGreaterThan(4)
    await pool().query(`update channel_outbox set due_at = now() where state = 'waiting'`)
    expect(await arrived(who, 1)).toHaveLength(1)
    telegram.behave('lost')
    await write(doubtful, 'Hello')
    await arrived(doubtful, 1)
    telegram.behave({ status: 502, description: 'Bad Gateway' })
    await write(gateway, 'Hello')
    await until(async () => {
      await scene.settled()
      return (await statesOf(gateway))[0] === 'sending' || undefined
    })
    await pool().query(`update channel_outbox set sending_since = now() - interval '1 hour' where state = 'sending'`)
    await scene.settled()
    expect([textsTo(doubtful).length, textsTo(gateway).length]).toEqual([1, 0])
    expect([await statesOf(doubtful), await statesOf(gateway)]).toEqual([['unknown'], ['unknown']])
    expect((await get()).last_error).toContain('isn’t known whether')
    await write(doubtful, 'Again')
    expect(await arrived(doubtful, 2)).toHaveLength(2)
  })

  it('tells its owner once that the token was revoked, and answers when it is there again', async () => {
    const bot = { id: 7_000_000_003, token: '7000000003:CCHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0', username: 'third_bot' }
    const { write, get, save, as, at } = await connect({ ask_consent: false }, 'echo', bot)
    const [who, other] = [newPerson(), newPerson()]
    const known = telegram.bots.get(bot.token)
    telegram.bots.delete(bot.token)
    await write(who, 'Hello')
    await write(other, 'Hello')
    await until(async () => {
      await scene.settled()
      return (await get()).last_error ?? undefined
    })
    await scene.settled()
    expect((await get()).last_error).toBe('Telegram: the bot token is wrong, or was revoked.')
    const notices = (await scene.test.call('GET', '/api/v1/notifications', { as })).body.data.items
    expect(notices).toMatchObject([{ kind: 'channel', title: 'Your service can’t answer on Telegram', count: 1 }])
    const checked = await scene.test.call('POST', `${at}/test`, { as, body: {} })
    expect([checked.status, checked.body.message ?? checked.body.errors[0].message].join()).toContain(
      'the bot token is wrong',
    )
    const renewed = '7000000003:DDHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0'
    if (known) telegram.bots.set(renewed, known)
    expect((await save({ bot_token: renewed })).status).toBe(200)
    await pool().query(`update channel_outbox set due_at = now() where state = 'waiting'`)
    expect(await arrived(who, 1)).toEqual(['Hello (0)'])
    expect((await get()).last_error).toBeNull()
  })

  it('checks the connection, and sets the address again where something else took it', async () => {
    const { as, at, hook } = await connect()
    const check = () => scene.test.call('POST', `${at}/test`, { as, body: {} })
    expect((await check()).body.data).toEqual({ sent: false })
    const bot = telegram.bots.get(BOT.token)
    if (bot) bot.webhook = { url: 'https://elsewhere.example/hook', secret_token: 'x' }
    expect((await check()).status).toBe(200)
    expect(bot?.webhook?.url).toBe(`https://chowk.test${hook}`)
    if (bot?.webhook) bot.webhook.last_error_message = 'Connection timed out'
    expect((await check()).status).toBe(409)
  })

  it('gives files to agents that take some, of at most 20 MB', async () => {
    const { post, secret } = await connect({ ask_consent: false }, 'reader')
    const who = newPerson()
    telegram.files.set('f1', { path: 'documents/file_1.pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF') })
    telegram.files.set('f2', { path: 'documents/file_2.pdf', bytes: Buffer.from('%PDF'), size: 21_000_000 })
    telegram.files.set('f3', { path: '../bot/secret', bytes: Buffer.from('%PDF') })
    const document = (file_id: string) => ({
      document: { file_id, mime_type: 'application/pdf', file_name: 'Report.pdf' },
    })
    await post(updateFrom(secret, who, newUpdate(), document('f1')))
    expect(await arrived(who, 1)).toEqual(['Report.pdf: Report.pdf'])
    for (const file of ['f2', 'f3']) await post(updateFrom(secret, who, newUpdate(), document(file)))
    const told = await arrived(who, 3)
    expect(told.slice(1).every((text) => text.includes('This file can’t be read'))).toBe(true)
  })

  it('splits long answers, and shows what others wrote as text only', async () => {
    const { write } = await connect({ ask_consent: false }, 'long')
    const who = newPerson()
    await write(who, 'Tell me')
    const parts = await arrived(who, 2)
    expect(parts.every((part) => part.length <= 4096)).toBe(true)
    expect(parts.join(' ').replace(/\s+/g, ' ')).toBe(LONG)
    const echo = await connect()
    const other = newPerson()
    await echo.write(other, '<b>x</b> [bank](https://evil.example) ![](https://evil.example/p.png)')
    await arrived(other, 1)
    const sent = telegram.sent.at(-1)
    expect(sent?.text).toContain('<b>x</b>')
    expect(sent?.link_preview_options).toEqual({ is_disabled: true })
    expect(sent?.entities.every(({ type }) => ['bold', 'code', 'pre'].includes(type))).toBe(true)
  })

  it('sends the files of the agent and of a person, each once, and none that is deleted before', async () => {
    const { as, write } = await connect({ ask_consent: false }, 'filer')
    const person = newPerson()
    const documents = () => telegram.documents.filter(({ chat_id }) => chat_id === String(person))
    await write(person, 'Hours?')
    await arrived(person, 1)
    await scene.arrived(documents, 1)
    expect(documents()).toMatchObject([{ name: '"hours"Bcc: x.txt', mime: 'text/plain', text: 'Nine to five.' }])
    const { sent, newest } = await scene.sendFileAsPerson(as, { name: 'form.txt', content: 'Sign here.' })
    expect([sent.status, sent.body.data.delivery]).toEqual([201, 'waiting'])
    await scene.arrived(documents, 2)
    expect(documents()[1]).toMatchObject({ name: 'form.txt', text: 'Sign here.' })
    expect((await newest()).delivery).toBe('sent')
    const deleted = await scene.sendFileAsPerson(as, { name: 'c.txt', content: 'c' })
    await pool().query(`delete from files where id = $1`, [deleted.sent.body.data.files[0].file_id])
    await scene.settled()
    expect((await deleted.newest()).delivery).toBe('failed')
    expect(documents().map(({ name }) => name)).toEqual(['"hours"Bcc: x.txt', 'form.txt'])
  })

  it('drops what is under way when it is disconnected', async () => {
    const { write, as, at } = await connect()
    const who = newPerson()
    await write(who, 'Hello')
    await scene.advance()
    expect((await scene.test.call('DELETE', at, { as })).status).toBe(200)
    await scene.settled()
    expect(textsTo(who)).toEqual([])
  })
})

it('formats for Telegram apart from the text', () => {
  const { text, entities } = toTelegram('# Hours\nWe are **open 🙂** at `9`. [Map](https://a.example/x) ```\ncode\n```')
  expect(text).toBe('Hours\nWe are open 🙂 at 9. Map (https://a.example/x) code')
  expect(entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])).toEqual([
    ['bold', 'Hours'],
    ['bold', 'open 🙂'],
    ['code', '9'],
    ['pre', 'code'],
  ])
  expect(toTelegram('2 * 3 ** 4, a_b_c **x')).toEqual({ text: '2 * 3 ** 4, a_b_c **x', entities: [] })
})
