/** Approvals in Telegram, against a stand-in that speaks the Bot API. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  BOT,
  delivered,
  type Message,
  pressedAtTelegram,
  startTelegramPeer,
  type TelegramPeer,
  telegramAddresses,
  updateFrom,
} from '#peers/telegram/server.ts'
import { createApprovalScene } from '#test/support/approval-bots.ts'

let telegram: TelegramPeer
let scene: Awaited<ReturnType<typeof createApprovalScene>>
beforeAll(async () => {
  telegram = await startTelegramPeer()
  scene = await createApprovalScene(new URL(telegram.url).host, telegramAddresses(telegram.url))
})
afterAll(async () => {
  await scene.test.close()
  await telegram.close()
})
beforeEach(() => {
  telegram.messages.length = 0
})

let numbers = 500_000
const newUser = () => ++numbers
const labelsOf = (message: Message | undefined) =>
  (message?.reply_markup?.inline_keyboard ?? []).flat().map(({ text }) => text)
const asked = (user: number) =>
  telegram.messages.filter((one) => one.chat_id === String(user) && labelsOf(one).length > 0)

/** A person with a bot of their own, connected by the link with its code. */
async function ownScene() {
  const owner = await scene.test.person()
  const saved = await scene.call('PUT', '/approval-bots/telegram', owner, { body: { bot_token: BOT.token } })
  expect(saved.body.data).toMatchObject({ connected: true, display_name: '@clinic_bot', manifest: null })
  const { url, secret_token: secret = '' } = telegram.bots.get(BOT.token)?.webhook ?? { url: '' }
  const post = ({ body: payload, headers }: { body: string; headers: Record<string, string> }) =>
    scene.test.app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload })
  const [{ bot_id }] = (await scene.call('GET', '/approval-contacts', owner)).body.data.items
  const user = newUser()
  const code = (await scene.call('POST', `/approval-contacts/${bot_id}/code`, owner)).body.data
  expect(code.url).toBe(`https://t.me/clinic_bot?start=${code.code}`)
  const write = (from: number, text: string) => post(updateFrom(secret, from, ++numbers, { text }))
  expect((await write(user, `/start ${code.code}`)).statusCode).toBe(200)
  await scene.deliver()
  return {
    ...{ owner, user, post, write, secret, bot_id },
    press: async (message: Message | undefined, button: 'Approve' | 'Reject', from: number, chat = from) => {
      if (!message) throw new Error('There is no such message')
      return (await post(pressedAtTelegram(secret, { message, button, from, chat }))).json()
    },
  }
}

