/** What others wrote, in every mail that has any of it: one line, nothing that is not seen, nothing that leads elsewhere, no header of its own. */
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NOTICE_KINDS } from '#contract/accounts/notices.ts'
import { isShown } from '#contract/core/names.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { verbatim } from '#contract/phrases/phrases.ts'
import { type SmtpPeer, startSmtpPeer } from '#peers/smtp/server.ts'
import { queueDueNoticeMail } from '#server/areas/accounts/notifications/mail-notices.ts'
import { notify } from '#server/areas/accounts/notifications/notifications.ts'
import type { OrderRow } from '#server/areas/billing/orders/orders.store.ts'
import { sendReceipt } from '#server/areas/billing/orders/receipts.ts'
import { notifyRefundProcessed } from '#server/areas/billing/refunds/refund-notices.ts'
import type { RefundRow } from '#server/areas/billing/refunds/refunds.store.ts'
import { chargeFailed, notifySubscriber } from '#server/areas/billing/renewals/renewal-texts.ts'
import type { RenewalRow } from '#server/areas/billing/subscriptions/renewals.store.ts'
import { mayContact } from '#server/areas/platform/contact/contact.policy.ts'
import { writeToFirm } from '#server/areas/platform/contact/contact.ts'
import { createMailGateway } from '#server/gateways/mail.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { readTestBrand, testMailBrand } from '#test/support/brand.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { LONG } from '#test/support/scale.ts'
import { insertUser } from '#test/support/users.ts'
import { sendDue } from './sender.ts'

const HOSTILE: Record<string, string> = {
  'a header': 'Asha\r\nBcc: everybody@evil.example\r\nX-Evil: yes',
  'a body behind a header': 'Asha\n\n<h1>Your account was closed</h1>\nPay: https://evil.example/pay',
  markup: '<a href="https://evil.example">Chowk</a><img src=//evil.example/p.gif onerror=alert(1)><script>1</script>',
  'an address without a scheme': 'Win at evil.example/now, www.evil.example or evil。example',
  'an address as it is not written': 'HTTPS://EVIL.EXAMPLE evil.\u200dexample evil\u00ad.example ev\u200bil.example',
  'other schemes':
    'webcal://evil.example/invite.ics \\\\evil.example\\share\\invite.ics ftp://evil.example javascript:alert(1)',
  'a mailbox': 'write to support@evil.example or <mailto:support@evil.example>',
  'turned around': 'Asha \u202egnp.exe\u202c \u2066moc.live\u2069 \u200f',
  'not seen': 'As\u200bha\u2060\ufeff\u3164\u{e0041}\u{e0042}',
  'other line ends': 'Asha\u2028Amount: ₹0\u2029Receipt: none\u0085\u000b\u000cTotal',
  'what cannot be stored': 'Asha\0\ud800',
  long: 'x'.repeat(5000),
}
const BRAND = { publicUrl: 'https://chowk.test', brand: readTestBrand }

let database: TestDatabase
let peer: SmtpPeer
let user: UserId
beforeAll(async () => {
  database = await createTestDatabase()
  peer = await startSmtpPeer()
  user = await insertUser(database)
  await database.pool.query(`update users set email = 'asha@clinic.example', is_verified = true where id = $1`, [user])
})
beforeEach(async () => {
  await database.pool.query('delete from mails')
  await database.pool.query('delete from notifications')
  await database.pool.query('delete from auth.attempts')
  peer.received.length = 0
})
afterAll(async () => {
  await peer.close()
  await database.drop()
})

const SENDERS: Record<string, (db: Queryable, words: string) => Promise<void>> = {
  ...Object.fromEntries(
    NOTICE_KINDS.map((kind) => [
      `a notice: ${kind}`,
      async (db: Queryable, words: string) => {
        await notify(db, user, {
          kind,
          title: verbatim(`${words} has changed`),
          message: verbatim(words),
          href: '/payments',
        })
        await queueDueNoticeMail({ db: database.db, ...BRAND }, 0)
      },
    ]),
  ),
  receipt: (db, words) =>
    sendReceipt(db, BRAND, {
      id: '01890000-0000-7000-8000-000000000000',
      user_id: user,
      title: words,
      amount_paise: 100_000,
      off_paise: 0,
      coupon_code: null,
      receipt: 'R-1',
      purpose: 'agent',
      gateway: 'test',
    } as OrderRow),
  refund: (db, words) =>
    notifyRefundProcessed(db, BRAND, { order_id: null, buyer_id: user, title: words, paise: 100 } as RefundRow),
  'a charge that failed': (db, words) =>
    notifySubscriber(
      db,
      BRAND,
      { user_id: user },
      chargeFailed({ plan_name: 'Starter', billing: 'monthly', amount_paise: 118_000 } as RenewalRow, {
        at: null,
        pay_by: new Date(),
        why: words,
      }),
    ),
  'a message to the firm, and its answer': async (_db, text) => {
    // The API takes none of these.
    const words = text.replaceAll('\0', '')
    await writeToFirm(database.db, mayContact({ type: 'visitor' } as Caller), {
      message: { topic: 'help', name: words, email: 'bala@clinic.example', message: `${words}\nReference: C-0000` },
      sender: { key: '203.0.113.9', shared: false },
      office: { support_email: 'office@chowk.test', brand: readTestBrand },
      language: null,
    })
  },
}

