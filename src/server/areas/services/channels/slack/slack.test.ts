import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  eventOf,
  FILES_ORIGIN,
  type SlackWorkspace,
  signedBySlack,
  slackAddresses,
  startSlackWorkspace,
  TEAM,
} from '#peers/slack/workspace.ts'
import { createChannelScene } from '#test/support/channels.ts'
import { until } from '#test/support/engine.ts'
import { toSlack } from './to-slack.ts'

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'

let slack: SlackWorkspace
let scene: Awaited<ReturnType<typeof createChannelScene>>
beforeAll(async () => {
  slack = await startSlackWorkspace()
  scene = await createChannelScene([new URL(slack.url).host], slackAddresses(slack.url))
})
afterAll(async () => {
  await scene.test.close()
  await slack.close()
})
beforeEach(() => {
  slack.posted.length = 0
})

let numbers = 10_000
const newPerson = () => `U${++numbers}`
const newTs = () => `1700000000.${String(++numbers).padStart(6, '0')}`

async function connect(settings: object = {}, agent_id = 'echo') {
  const tokens = { bot_token: TEAM.token, signing_secret: SECRET, enabled: true }
  const made = await scene.connect('slack', { ...tokens, ...settings }, { agent_id })
  const deliver = (event: object, secret = SECRET) => made.post(signedBySlack(secret, eventOf(event)))
  const write = (user: string, text: string, more: object = {}) =>
    deliver({ type: 'message', channel_type: 'im', channel: `D${user.slice(1)}`, user, text, ts: newTs(), ...more })
  return { ...made, deliver, write }
}

const to = (channel: string) => slack.posted.filter((one) => one.channel === channel)
const chatWith = (user: string) => `D${user.slice(1)}`
const arrived = (channel: string, count: number) => scene.arrived(() => to(channel), count)
const pool = () => scene.test.database.pool

