/** Approvals in Slack, against a workspace that speaks Slack’s protocol: as the people who are asked, and as those who shouldn’t be. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  eventOf,
  type Message,
  pressedAtSlack,
  type SlackWorkspace,
  signedBySlack,
  slackAddresses,
  startSlackWorkspace,
  TEAM,
} from '#peers/slack/workspace.ts'
import type { Person } from '#test/support/app.ts'
import { createApprovalScene } from '#test/support/approval-bots.ts'

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5'
const CHANNEL = 'C0APPROVALS'

let slack: SlackWorkspace
let scene: Awaited<ReturnType<typeof createApprovalScene>>
beforeAll(async () => {
  slack = await startSlackWorkspace()
  scene = await createApprovalScene(new URL(slack.url).host, slackAddresses(slack.url))
})
afterAll(async () => {
  await scene.test.close()
  await slack.close()
})
beforeEach(() => {
  for (const list of [slack.posted, slack.messages, slack.whispers]) list.length = 0
})

let numbers = 10_000
const newUser = () => `U${++numbers}`
const newTs = () => `1700000000.${String(++numbers).padStart(6, '0')}`
const tokens = { bot_token: TEAM.token, signing_secret: SECRET }

/** The bot of an account, where people connect themselves. */
async function connectBot(as: Person, slug?: string, more: object = {}) {
  const saved = await scene.call('PUT', '/approval-bots/slack', as, {
    ...(slug && { slug }),
    body: { ...tokens, ...more },
  })
  expect(saved.status).toBe(200)
  const hook = new URL(saved.body.data.request_url).pathname
  const post = ({ body: payload, headers }: { body: string; headers: Record<string, string> }) =>
    scene.test.app.inject({ method: 'POST', url: hook, headers, payload })
  const write = (user: string, text: string) => {
    const event = { type: 'message', channel_type: 'im', channel: `D${user.slice(1)}`, user, text, ts: newTs() }
    return post(signedBySlack(SECRET, eventOf(event)))
  }
  const bot_id = async (person: Person) =>
    (await scene.call('GET', '/approval-contacts', person)).body.data.items[0].bot_id
  return {
    ...{ post, write, hook, bot_id },
    async connect(person: Person, user = newUser()) {
      const { code } = (await scene.call('POST', `/approval-contacts/${await bot_id(person)}/code`, person)).body.data
      expect((await write(user, code)).statusCode).toBe(200)
      return user
    },
    press: (message: Message | undefined, action_id: 'approve' | 'reject', user: string) => {
      if (!message) throw new Error('There is no such message')
      return post(pressedAtSlack(SECRET, { message, action_id, user }))
    },
  }
}

const textOf = ({ blocks = [] }: Message) =>
  blocks
    .flatMap(({ text, elements = [] }) => [
      text?.text,
      ...elements.map((one) => (typeof one.text === 'string' ? one.text : one.text?.text)),
    ])
    .join(' | ')
const buttonsOf = (message: Message | undefined) =>
  (message?.blocks ?? []).flatMap(({ type, elements = [] }) =>
    type === 'actions' ? elements.map((one) => one.action_id) : [],
  )
const asked = (channel: string) => slack.messages.filter((one) => one.channel === channel && buttonsOf(one).length > 0)
const chatWith = (user: string) => `D${user.slice(1)}`
/** Sent at the same time, in any order. */
const told = () => slack.whispers.map(({ user, text }) => `${user}: ${text}`).toSorted()

/** A person with a bot of their own, connected. */
async function ownScene() {
  const owner = await scene.test.person()
  const bot = await connectBot(owner)
  const user = await bot.connect(owner)
  return { ...bot, owner, user }
}