describe('an approval in Telegram', () => {
  it('is shown whole, decided by a press, and answered to who pressed', async () => {
    const { owner, user, press } = await ownScene()
    expect(telegram.bots.get(BOT.token)?.webhook?.allowed_updates).toEqual(['message', 'callback_query'])
    expect(telegram.messages.map(({ text }) => text)).toEqual([
      'You’re connected. Approvals that wait for you arrive here.',
    ])
    const run = await scene.ask(owner)
    await scene.deliver()
    const [message] = asked(user)
    expect(message?.text).toBe(
      'Pay for the treatment of Asha Verma?\n\namount: ₹5,000\npatient: Asha Verma\n\nAsked by Cashier.',
    )
    expect(labelsOf(message)).toEqual(['✓ Approve', '✕ Reject', 'Open'])
    expect(message?.link_preview_options).toEqual({ is_disabled: true })
    const kept = structuredClone(message)
    expect(await press(message, 'Approve', user)).toMatchObject({
      ...{ method: 'answerCallbackQuery', text: 'You approved it.', show_alert: true },
    })
    expect(await scene.answered(run.wait)).toEqual({ approved: true, by: owner.id, way: 'telegram' })
    await scene.deliver()
    expect(labelsOf(message)).toEqual(['Open'])
    expect(message?.text).toMatch(/Approved by .+\.$/)
    expect((await press(kept, 'Reject', user)).text).toMatch(/^Approved by /)
    expect(await scene.answered(run.wait)).toMatchObject({ approved: true })
    const record = await scene.call('GET', `/executions/${run.id}/record`, owner)
    expect(record.body.data.items).toContainEqual(
      expect.objectContaining({ kind: 'answered', text: expect.arrayContaining(['Answered in Telegram.']) }),
    )
  })

  it('is decided by nobody without the secret, and by no other person', async () => {
    const { owner, user, press, post, secret } = await ownScene()
    const run = await scene.ask(owner)
    await scene.deliver()
    const [message] = asked(user)
    if (!message) throw new Error('Nothing was asked')
    const forged = pressedAtTelegram('another secret', { message, button: 'Approve', from: user })
    expect((await post(forged)).statusCode).toBe(401)
    const stranger = newUser()
    expect((await press(message, 'Approve', stranger, user)).text).toContain('Connect this account')
    // As if from a chat that the message is not in.
    expect((await press(message, 'Approve', user, stranger)).text).toBe('This approval no longer exists.')
    const data = `a:${run.wait}`
    const made = { id: 'q', from: { id: user }, data, message: { message_id: message.message_id, chat: { id: user } } }
    const answer = await post(delivered(secret, { update_id: ++numbers, callback_query: made }))
    expect(answer.json().text).toBe('This approval no longer exists.')
    expect(await scene.answered(run.wait)).toBeNull()
  })

  it('changes nothing after it expired, and in the language of its reader says so', async () => {
    const { owner, user, press } = await ownScene()
    await scene.pool.query(`update users set preferences = preferences || '{"language": "hi"}' where id = $1`, [
      owner.id,
    ])
    const run = await scene.ask(owner)
    await scene.deliver()
    const kept = structuredClone(asked(user)[0])
    expect(labelsOf(kept)).toEqual(['✓ मंज़ूर करें', '✕ अस्वीकार करें', 'खोलें'])
    await scene.pool.query(`update execution_waits set until = now() where id = $1`, [run.wait])
    const hindi = { ...(kept as Message) }
    const said = await press(
      { ...hindi, reply_markup: JSON.parse(JSON.stringify(hindi.reply_markup).replace('मंज़ूर करें', 'Approve')) },
      'Approve',
      user,
    )
    expect(said.text).toContain('जवाब अब नहीं')
    expect(await scene.answered(run.wait)).toBeNull()
    await scene.deliver()
    expect(labelsOf(asked(user)[0])).toEqual(['खोलें'])
  })

  it('tells its reader’s settings that they blocked the bot', async () => {
    const { owner, bot_id } = await ownScene()
    await scene.ask(owner)
    telegram.behave({ status: 403, description: 'Forbidden: bot was blocked by the user' })
    await scene.deliver()
    const [mine] = (await scene.call('GET', '/approval-contacts', owner)).body.data.items
    expect(mine).toMatchObject({
      bot_id,
      connected: { last_error: 'Telegram: Forbidden: bot was blocked by the user' },
    })
  })

  it('answers what strangers write with where codes are, a few times an hour, and says nothing in groups', async () => {
    const { write, post, secret } = await ownScene()
    telegram.messages.length = 0
    const stranger = newUser()
    for (let i = 0; i < 15; i++) await write(stranger, 'Hello?')
    const chat = { id: -100_123, type: 'supergroup', title: 'Clinic' }
    await post(updateFrom(secret, stranger, ++numbers, { text: 'Hello', chat }))
    await scene.deliver()
    expect(telegram.messages).toHaveLength(10)
    expect(telegram.messages[0]?.text).toContain('https://chowk.test/settings?section=notifications')
  })

  it('ends with the bot, whose webhook is deleted', async () => {
    const { owner, user } = await ownScene()
    await scene.ask(owner)
    await scene.deliver()
    expect((await scene.call('DELETE', '/approval-bots/telegram', owner)).status).toBe(200)
    expect(labelsOf(asked(user)[0])).toEqual(['Open'])
    expect(telegram.bots.get(BOT.token)?.webhook).toBeNull()
  })

  it('keeps an approval that is decided by several at once decided once', async () => {
    const { owner, user, press } = await ownScene()
    const run = await scene.ask(owner)
    await scene.deliver()
    const kept = structuredClone(asked(user)[0])
    const said = await Promise.all(
      (['Approve', 'Reject', 'Approve'] as const).map((button) => press(kept, button, user)),
    )
    expect(said.filter(({ text }) => /^You (approved|rejected) it\.$/.test(text))).toHaveLength(1)
    expect(await scene.answered(run.wait)).not.toBeNull()
  })
})
