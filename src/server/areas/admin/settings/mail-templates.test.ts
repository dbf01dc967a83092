import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAIL_KIND_NAMES, MAIL_KINDS, problemOfWords } from '#contract/admin/mail-template-values.ts'
import { identityWork } from '#server/areas/accounts/sign-in/identity-work.ts'
import { mailTexts } from '#server/gateways/identity/mail-texts.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { readTestBrand } from '#test/support/brand.ts'

let test: TestApp
let root: Person
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
})
afterAll(() => test.close())

const PATH = '/api/v1/admin/settings/mail-templates'
const current = async () => (await test.call('GET', '/api/v1/admin/settings', { as: root })).body.data.mail_templates
async function put(value: object, as: Person | null = root) {
  const { version } = await current()
  return test.call('PUT', PATH, { as, body: { version, value, reason: 'Our own words' } })
}
const WORDS = { subject: 'Join {brand}', intro: 'Hello <b>you</b>, come to {brand}:', closing: 'Your {brand} team' }
const invite = (email: string) => test.call('POST', '/api/v1/admin/invitations', { as: root, body: { email } })
const mailTo = async (address: string) => {
  const { rows } = await test.database.pool.query('select subject, body from mails where to_address = $1', [address])
  return rows[0]
}
beforeEach(async () => {
  await put({})
  await test.database.pool.query('delete from auth.attempts')
})

describe('the words of the operator', () => {
  it('are in the next mail of their kind, around what stays ours, until they are reset', async () => {
    expect((await put({ invitation: WORDS })).status).toBe(200)
    expect((await invite('asha@clinic.example')).status).toBeLessThan(300)
    const { subject, body } = await mailTo('asha@clinic.example')
    expect(subject).toBe('Join Chowk')
    const [intro, link, ours, closing] = body.split('\n\n')
    expect([intro, closing]).toEqual(['Hello <b>you</b>, come to Chowk:', 'Your Chowk team'])
    expect(link).toContain('/register?invitation=')
    expect(ours).toContain('only for this email address')
    await put({})
    await invite('bala@clinic.example')
    expect((await mailTo('bala@clinic.example')).subject).toBe('You’re invited to Chowk')
  })

  it('are in mail of accounts, whose security advice no operator removes', async () => {
    await put({ password_reset: { subject: 'Reset at {brand}', intro: '', closing: '' } })
    await test.database.db
      .transaction()
      .execute((tx) =>
        identityWork(tx).mail({ to: 'c@clinic.example', ...mailTexts(readTestBrand, 'https://chowk.test').reset('t') }),
      )
    const { subject, body } = await mailTo('c@clinic.example')
    expect(subject).toBe('Reset at Chowk')
    expect(body).toMatch(/^https:\/\/chowk\.test\/reset-password\?token=t\n\nThe link works once\..*ignore this email/)
  })

  it('are refused with their field, and nothing changes', async () => {
    for (const [words, field, says] of [
      [{ ...WORDS, subject: 'Hello {name}' }, 'subject', 'There’s no placeholder {name} here.'],
      [{ ...WORDS, intro: '{}' }, 'intro', 'There’s no placeholder {} here.'],
      [{ ...WORDS, closing: '{title}' }, 'closing', 'There’s no placeholder {title} here.'],
      [{ ...WORDS, subject: '' }, 'subject', 'Enter a subject'],
      [{ ...WORDS, subject: 'Hello\r\nBcc: x@evil.example' }, 'subject', 'Write one line'],
      [{ ...WORDS, subject: 'x'.repeat(151) }, 'subject', 'Use at most 150 characters'],
      [{ ...WORDS, intro: 'x'.repeat(10_000) }, 'intro', 'Use at most 2000 characters'],
      [{ ...WORDS, closing: 'a\u0007b' }, 'closing', 'Remove invisible characters'],
    ] as const) {
      const { status, body } = await put({ invitation: words })
      expect([status, body.errors[0].field]).toEqual([400, `value.invitation.${field}`])
      expect(body.errors[0].message).toContain(says)
    }
    const missing = await put({ receipt: { subject: 'Receipt', intro: '', closing: '' } })
    expect(missing.body.errors[0]).toMatchObject({
      field: 'value.receipt.subject',
      message: 'Include {amount} in the subject',
    })
    expect((await put({ spam: WORDS })).status).toBe(400)
    expect((await current()).value).toEqual({})
  })

  it('can be changed by the super admin alone', async () => {
    const admin = await test.person('admin')
    expect((await put({}, admin)).status).toBe(403)
    for (const path of ['preview', 'test'])
      for (const [as, status] of [
        [admin, 403],
        [null, 401],
      ] as const)
        expect(
          (await test.call('POST', `${PATH}/${path}`, { as, body: { kind: 'invitation', words: WORDS } })).status,
        ).toBe(status)
  })
})

describe('a draft', () => {
  it('is shown as a person would see it, with its markup as text', async () => {
    const { status, body } = await test.call('POST', `${PATH}/preview`, {
      as: root,
      body: { kind: 'invitation', words: WORDS },
    })
    expect(status).toBe(200)
    expect(body.data.subject).toBe('Join Chowk')
    expect(body.data.text).toContain('Hello <b>you</b>, come to Chowk:')
    expect(body.data.html).toContain('Hello &lt;b&gt;you&lt;/b&gt;, come to Chowk:')
    const wrong = await test.call('POST', `${PATH}/preview`, {
      as: root,
      body: { kind: 'invitation', words: { ...WORDS, intro: '{nothing}' } },
    })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'words.intro'])
  })

  it('is sent to the admin who tries it, so many an hour', async () => {
    const send = () => test.call('POST', `${PATH}/test`, { as: root, body: { kind: 'invitation', words: WORDS } })
    const { status, body } = await send()
    expect(status).toBe(200)
    expect(await mailTo(body.data.to)).toMatchObject({ subject: 'Join Chowk' })
    const answers = []
    for (let sent = 1; sent <= 20; sent++) answers.push((await send()).status)
    expect(answers).toEqual([...Array(19).fill(200), 429])
  })
})

it.each(MAIL_KIND_NAMES)('ships words that are valid: %s', (kind) => {
  for (const field of ['subject', 'intro', 'closing'] as const)
    expect(problemOfWords(kind, field, MAIL_KINDS[kind][field])).toBeUndefined()
})
