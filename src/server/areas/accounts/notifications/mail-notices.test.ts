import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAIL_CHOICES } from '#contract/accounts/notices.ts'
import { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { queueDueNoticeMail } from './mail-notices.ts'
import { mayReadOwnNotices } from './notifications.policy.ts'
import { notify, readAllNotices, type Telling } from './notifications.ts'
import { getNoticeSettings, updateNoticeSettings } from './settings.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function somebody({ is_verified = true } = {}) {
  const id = UserId.parse(uuidv7())
  await database.pool.query(
    `insert into users (id, firebase_uid, email, display_name, is_verified) values ($1, $2, $3, 'X', $4)`,
    [id, `s-${id}`, `${id}@example.com`, is_verified],
  )
  return id
}
const grantOf = (id: UserId) => mayReadOwnNotices({ type: 'user', id } as Caller)
const mailDue = (after_s = 0) =>
  queueDueNoticeMail({ db: database.db, publicUrl: 'https://chowk.test', brand: readTestBrand }, after_s)
const mailsTo = async (id: UserId) =>
  (
    await database.pool.query('select subject, body from mails where to_address = $1 order by created_at', [
      `${id}@example.com`,
    ])
  ).rows
const failed: Telling = {
  kind: 'run_failed',
  title: say('{name} failed', { name: 'Letters' }),
  message: verbatim('The file is empty.'),
  href: '/runs/01890000-0000-7000-8000-000000000000',
  group: 'failed:agent:1',
}

it('mails what stays unread for a minute, once, with where it leads and how to stop it', async () => {
  const id = await somebody()
  await notify(database.db, id, failed)
  expect(await mailDue(60)).toBe(0)
  await mailDue()
  await mailDue()
  const [mail, ...more] = await mailsTo(id)
  expect(more).toEqual([])
  expect(mail.subject).toBe('Chowk: Letters failed')
  expect(mail.body).toContain('https://chowk.test/runs/01890000-0000-7000-8000-000000000000')
  expect(mail.body).toContain('https://chowk.test/settings?section=notifications')
})

it('mails 500 failures of one agent once', async () => {
  const id = await somebody()
  for (let time = 0; time < 500; time++) {
    await notify(database.db, id, failed)
    if (time % 100 === 50) {
      await mailDue()
      // Read in between, it is a new notice each time.
      await readAllNotices(database.db, grantOf(id))
    }
  }
  await mailDue()
  expect(await mailsTo(id)).toHaveLength(1)
})

it('mails nothing that was read, is not wanted, or would go to an address nobody has proven', async () => {
  const [reader, unwilling, unproven] = [await somebody(), await somebody(), await somebody({ is_verified: false })]
  await updateNoticeSettings(database.db, grantOf(unwilling), { mail: { run_failed: false } })
  for (const id of [reader, unwilling, unproven]) await notify(database.db, id, failed)
  await readAllNotices(database.db, grantOf(reader))
  await mailDue()
  for (const id of [reader, unwilling, unproven]) expect(await mailsTo(id)).toEqual([])
})

it('does not repeat in a mail what others wrote', async () => {
  const id = await somebody()
  await notify(database.db, id, {
    ...failed,
    kind: 'role_request',
    message: verbatim('Click https://evil.example now'),
  })
  await mailDue()
  expect((await mailsTo(id))[0].body).not.toContain('evil.example')
})

it('mails who is asked into a workflow or named in a comment, in words of the product alone', async () => {
  const id = await somebody()
  await updateNoticeSettings(database.db, grantOf(id), { mail: { mention: false } })
  const telling = {
    ...failed,
    title: verbatim('Win at evil.example asks you'),
    message: verbatim('evil.example'),
    href: '/my-workflows/1',
  }
  await notify(database.db, id, { ...telling, kind: 'workflow_shared', group: 'shared:1' })
  await notify(database.db, id, { ...telling, kind: 'mention', group: 'comment:1' })
  await mailDue()
  const mails = await mailsTo(id)
  expect(mails.map(({ subject }) => subject)).toEqual(['Chowk: Something was shared with you'])
  expect(mails[0].body).toContain('https://chowk.test/my-workflows/1')
  expect(JSON.stringify(mails)).not.toContain('evil.example')
})

it('mails each person in their language', async () => {
  const id = await somebody()
  await database.pool.query(`update users set preferences = '{"language": "hi"}' where id = $1`, [id])
  await notify(database.db, id, {
    kind: 'credits',
    title: say('Your credits are low: {balance} left', { balance: '₹12' }),
    message: say('Paid runs stop when they’re used up. Top up to continue.'),
    href: '/subscription?tab=credits',
  })
  await mailDue()
  expect(await mailsTo(id)).toEqual([
    {
      subject: 'Chowk: आपके क्रेडिट कम हैं: ₹12 बचे हैं',
      body: [
        'आपके क्रेडिट कम हैं: ₹12 बचे हैं',
        'इनके ख़त्म होने पर सशुल्क रन रुक जाते हैं। जारी रखने के लिए क्रेडिट जोड़ें।',
        'इसे खोलें:\nhttps://chowk.test/subscription?tab=credits',
        'चुनें कि आपको कौन-से ईमेल मिलें:\nhttps://chowk.test/settings?section=notifications',
        'Chowk',
      ].join('\n\n'),
    },
  ])
})

it('keeps what was chosen together with other preferences, and sends no news unasked', async () => {
  const id = await somebody()
  await database.pool.query(`update users set preferences = '{"language": "hi"}' where id = $1`, [id])
  expect(await getNoticeSettings(database.db, grantOf(id))).toEqual({
    mail: Object.fromEntries(MAIL_CHOICES.map((choice) => [choice, choice !== 'sale' && choice !== 'product_news'])),
    address: `${id}@example.com`,
    is_verified: true,
  })
  await updateNoticeSettings(database.db, grantOf(id), { mail: { approval: false } })
  const { mail } = await updateNoticeSettings(database.db, grantOf(id), { mail: { product_news: true } })
  expect(mail).toMatchObject({ approval: false, run_failed: true, product_news: true })
  const { rows } = await database.pool.query('select preferences from users where id = $1', [id])
  expect(rows[0].preferences).toEqual({ language: 'hi', mail: { approval: false, product_news: true } })
})

it('leaves switched off what may be, and mails what the law or the contract asks for all the same', async () => {
  const id = await somebody()
  const own = grantOf(id)
  await updateNoticeSettings(database.db, own, { mail: { review: false, credits: false } })
  await database.pool.query(
    `update users set preferences = jsonb_set(preferences, '{mail,refund}', 'false') where id = $1`,
    [id],
  )
  for (const kind of ['review', 'credits', 'refund', 'sale', 'purchase'] as const)
    await notify(database.db, id, { kind, title: verbatim(`About ${kind}`), message: verbatim(''), href: '/payments' })
  await mailDue()
  expect((await mailsTo(id)).map(({ subject }) => subject)).toEqual(['Chowk: About refund', 'Chowk: About purchase'])
})