describe('connecting Slack', () => {
  it('makes the manifest first, refuses a wrong token, and shows no secret', async () => {
    const as = await scene.test.person()
    const put = (body: object) => scene.call('PUT', '/approval-bots/slack', as, { body })
    const prepared = await put({})
    expect(prepared.body.data).toMatchObject({ connected: false, display_name: '' })
    const { settings } = JSON.parse(prepared.body.data.manifest)
    expect(settings.interactivity).toEqual({ is_enabled: true, request_url: prepared.body.data.request_url })
    const half = await put({ bot_token: TEAM.token })
    expect([half.status, half.body.errors[0].field]).toEqual([400, 'signing_secret'])
    const wrong = await put({ ...tokens, bot_token: 'xoxb-another-one' })
    expect(wrong.body.errors[0].message).toBe('Slack refused the bot token: the bot token is invalid.')
    const shown = await put(tokens)
    expect(shown.body.data).toMatchObject({ connected: true, display_name: 'Clinic · @clinic' })
    expect(JSON.stringify(shown.body)).not.toMatch(new RegExp(`${TEAM.token}|${SECRET}`))
    const { rows } = await scene.pool.query(`select b::text as row from approval_bots b where owner_id = $1`, [as.id])
    expect(rows[0].row).not.toMatch(new RegExp(`${TEAM.token}|${SECRET}`))
  })

  it('connects who sends the code, once, and nobody in their place', async () => {
    const { owner, user, write, bot_id } = await ownScene()
    const mine = async () => (await scene.call('GET', '/approval-contacts', owner)).body.data.items[0].connected
    expect(await mine()).toMatchObject({ name: 'Asha Rao', last_error: null })
    await scene.deliver()
    expect(slack.messages.map(({ channel }) => channel)).toEqual([chatWith(user)])
    const { code } = (await scene.call('POST', `/approval-contacts/${await bot_id(owner)}/code`, owner)).body.data
    const other = newUser()
    expect((await write(other, 'a'.repeat(22))).statusCode).toBe(200)
    await write(other, code)
    await write(newUser(), code)
    const { rows } = await scene.pool.query('select address from approval_contacts where person_id = $1', [owner.id])
    expect(rows).toEqual([{ address: other }])
    const late = (await scene.call('POST', `/approval-contacts/${await bot_id(owner)}/code`, owner)).body.data
    await scene.pool.query('update approval_codes set expires_at = now() where person_id = $1', [owner.id])
    await write(user, late.code)
    expect(
      (await scene.pool.query('select address from approval_contacts where person_id = $1', [owner.id])).rows,
    ).toEqual(rows)
  })

  it('is for those who manage a workspace, and offered to those who review there', async () => {
    const [owner, reviewer, member] = [await scene.test.person(), await scene.test.person(), await scene.test.person()]
    const { slug } = await scene.workspace(owner, { reviewer, member })
    expect((await scene.call('PUT', '/approval-bots/slack', reviewer, { slug, body: tokens })).status).toBe(403)
    const { bot_id } = await connectBot(owner, slug)
    const offered = async (person: Person) => (await scene.call('GET', '/approval-contacts', person)).body.data.items
    expect(await offered(reviewer)).toMatchObject([{ kind: 'slack', workspace: 'Clinic', connected: null }])
    expect(await offered(member)).toEqual([])
    const id = await bot_id(reviewer)
    expect((await scene.call('POST', `/approval-contacts/${id}/code`, member)).status).toBe(404)
    expect((await scene.call('POST', `/approval-contacts/${id}/test`, reviewer)).status).toBe(404)
    const activity = await scene.call('GET', '/activity', owner, { slug })
    expect(JSON.stringify(activity.body.data.items)).toContain('Connected a bot for approvals.')
  })

  it('sends a test message', async () => {
    const { owner, user, bot_id } = await ownScene()
    expect((await scene.call('POST', `/approval-contacts/${await bot_id(owner)}/test`, owner)).status).toBe(200)
    expect(slack.posted.at(-1)).toMatchObject({ channel: user })
    slack.behave({ error: 'channel_not_found' })
    const failed = await scene.call('POST', `/approval-contacts/${await bot_id(owner)}/test`, owner)
    expect(failed.body.errors[0].message).toContain('the conversation doesn’t exist')
  })
})