async function sent(): Promise<{ mail: Email; head: string }[]> {
  const gateway = createMailGateway(
    { host: '127.0.0.1', port: peer.port, secure: false, auth: null, from: { name: '', address: 'hello@chowk.test' } },
    testMailBrand,
  )
  await sendDue({ db: database.db, gateway, log: console })
  return Promise.all(
    peer.received.map(async ({ raw }) => ({
      mail: await PostalMime.parse(raw),
      head: raw.slice(0, raw.indexOf('\r\n\r\n')),
    })),
  )
}

/** What mail programs make links of by themselves: with a scheme, or a name with a dot and letters behind it. */
const LINKED = /[\w.+-]*:\/\/\S+|\\\\\S+|\S+[.．。｡][\u200c\u200d]*\p{L}{2,}\S*/gu
const OWN = /^(?:https:\/\/chowk\.test\/|(?:From: .*)?<?(?:asha|bala)@clinic\.example>?)/

function checkOne({ mail, head }: { mail: Email; head: string }): void {
  const { subject = '', text = '', html = '' } = mail
  expect(isShown(subject)).toBe(true)
  expect([...subject].length).toBeLessThanOrEqual(200)
  expect(text.split('\n').every(isShown)).toBe(true)
  expect(text).not.toContain('\r\n\r\n\r\n\r\n')
  for (const link of `${subject}\n${text}`.match(LINKED) ?? []) expect(link).toMatch(OWN)
  expect(head).not.toMatch(/^(?:Bcc|X-Evil):/im)
  expect(mail.bcc).toBeUndefined()
  expect([...html.matchAll(/href="([^"]*)"/g)].every(([, href]) => href?.startsWith('https://chowk.test/'))).toBe(true)
  expect(html).not.toMatch(/<(?:img|script|h1)\b/)
}

/** Notices are written alike whatever their kind, so each kind tries a part of the words and all kinds together try all of them. */
const wordsFor = (name: string, nth: number) => {
  const all = Object.entries(HOSTILE)
  return LONG || !name.startsWith('a notice') ? all : all.filter((_, at) => (at + nth) % 4 === 0)
}

describe.each(Object.entries(SENDERS).map(([name, send], nth) => ({ name, send, nth })))(
  '$name',
  ({ name, send, nth }) => {
    it.each(wordsFor(name, nth))('is not turned by words that are hostile: %s', async (_, words) => {
      await send(database.db, words)
      const mails = await sent()
      // Nobody has asked to be mailed of sales; those about a plan are written by what changes it.
      expect(mails).toHaveLength(
        name === 'a notice: sale' || name === 'a notice: plan' ? 0 : name.startsWith('a message') ? 2 : 1,
      )
      for (const one of mails) checkOne(one)
    })
  },
)

it('marks every line of a message to the firm, so that none looks like ours', async () => {
  await SENDERS['a message to the firm, and its answer']?.(database.db, 'Asha\r\nAccount: the owner')
  const [office] = (await sent()).filter(({ mail }) => mail.to?.[0]?.address === 'office@chowk.test')
  expect(office?.mail.text).toContain('> Asha\n> Account: the owner\n> Reference: C-0000')
  expect(office?.mail.subject).toContain('Asha Account: the owner')
})

it('leaves an honest name as it is, in every script', async () => {
  const honest = 'क्‍ष खाता – GST 18.5%, “Node” & Co ❤️ v2.1'
  await SENDERS.receipt?.(database.db, honest)
  expect((await sent())[0]?.mail.subject).toBe(`Receipt: ${honest}, ₹1,000`)
})
