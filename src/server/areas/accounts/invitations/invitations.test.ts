import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignUpMode } from '#contract/admin/setting-values.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { identityWork } from '#server/areas/accounts/sign-in/identity-work.ts'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { admitExternal } from '#server/gateways/identity/external/external-admission.ts'
import { mailTexts } from '#server/gateways/identity/mail-texts.ts'
import type { Identity } from '#server/gateways/identity.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { Browser, createTestIdentity, PASSWORD, type TestIdentity } from '#test/support/identity.ts'

let test: TestApp
let root: Person
let admin: Person
let identity: TestIdentity
beforeAll(async () => {
  test = await createTestApp()
  root = await test.person('super_admin')
  admin = await test.person('admin')
  identity = await createTestIdentity(test.database)
})
afterAll(async () => {
  await identity.stop()
  await test.close()
})

const PATH = '/api/v1/admin/invitations'
const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
let made = 0
let email = ''
beforeEach(() => {
  email = `guest${++made}@clinic.example`
})

const settings = async () => (await test.call('GET', '/api/v1/admin/settings', { as: root })).body.data
async function allow(value: SignUpMode) {
  const { version } = (await settings()).sign_up
  const body = { value, version, reason: 'A closed trial' }
  expect((await test.call('PUT', '/api/v1/admin/settings/sign-up', { as: root, body })).status).toBe(200)
}
const invite = (to = email, as: Person | null = admin) => test.call('POST', PATH, { as, body: { email: to } })
/** Of the newest mail to this address. */
async function tokenFor(to = email): Promise<string> {
  const { rows } = await test.database.pool.query<{ body: string }>(
    'select body from mails where to_address = $1 order by created_at desc, id desc limit 1',
    [to],
  )
  return /invitation=([\w-]+)/.exec(rows[0]?.body ?? '')?.[1] ?? ''
}
const signUp = (invitation?: string, to = email) =>
  identity.accounts.signUp(
    { email: to, password: PASSWORD, display_name: 'Meera', ...(invitation !== undefined && { invitation }) },
    new Browser(`203.0.113.${made % 250}`),
  )
const hasAccount = async (to = email): Promise<boolean> =>
  ((await test.database.pool.query('select from users where email = $1', [to])).rowCount ?? 0) > 0
const open = async () =>
  (await test.call('GET', PATH, { as: admin })).body.data.items.map((one: { email: string }) => one.email)