describe('a Slack channel', () => {
  it('has an address and a manifest first, answers Slack’s check of it, and is connected then', async () => {
    const { get, save, post, hook, saved } = await scene.connect('slack', {})
    expect(saved.status).toBe(200)
    const prepared = await get()
    expect(prepared).toMatchObject({ connected: false, enabled: false, verify_token: null, verified_at: null })
    const { settings, oauth_config } = JSON.parse(prepared.manifest)
    expect(settings.event_subscriptions).toMatchObject({ request_url: `https://chowk.test${hook}` })
    expect(oauth_config.scopes.bot).toContain('chat:write')
    // Slack asks before anyone has told the signing secret.
    const asked = await post(signedBySlack('unknown', { type: 'url_verification', challenge: 'abc', token: 'x' }))
    expect([asked.statusCode, asked.json()]).toEqual([200, { challenge: 'abc' }])
    expect((await post(signedBySlack('', eventOf({ type: 'message' })))).statusCode).toBe(401)
    const half = await save({ bot_token: TEAM.token })
    expect([half.status, half.body.errors[0].field]).toEqual([400, 'signing_secret'])
    const early = await save({ enabled: true })
    expect([early.status, early.body.errors[0].field]).toEqual([400, 'bot_token'])
    const wrong = await save({ bot_token: 'xoxb-another-one', signing_secret: SECRET })
    expect(wrong.body.errors[0].message).toBe('Slack refused the bot token: the bot token is invalid.')
    expect((await save({ bot_token: TEAM.token, signing_secret: SECRET })).status).toBe(200)
    const shown = await get()
    expect(shown).toMatchObject({ connected: true, display_name: 'Clinic · @clinic' })
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${TEAM.token}|${SECRET}`))
    expect((await post(signedBySlack('unknown', { type: 'url_verification', challenge: 'abc' }))).statusCode).toBe(401)
  })

  it('takes nothing that is forged, changed or older than five minutes', async () => {
    const { post, write, hook, deliver } = await connect()
    const user = newPerson()
    const event = { type: 'message', channel_type: 'im', channel: chatWith(user), user, text: 'Hi', ts: newTs() }
    expect((await deliver(event, 'another secret')).statusCode).toBe(401)
    const { body, headers } = signedBySlack(SECRET, eventOf(event))
    expect((await post({ body: `${body} `, headers })).statusCode).toBe(401)
    const old = signedBySlack(SECRET, eventOf(event), new Date(Date.now() - 301_000))
    expect((await post(old)).statusCode).toBe(401)
    expect((await scene.test.app.inject({ method: 'GET', url: hook })).statusCode).toBe(401)
    expect(
      (await post(signedBySlack(SECRET, eventOf({ ...event, text: 'x'.repeat(1_100_000) })))).statusCode,
    ).toBeLessThan(500)
    expect((await post(signedBySlack(SECRET, eventOf(event, 'T0ELSEWHERE')))).statusCode).toBe(200)
    await write(user, 'Hello')
    await arrived(chatWith(user), 1)
  })

  it('answers each message once and in order, however often Slack delivers it', async () => {
    const { deliver } = await connect()
    const user = newPerson()
    const [first, second] = [newTs(), newTs()]
    const say = (text: string, ts: string) =>
      deliver({ type: 'message', channel_type: 'im', channel: chatWith(user), user, text, ts })
    await Promise.all([say('two', second), say('one', first), say('two', second), say('one', first)])
    const texts = (await arrived(chatWith(user), 2)).map(({ text }) => text)
    expect(texts).toEqual(['*one* (0)', '*two* (2)'])
    await say('one', first)
    await scene.settled()
    expect(to(chatWith(user))).toHaveLength(2)
  })

  it('answers mentions in their thread, each thread a conversation of its own', async () => {
    const { deliver, write } = await connect()
    const user = newPerson()
    const mention = (text: string, more: object = {}) =>
      deliver({ type: 'app_mention', channel: 'C0GENERAL', user, text: `<@${TEAM.bot}> ${text}`, ts: newTs(), ...more })
    const ts = newTs()
    await mention('first &lt;3', { ts })
    expect(await arrived('C0GENERAL', 1)).toMatchObject([
      { text: '*first &lt;3* (0)', thread_ts: ts, unfurl_links: false, unfurl_media: false },
    ])
    await mention('more', { thread_ts: ts })
    expect((await arrived('C0GENERAL', 2))[1]).toMatchObject({ text: '*more* (2)', thread_ts: ts })
    await mention('another')
    expect((await arrived('C0GENERAL', 3))[2]?.text).toBe('*another* (0)')
    await write(user, 'in private')
    expect((await arrived(chatWith(user), 1))[0]).toMatchObject({ text: '*in private* (0)' })
    expect(to(chatWith(user))[0]?.thread_ts).toBeUndefined()
  })

  it('leaves out its own messages, those of bots, changes, and talk between people', async () => {
    const { write, deliver } = await connect()
    const user = newPerson()
    await write(TEAM.bot, 'mine')
    await write(user, 'of a bot', { bot_id: 'B1' })
    await write(user, 'changed', { subtype: 'message_changed' })
    await deliver({ type: 'message', channel_type: 'channel', channel: 'C0GENERAL', user, text: 'Hi all', ts: newTs() })
    await deliver({ type: 'reaction_added', user })
    await scene.settled()
    expect(slack.posted).toEqual([])
  })

  it('keeps names, files and no calls of people', async () => {
    const { write, as, at } = await connect({}, 'reader')
    const user = newPerson()
    slack.files.set('/files-pri/T0-F1/download/report.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
    const file = (host: string) => ({
      ...{ mimetype: 'application/pdf', name: 'Report.pdf' },
      url_private_download: `${host}/files-pri/T0-F1/download/report.pdf`,
    })
    const files = [file(FILES_ORIGIN), file('https://files.slack.com.evil.example')]
    await write(user, '<!channel>', { subtype: 'file_share', files })
    const told = await arrived(chatWith(user), 2)
    expect(told.map(({ text }) => text)[0]).toBe('&lt;!channel&gt;: Report.pdf')
    expect(told[1]?.text).toContain('This file can’t be read')
    const people = (await scene.test.call('GET', `${at}/people`, { as })).body.data.items
    expect(people).toMatchObject([{ address: user, name: 'Asha Rao', consent: 'given' }])
  })

  it('sends later what Slack did not take, and never what it may have taken', async () => {
    const { write, get } = await connect()
    const [user, doubtful, broken] = [newPerson(), newPerson(), newPerson()]
    const statesOf = async (address: string) => {
      const { rows } = await pool().query(
        `select o.state from channel_outbox o join chat_visitors v on v.id = o.visitor_id where v.address = $1`,
        [address],
      )
      return rows.map(({ state }) => state).join()
    }
    slack.behave(
      { status: 429, error: 'ratelimited', headers: { 'retry-after': '3' } },
      { error: 'service_unavailable' },
    )
    await write(user, 'Hello')
    await until(async () => {
      await scene.settled()
      await pool().query(`update channel_outbox set due_at = now() where state = 'waiting'`)
      return to(chatWith(user)).length === 1 || undefined
    })
    for (const [who, behaviour] of [
      [doubtful, 'lost'],
      [broken, { error: 'internal_error' }],
    ] as const) {
      slack.behave(behaviour)
      await write(who, 'Hello')
      await until(async () => {
        await scene.settled()
        return (await statesOf(who)) === 'sending' || undefined
      })
    }
    await pool().query(`update channel_outbox set sending_since = now() - interval '1 hour' where state = 'sending'`)
    await scene.settled()
    expect([to(chatWith(doubtful)).length, to(chatWith(broken)).length]).toEqual([1, 0])
    expect([await statesOf(doubtful), await statesOf(broken)]).toEqual(['unknown', 'unknown'])
    expect((await get()).last_error).toContain('isn’t known whether')
  })

  it('shares files where it is spoken, and still answers where the app may not', async () => {
    const { as, write, get } = await connect({}, 'filer')
    const user = newPerson()
    await write(user, 'Hours?')
    const shared = () => slack.shared.filter(({ channel_id }) => channel_id === chatWith(user))
    await scene.arrived(shared, 1)
    expect(shared()).toEqual([{ channel_id: chatWith(user), title: '"hours"Bcc: x.txt', text: 'Nine to five.' }])
    slack.mayShare = false
    const { newest } = await scene.sendFileAsPerson(as, { name: 'form.txt', content: 'Sign here.' })
    await scene.settled()
    expect(to(chatWith(user)).at(-1)?.text).toBe('As a file')
    expect((await newest()).delivery).toBe('failed')
    expect((await get()).last_error).toMatch(/files:write/)
    slack.mayShare = true
    const { newest: next } = await scene.sendFileAsPerson(as, { name: 'form.txt', content: 'Sign here.' })
    await scene.arrived(shared, 2)
    expect((await next()).delivery).not.toBe('failed')
  })

  it('tells its owner that the token was revoked, or the app removed', async () => {
    const { write, get, as, deliver, at } = await connect()
    const user = newPerson()
    slack.tokens.delete(TEAM.token)
    await write(user, 'Hello')
    await until(async () => {
      await scene.settled()
      return (await get()).last_error ?? undefined
    })
    expect((await get()).last_error).toBe('Slack: the bot token is invalid.')
    const check = await scene.test.call('POST', `${at}/test`, { as, body: {} })
    expect(check.status).toBe(409)
    slack.tokens.add(TEAM.token)
    await deliver({ type: 'tokens_revoked', tokens: { oauth: ['U1'] } })
    expect((await get()).last_error).toBe('Slack: the bot token is invalid.')
    await deliver({ type: 'app_uninstalled' })
    expect((await get()).last_error).toContain('The app was removed from the Slack workspace')
    const notices = (await scene.test.call('GET', '/api/v1/notifications', { as })).body.data.items
    expect(notices).toMatchObject([{ kind: 'channel', count: 2 }])
  })

  it('asks for consent and keeps to the quota of a person where its owner wants that', async () => {
    const { write, get } = await connect({ ask_consent: true, daily_per_person: 2 })
    expect((await get()).ask_consent).toBe(true)
    const user = newPerson()
    await write(user, 'Hello')
    expect((await arrived(chatWith(user), 1))[0]?.text).toContain('Reply START to agree')
    await write(user, 'start')
    await write(user, 'Third')
    const texts = (await arrived(chatWith(user), 4)).map(({ text }) => text)
    expect(texts.join()).toMatch(/Thank you.*/)
    expect(texts.join()).toContain('Write again tomorrow')
  })
})

it('writes Markdown as Slack does, without calling anyone', () => {
  expect(
    toSlack('# Hours **now**\n**Open** & <!here> <@U1> [Map](https://a.example) ![x](https://b.example)\n> quoted'),
  ).toBe('*Hours now*\n*Open* &amp; &lt;!here&gt; &lt;@U1&gt; Map (https://a.example) x (https://b.example)\n> quoted')
})