describe('an approval in Slack', () => {
  it('shows exactly what is approved, once, and is decided by a press', async () => {
    const { owner, user, press } = await ownScene()
    const run = await scene.ask(owner)
    await Promise.all([scene.deliver(), scene.deliver()])
    await scene.deliver()
    const [message, ...more] = asked(chatWith(user))
    expect(more).toEqual([])
    expect(buttonsOf(message)).toEqual(['approve', 'reject', 'open'])
    expect(textOf(message as Message)).toContain(
      'Pay for the treatment of Asha Verma? | amount: ₹5,000\npatient: Asha Verma |  | Asked by Cashier.',
    )
    expect((await press(message, 'approve', user)).statusCode).toBe(200)
    expect(await scene.answered(run.wait)).toEqual({ approved: true, by: owner.id, way: 'slack' })
    await scene.deliver()
    expect(buttonsOf(slack.messages.find(({ ts }) => ts === message?.ts))).toEqual(['open'])
    expect(textOf(message as Message)).toMatch(/Approved by .+\./)
    const record = await scene.call('GET', `/executions/${run.id}/record`, owner)
    expect(record.body.data.items).toContainEqual(
      expect.objectContaining({ kind: 'answered', text: expect.arrayContaining(['Answered in Slack.']) }),
    )
  })

  it('takes no press that is forged, changed, older than five minutes, or of another workspace', async () => {
    const { owner, user, post } = await ownScene()
    const run = await scene.ask(owner)
    await scene.deliver()
    const [message] = asked(chatWith(user))
    if (!message) throw new Error('Nothing was asked')
    const how = { message, action_id: 'approve', user }
    const { body, headers } = pressedAtSlack(SECRET, how)
    const refused = [
      pressedAtSlack('another secret', how),
      { body: body.replace('approve', 'reject'), headers },
      pressedAtSlack(SECRET, how, new Date(Date.now() - 301_000)),
      { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]
    for (const one of refused) expect((await post(one)).statusCode).toBe(401)
    expect((await post(pressedAtSlack(SECRET, { ...how, team_id: 'T0ELSEWHERE' }))).statusCode).toBe(200)
    expect(await scene.answered(run.wait)).toBeNull()
  })

  it('tells a second press, and one after a decision on the page, what is true', async () => {
    const { owner, user, press } = await ownScene()
    const [first, second] = [await scene.ask(owner), await scene.ask(owner)]
    await scene.deliver()
    const messages = asked(chatWith(user))
    const of = async (wait: string) => {
      const { rows } = await scene.pool.query('select external_id from approval_messages where wait_id = $1', [wait])
      return messages.find(({ ts }) => ts === rows[0].external_id)
    }
    const kept = structuredClone([await of(first.wait), await of(second.wait)])
    await Promise.all([press(kept[0], 'approve', user), press(kept[0], 'reject', user)])
    const decided = await scene.answered(first.wait)
    await press(kept[0], 'reject', user)
    expect(await scene.answered(first.wait)).toEqual(decided)
    await scene.answer(owner, second, false)
    await press(kept[1], 'approve', user)
    expect(await scene.answered(second.wait)).toMatchObject({ approved: false, way: null })
    await scene.deliver()
    expect(told().filter((line) => /^U\d+: (Approved|Rejected) by/.test(line))).toHaveLength(3)
    expect(slack.messages.every((one) => !buttonsOf(one).includes('approve'))).toBe(true)
  })

  it('takes the buttons off when the run ends, is deleted, or the time to answer is over', async () => {
    const { owner, user, press } = await ownScene()
    const runs = [await scene.ask(owner), await scene.ask(owner), await scene.ask(owner)]
    await scene.deliver()
    const kept = structuredClone(asked(chatWith(user)))
    const [ended, deleted, late] = runs
    const cancel = (id = '') => scene.call('POST', `/executions/${id}/control`, owner, { body: { action: 'cancel' } })
    await cancel(ended?.id)
    await cancel(deleted?.id)
    expect((await scene.call('DELETE', `/executions/${deleted?.id}`, owner)).status).toBe(200)
    await scene.pool.query(`update execution_waits set until = now() where id = $1`, [late?.wait])
    for (const message of kept) await press(message, 'approve', user)
    expect(await scene.answered(late?.wait ?? '')).toBeNull()
    await scene.deliver()
    expect(told()).toHaveLength(3)
    expect(slack.messages.every((one) => !buttonsOf(one).includes('approve'))).toBe(true)
  })

  it('asks of a button in another message, and of a made-up one, nothing', async () => {
    const [mine, theirs] = [await ownScene(), await ownScene()]
    const [run, other] = [await scene.ask(mine.owner), await scene.ask(theirs.owner)]
    await scene.deliver()
    const [message] = asked(chatWith(mine.user))
    const [foreign] = asked(chatWith(theirs.user))
    if (!message || !foreign) throw new Error('Nothing was asked')
    // Delivered to the wrong bot, from another message, and with an id of nothing.
    await mine.press(foreign, 'approve', mine.user)
    await mine.press({ ...message, ts: '1700000000.99' }, 'approve', mine.user)
    const made = JSON.parse(JSON.stringify(message).replace(/"value":"[^"]+"/g, `"value":"' or true"`)) as Message
    await mine.press(made, 'approve', mine.user)
    expect(await scene.answered(run.wait)).toBeNull()
    expect(await scene.answered(other.wait)).toBeNull()
  })
})

describe('approvals of a workspace in Slack', () => {
  async function clinic(more: object = {}) {
    const [owner, reviewer, member] = [await scene.test.person(), await scene.test.person(), await scene.test.person()]
    const { id, slug } = await scene.workspace(owner, { reviewer, member })
    const bot = await connectBot(owner, slug, more)
    const users = { owner: await bot.connect(owner), reviewer: await bot.connect(reviewer) }
    await scene.deliver()
    slack.messages.length = 0
    return { ...bot, owner, reviewer, member, id, slug, users }
  }

  it('reach those who may answer, and are decided once for all of them', async () => {
    const { owner, member, slug, users, press, reviewer } = await clinic()
    const run = await scene.ask(member, { slug })
    await scene.deliver()
    const [forOwner] = asked(chatWith(users.owner))
    const [forReviewer] = asked(chatWith(users.reviewer))
    expect(textOf(forOwner as Message)).toContain('Asked by Cashier in Clinic.')
    await press(forReviewer, 'reject', users.reviewer)
    expect(await scene.answered(run.wait)).toEqual({ approved: false, by: reviewer.id, way: 'slack' })
    await scene.deliver()
    for (const one of [forOwner, forReviewer]) expect(buttonsOf(one)).toEqual(['open'])
    // Who starts it and may answer is asked alone.
    await scene.ask(owner, { slug })
    await scene.deliver()
    const still = (user: string) => asked(chatWith(user)).filter((one) => buttonsOf(one).includes('approve'))
    expect([still(users.owner).length, still(users.reviewer).length]).toEqual([1, 0])
  })

  it('go to owners and admins when they escalate, or to whom the workspace names', async () => {
    const { owner, reviewer, slug, users } = await clinic()
    const run = await scene.ask(reviewer, { slug })
    await scene.deliver()
    expect([asked(chatWith(users.owner)).length, asked(chatWith(users.reviewer)).length]).toEqual([0, 1])
    await scene.escalate(run)
    await scene.deliver()
    await scene.deliver()
    expect([asked(chatWith(users.owner)).length, asked(chatWith(users.reviewer)).length]).toEqual([1, 1])
    const mine = await scene.ask(owner, { slug })
    const escalate_to = reviewer.id
    await scene.call('PUT', '/review/settings', owner, { slug, body: { escalate_after_minutes: 60, escalate_to } })
    await scene.escalate(mine)
    await scene.deliver()
    expect([asked(chatWith(users.owner)).length, asked(chatWith(users.reviewer)).length]).toEqual([2, 2])
  })

  it('also reach who is assigned later, until they can’t answer any more', async () => {
    const { owner, reviewer, slug, users } = await clinic()
    const counts = () => [asked(chatWith(users.owner)).length, asked(chatWith(users.reviewer)).length]
    const run = await scene.ask(owner, { slug })
    await scene.deliver()
    expect(counts()).toEqual([1, 0])
    const assign = (one: { id: string; wait: string }) => {
      const body = { assignee_id: reviewer.id, seen: 0 }
      return scene.call('PUT', `/executions/${one.id}/waits/${one.wait}/assignment`, owner, { slug, body })
    }
    expect((await assign(run)).status).toBe(200)
    await scene.deliver()
    await scene.deliver()
    expect(counts()).toEqual([1, 1])
    const gone = await scene.ask(owner, { slug })
    await assign(gone)
    await scene.pool.query(`update workspace_members set role = 'member' where user_id = $1`, [reviewer.id])
    await scene.deliver()
    expect(counts()).toEqual([2, 1])
  })

  it('are not decided by who lost the right since, or was removed', async () => {
    const { owner, member, reviewer, slug, id, users, press } = await clinic()
    const run = await scene.ask(member, { slug })
    await scene.deliver()
    const kept = structuredClone(asked(chatWith(users.reviewer))[0])
    const sql = (text: string) => scene.pool.query(text, [id, reviewer.id])
    await sql(`update workspace_members set role = 'member' where workspace_id = $1 and user_id = $2`)
    await press(kept, 'approve', users.reviewer)
    await sql(`delete from workspace_members where workspace_id = $1 and user_id = $2`)
    await press(kept, 'approve', users.reviewer)
    await scene.pool.query(`update users set status = 'blocked' where id = $1`, [owner.id])
    await press(structuredClone(asked(chatWith(users.owner))[0]), 'approve', users.owner)
    expect(await scene.answered(run.wait)).toBeNull()
    await scene.deliver()
    const { reviewer: one, owner: other } = users
    expect(told()).toEqual([other, one, one].map((who) => `${who}: You can’t answer approvals here any more.`))
  })

  it('in a channel are decided by members who connected, and by nobody else who reads it', async () => {
    const { member, slug, users, press, reviewer } = await clinic({ channel: CHANNEL })
    const run = await scene.ask(member, { slug })
    await scene.deliver()
    const [posted] = asked(CHANNEL)
    const stranger = newUser()
    await press(posted, 'approve', stranger)
    // A message to one person is no message to another.
    await press(asked(chatWith(users.owner))[0], 'approve', users.reviewer)
    expect(await scene.answered(run.wait)).toBeNull()
    await press(posted, 'approve', users.reviewer)
    expect(await scene.answered(run.wait)).toMatchObject({ approved: true, by: reviewer.id })
    await scene.deliver()
    expect(told()).toEqual([
      `${users.reviewer}: This was sent to someone else.`,
      `${stranger}: Connect this account in your notification settings first, then press again.`,
    ])
    expect(buttonsOf(posted)).toEqual(['open'])
  })

  it('say what they are about and lead to the page where personal data is masked, also in what was sent before', async () => {
    const { owner, member, slug, users, press } = await clinic()
    const before = await scene.ask(member, { slug })
    await scene.deliver()
    const kept = structuredClone(asked(chatWith(users.owner))[0])
    expect((await scene.mask(owner, slug)).status).toBe(200)
    await press(kept, 'approve', users.owner)
    await scene.ask(member, { slug })
    await scene.deliver()
    expect(await scene.answered(before.wait)).toBeNull()
    const shown = asked(chatWith(users.owner))
    expect(shown).toHaveLength(2)
    for (const one of shown) {
      expect([buttonsOf(one), JSON.stringify(one).includes('Asha')]).toEqual([['open'], false])
      expect(textOf(one)).toContain('Cashier asks for an approval')
    }
    expect(shown[0]?.blocks?.flatMap(({ elements = [] }) => elements).find(({ url }) => url)?.url).toContain(
      `https://chowk.test/w/${slug}/runs/`,
    )
  })

  it('that are too long to show lead to the page', async () => {
    const { member, slug, users } = await clinic()
    await scene.ask(member, { slug, agent_id: 'asking-much' })
    await scene.deliver()
    const [message] = asked(chatWith(users.owner))
    expect(buttonsOf(message)).toEqual(['open'])
    expect(JSON.stringify(message)).not.toContain('xxx')
  })
})

describe('what Slack says', () => {
  it('is waited for, and a message that perhaps arrived is never sent again, but can be decided', async () => {
    const { owner, user, press } = await ownScene()
    await scene.deliver()
    slack.behave({ status: 429, error: 'ratelimited', headers: { 'retry-after': '7' } })
    const run = await scene.ask(owner)
    await scene.deliver()
    const { rows } = await scene.pool.query(
      `select extract(epoch from due_at - now())::float8 as s from approval_messages where wait_id = $1`,
      [run.wait],
    )
    expect(rows[0].s).toBeGreaterThan(4)
    slack.behave('lost')
    await scene.deliver()
    await scene.pool.query(
      `update approval_messages set sending_since = now() - interval '1 hour' where state = 'sending'`,
    )
    await scene.deliver()
    const messages = asked(chatWith(user))
    expect(messages).toHaveLength(1)
    await press(messages[0], 'approve', user)
    expect(await scene.answered(run.wait)).toMatchObject({ approved: true })
    await scene.deliver()
    expect(buttonsOf(messages[0])).toEqual(['open'])
  })

  it('is told to the account once when the token is revoked, and messages follow when it is there again', async () => {
    const { owner, user } = await ownScene()
    await scene.deliver()
    slack.tokens.delete(TEAM.token)
    await scene.ask(owner)
    await scene.deliver()
    await scene.deliver()
    slack.tokens.add(TEAM.token)
    const notices = (await scene.call('GET', '/notifications', owner)).body.data.items
    expect(
      notices.filter(({ title }: { title: string }) => title === 'Approvals can’t be sent to Slack'),
    ).toMatchObject([{ kind: 'channel', count: 1 }])
    await scene.deliver()
    expect(asked(chatWith(user))).toHaveLength(1)
    expect((await scene.call('GET', '/approval-bots', owner)).body.data.bots[0].last_error).toBeNull()
  })

  it('ends with the bot: messages that still ask lose their buttons, and its address is gone', async () => {
    const { owner, user, press } = await ownScene()
    await scene.ask(owner)
    await scene.deliver()
    const kept = structuredClone(asked(chatWith(user))[0])
    expect((await scene.call('DELETE', '/approval-bots/slack', owner)).status).toBe(200)
    expect(buttonsOf(slack.messages.find(({ ts }) => ts === kept?.ts))).toEqual(['open'])
    expect((await press(kept, 'approve', user)).statusCode).toBe(404)
  })

  it('is no longer asked by who disconnects', async () => {
    const { owner, user, press, bot_id } = await ownScene()
    const run = await scene.ask(owner)
    await scene.deliver()
    const kept = structuredClone(asked(chatWith(user))[0])
    expect((await scene.call('DELETE', `/approval-contacts/${await bot_id(owner)}`, owner)).status).toBe(200)
    await press(kept, 'approve', user)
    expect(await scene.answered(run.wait)).toBeNull()
    await scene.deliver()
    expect(buttonsOf(slack.messages.find(({ ts }) => ts === kept?.ts))).toEqual(['open'])
    expect(JSON.stringify(slack.messages)).not.toContain('Asha')
  })
})