describe('sign-up by invitation', () => {
  it('takes the link that was mailed to the address, once', async () => {
    await allow('invitation')
    expect((await test.call('GET', '/api/v1/site')).body.data.sign_up).toBe('invitation')
    expect((await invite()).status).toBe(201)
    const token = await tokenFor()
    expect(await open()).toContain(email)
    await expect(signUp()).rejects.toEqual(refusedWith('invitation_needed'))
    await expect(signUp('guessed')).rejects.toEqual(refusedWith('invitation_invalid'))
    await expect(signUp(token, `other-${email}`)).rejects.toEqual(refusedWith('invitation_invalid'))
    expect(await hasAccount()).toBe(false)
    await signUp(token)
    expect(await hasAccount()).toBe(true)
    expect(await open()).not.toContain(email)
    // The answer is that of any address: it doesn't tell that this one has an account now.
    await expect(signUp(token)).rejects.toEqual(refusedWith('invitation_invalid'))
  })

  it('makes one account of two that follow the link at once', async () => {
    await allow('invitation')
    await invite()
    const token = await tokenFor()
    const ends = await Promise.allSettled([signUp(token), signUp(token)])
    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
    const { rowCount } = await test.database.pool.query('select from users where email = $1', [email])
    expect(rowCount).toBe(1)
  })

  it('doesn’t tell which addresses have an account', async () => {
    await allow('open')
    await signUp()
    await allow('invitation')
    await expect(signUp()).rejects.toEqual(refusedWith('invitation_needed'))
    await expect(signUp('guessed')).rejects.toEqual(refusedWith('invitation_invalid'))
  })

  it('ends: an invitation expires, is withdrawn, and is replaced by the next one', async () => {
    await allow('invitation')
    const { body } = await invite()
    const first = await tokenFor()
    await invite()
    await expect(signUp(first)).rejects.toEqual(refusedWith('invitation_invalid'))
    const second = await tokenFor()
    await test.database.pool.query(
      `update sign_up_invitations set expires_at = now() - interval '1 second' where email = $1`,
      [email],
    )
    await expect(signUp(second)).rejects.toEqual(refusedWith('invitation_invalid'))
    const listed = (await test.call('GET', PATH, { as: admin })).body.data.items
    expect(listed[0]).toMatchObject({ email, expired: true, invited_by: expect.any(String) })
    await invite()
    const third = await tokenFor()
    const path = `${PATH}/${body.data.id}`
    expect((await test.call('DELETE', path, { as: admin })).status).toBe(200)
    expect((await test.call('DELETE', path, { as: admin })).status).toBe(404)
    await expect(signUp(third)).rejects.toEqual(refusedWith('invitation_invalid'))
    const { rows } = await test.database.pool.query(
      `select action, details from audit_log where target_id = $1 order by id desc limit 1`,
      [body.data.id],
    )
    expect(rows).toEqual([{ action: 'invitation.withdraw', details: { email } }])
  })

  it('admits an invited address that Google or GitHub vouches for, and no other', async () => {
    const come = (to: string) => {
      const profile = { account_id: to, verified_email: to, name: 'Meera' }
      return test.database.db
        .transaction()
        .execute((tx) => admitExternal(identityWork(tx), { provider: 'google', profile }, mailTexts(readTestBrand, '')))
    }
    await allow('invitation')
    await expect(come(email)).rejects.toEqual(refusedWith('invitation_needed'))
    await invite()
    const subject = await come(email)
    expect(await hasAccount()).toBe(true)
    // Who has an account signs in as before.
    expect(await come(email)).toBe(subject)
    await allow('closed')
    expect(await come(email)).toBe(subject)
    await expect(come(`other-${email}`)).rejects.toEqual(refusedWith('sign_up_closed'))
  })

  it('admits an invited address of a provider that keeps the accounts elsewhere, if it is verified', async () => {
    const come = (given: Partial<Identity> = {}) => {
      const who = {
        subject: `elsewhere-${email}`,
        email,
        name: 'Meera',
        session_id: null,
        email_verified: true,
        ...given,
      }
      const options = { firstAdminEmail: 'operator@clinic.example' }
      return createSessions(test.database.db, { verify: async () => who }, options).resolve('Bearer a.b.c')
    }
    await allow('invitation')
    await expect(come()).rejects.toEqual(refusedWith('invitation_needed'))
    await invite()
    await expect(come({ email_verified: false })).rejects.toEqual(refusedWith('invitation_needed'))
    expect(await come()).toMatchObject({ email })
    await allow('closed')
    expect(await come()).toMatchObject({ email })
    await expect(come({ subject: 'new', email: `other-${email}` })).rejects.toEqual(refusedWith('sign_up_closed'))
    // The operator's own address: it can open sign-up again.
    expect(await come({ subject: 'operator', email: 'operator@clinic.example' })).toMatchObject({ type: 'user' })
  })
})

describe('closed sign-up', () => {
  it('refuses everyone, also who was invited, and lets people with an account in', async () => {
    await allow('open')
    await signUp()
    await allow('closed')
    await invite(`x-${email}`)
    await expect(signUp(await tokenFor(`x-${email}`), `x-${email}`)).rejects.toEqual(refusedWith('sign_up_closed'))
    const browser = new Browser('203.0.113.251')
    expect(await identity.accounts.signIn({ email, password: PASSWORD }, browser)).toMatchObject({ data: { email } })
    await allow('open')
    await signUp(undefined, `x-${email}`)
    expect(await hasAccount(`x-${email}`)).toBe(true)
  })

  it('does not keep the operator from making the super admin', async () => {
    await allow('closed')
    const subject = await identity.accounts.provision({ email, password: PASSWORD, display_name: 'Operator' })
    const who = { subject, email, name: 'Operator', session_id: null }
    const sessions = createSessions(test.database.db, { verify: async () => who })
    expect(await sessions.resolve('Bearer a.b.c')).toMatchObject({ email })
  })
})

describe('inviting', () => {
  it('is for admins, to one address without an account', async () => {
    const seller = await test.person('seller')
    expect((await invite(email, seller)).status).toBe(403)
    expect((await invite(email, null)).status).toBe(401)
    expect((await test.call('GET', PATH, { as: seller })).status).toBe(403)
    for (const wrong of ['', 'nobody', 'a@b.example, c@d.example', `${'x'.repeat(250)}@d.example`]) {
      const { status, body } = await invite(wrong)
      expect([status, body.errors[0].field]).toEqual([400, 'email'])
    }
    await allow('open')
    await signUp()
    expect((await invite()).body.errors[0].code).toBe('already_exists')
  })
})
