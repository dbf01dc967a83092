import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/core/errors.ts'
import { findOrCreateCaller } from '#server/areas/accounts/users/users.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  Browser,
  createTestIdentity,
  enterAnew,
  PASSWORD,
  signUpSomebody,
  type TestIdentity,
} from '#test/support/identity.ts'
import { mailSettled, mailsTo, mailTo, tokenOf } from '#test/support/mailbox.ts'

let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
})
afterAll(async () => {
  await identity.stop()
  await database.drop()
})

const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
let addresses = 0
/** A browser of an address of its own: no test uses up another one's attempts. */
const elsewhere = () => new Browser(`192.0.2.${++addresses}`)

async function resetToken(email: string): Promise<string> {
  await identity.accounts.requestReset(email, elsewhere())
  await mailSettled(database)
  return tokenOf(await mailTo(database, email, /new Chowk password/))
}
const reset = (token: string, new_password = 'a new password') =>
  identity.accounts.resetPassword({ token, new_password }, elsewhere())
const userOf = async (email: string) =>
  (await database.pool.query('select id, email, is_verified from users where email = $1', [email])).rows[0]
/** Somebody whose user exists, as after the first request. */
async function somebody() {
  const person = await signUpSomebody(identity)
  const verified = await identity.verify(person.token)
  if (!verified) throw new Error('no token')
  await findOrCreateCaller(database.db, verified)
  return { ...person, verified }
}

describe('a forgotten password', () => {
  it('is replaced by a mailed link, which ends every session and works once', async () => {
    const { email, browser } = await somebody()
    const token = await resetToken(email)
    await reset(token)
    expect((await identity.accounts.session(browser)).data).toBeNull()
    await expect(identity.accounts.signIn({ email, password: PASSWORD }, elsewhere())).rejects.toEqual(
      refusedWith('invalid_credentials'),
    )
    expect((await identity.accounts.signIn({ email, password: 'a new password' }, elsewhere())).data.email).toBe(email)
    await expect(reset(token, 'yet another one')).rejects.toEqual(refusedWith('link_invalid'))
    expect((await mailTo(database, email, /password was changed/)).body).toContain('/forgot-password')
  })

  it('is set by one of two who follow the link at once', async () => {
    const { email } = await somebody()
    const token = await resetToken(email)
    const results = await Promise.allSettled([reset(token, 'the first one'), reset(token, 'the second one')])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('leaves only the latest link standing, for one hour, and no token in the database', async () => {
    const { email } = await somebody()
    const first = await resetToken(email)
    const second = await resetToken(email)
    expect(second).not.toBe(first)
    await expect(reset(first)).rejects.toEqual(refusedWith('link_invalid'))
    const { rows } = await database.pool.query(`select * from auth.mail_links where purpose = 'reset' and email = $1`, [
      email,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(second)
    const left = (rows[0].expires_at.getTime() - Date.now()) / 60_000
    expect(left).toBeGreaterThan(58)
    expect(left).toBeLessThanOrEqual(60)
    await database.pool.query('update auth.mail_links set expires_at = now() where email = $1', [email])
    await expect(reset(second)).rejects.toEqual(refusedWith('link_invalid'))
  })

  it('makes the account its mailbox’s: what opened it before the address was proven is taken away', async () => {
    const { email, account } = await somebody()
    await database.pool.query(
      `insert into auth.account (id, "accountId", "providerId", "userId", "updatedAt") values ($1, $1, 'google', $2, now())`,
      [`planted-${account.id}`, account.id],
    )
    const { id } = await userOf(email)
    await database.pool.query(
      `insert into api_keys (owner_id, name, prefix, hash, scopes) values ($1, 'planted', 'PLANTEDKEY', sha256('x'), '{run}')`,
      [id],
    )
    await database.pool.query(
      `insert into assistants (user_id, client_id, name, returns_to, resource, scopes) values ($1, 'x', 'planted', 'x', '/mcp', '{run}')`,
      [id],
    )
    await reset(await resetToken(email))
    expect((await database.pool.query('select from assistants where user_id = $1', [id])).rowCount).toBe(0)
    const { rows } = await database.pool.query('select "providerId" from auth.account where "userId" = $1', [
      account.id,
    ])
    expect(rows).toEqual([{ providerId: 'credential' }])
    const keys = () => database.pool.query('select 1 from api_keys where owner_id = $1', [id])
    expect((await keys()).rowCount).toBe(0)
    expect(await userOf(email)).toMatchObject({ is_verified: true })
    // Keys made since are revoked too: a reset may follow a stolen password.
    await database.pool.query(
      `insert into api_keys (owner_id, name, prefix, hash, scopes) values ($1, 'own', 'OWNKEY0000', sha256('x'), '{run}')`,
      [id],
    )
    await reset(await resetToken(email))
    expect((await keys()).rowCount).toBe(0)
  })

  it('counts all addresses of one network as one', async () => {
    const ask = (ip: string, name: string) =>
      identity.accounts.requestReset(`${name}@example.com`, new Browser(ip)).then(
        () => 'asked',
        (error) => error.code,
      )
    const said = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(`2001:db8:1:2::${n + 1}`, `somebody-${n}`)))
    expect(said.filter((one) => one === 'asked')).toHaveLength(20)
    expect(await ask('2001:db8:1:3::1', 'other')).toBe('asked')
  })

  it('is told to nobody who asks: the same answer, in the same time', async () => {
    const { email } = await somebody()
    const timed = async (address: string) => {
      const started = performance.now()
      const answer = await identity.accounts.requestReset(address, elsewhere())
      return { ms: performance.now() - started, answer }
    }
    // The quickest of each: whatever else the machine does only makes some slower. A busy one asks more often, until both were alone
    // once; two ways that differ never come together.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const areAlike = () => Math.abs(known - unknown) < Math.max(known, unknown) / 2
    for (let i = 0; i < 21 || (i < 200 && !areAlike()); i++) {
      await database.pool.query('delete from auth.attempts')
      const a = await timed(email)
      await mailSettled(database)
      const b = await timed(`nobody-${i}@example.com`)
      await mailSettled(database)
      expect(a.answer).toEqual(b.answer)
      known = Math.min(known, a.ms)
      unknown = Math.min(unknown, b.ms)
    }
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) / 2)
    expect(await mailsTo(database, 'nobody-3@example.com')).toEqual([])
  })

  it('is asked for only so often, by strangers and apart from them by the owner', async () => {
    const { email, browser } = await somebody()
    for (let i = 0; i < 5; i++) await identity.accounts.requestReset(email, elsewhere())
    await expect(identity.accounts.requestReset(email, elsewhere())).rejects.toEqual(refusedWith('too_many_requests'))
    await identity.accounts.requestReset(email, browser)
    const one = elsewhere()
    for (let i = 0; i < 20; i++) await identity.accounts.requestReset(`nobody-${i}@example.org`, one)
    await expect(identity.accounts.requestReset('nobody@example.org', one)).rejects.toEqual(
      refusedWith('too_many_requests'),
    )
  })

  it.each(['', 'x', 'ä'.repeat(100), "' or 1=1 --", 'A'.repeat(200)])(
    'is not replaced by the link %j',
    async (token) => {
      await expect(reset(token)).rejects.toEqual(refusedWith('link_invalid'))
    },
  )

  it('is asked for and replaced by no foreign page', async () => {
    const foreign = Object.assign(elsewhere(), { origin: 'https://evil.test' })
    await expect(identity.accounts.requestReset('a@example.com', foreign)).rejects.toEqual(refusedWith('forbidden'))
    await expect(identity.accounts.resetPassword({ token: 'x', new_password: PASSWORD }, foreign)).rejects.toEqual(
      refusedWith('forbidden'),
    )
    await expect(identity.accounts.verifyEmail('x', foreign)).rejects.toEqual(refusedWith('forbidden'))
  })

  it('is mailed after a crash between the answer and the mail', async () => {
    const { email } = await somebody()
    await identity.stop()
    await database.pool.query(`insert into auth.mail_requests (purpose, email) values ('reset', $1)`, [email])
    identity = await createTestIdentity(database)
    await mailTo(database, email, /new Chowk password/)
  })
})

describe('an address', () => {
  it('is confirmed by the link mailed at sign-up, once, and the user follows', async () => {
    const { email, browser } = await somebody()
    expect(await userOf(email)).toMatchObject({ is_verified: false })
    const token = tokenOf(await mailTo(database, email, /^Confirm your email address/))
    const answers = await Promise.allSettled([
      identity.accounts.verifyEmail(token, browser),
      identity.accounts.verifyEmail(token, browser),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await userOf(email)).toMatchObject({ is_verified: true })
    await expect(identity.accounts.verifyEmail(token, browser)).rejects.toEqual(refusedWith('link_invalid'))
  })

  it('is confirmed, recovered and changed in the language chosen at sign-up', async () => {
    const browser = elsewhere()
    browser.keep({ data: null, cookies: ['chowk_language=hi'] })
    const [email, new_email] = ['hindi@example.com', 'hindi-new@example.com']
    const { accounts } = identity
    await enterAnew(identity, { email, password: PASSWORD, display_name: 'Asha' }, browser)
    const { body } = await mailTo(database, email, /^Chowk के लिए अपने ईमेल पते की पुष्टि करें$/)
    expect(body).toMatch(/^अपने ईमेल पते की पुष्टि के लिए 24 घंटे के अंदर यह लिंक खोलें:\n\nhttps?:/)
    await accounts.requestReset(email, elsewhere())
    await mailTo(database, email, /^Chowk का नया पासवर्ड रखें$/)
    await accounts.changeEmail({ new_email, password: PASSWORD }, browser)
    await mailTo(database, new_email, /^Chowk के लिए अपने नए ईमेल पते की पुष्टि करें$/)
  })

  it('is not confirmed by who reads the mailbox but did not make the account; the link stays for who did', async () => {
    const { email, browser } = await somebody()
    const token = tokenOf(await mailTo(database, email, /^Confirm your email address/))
    const other = await somebody()
    for (const client of [elsewhere(), other.browser])
      await expect(identity.accounts.verifyEmail(token, client)).rejects.toEqual(refusedWith('link_of_another'))
    expect(await userOf(email)).toMatchObject({ is_verified: false })
    expect((await identity.accounts.verifyEmail(token, browser)).data).toEqual({ email, changed: false })
  })

  it('is confirmed again only while it is not, and only so often', async () => {
    const { email, browser } = await somebody()
    const first = tokenOf(await mailTo(database, email, /^Confirm/))
    for (let i = 0; i < 5; i++) await identity.accounts.requestVerification(browser)
    await expect(identity.accounts.requestVerification(browser)).rejects.toEqual(refusedWith('too_many_requests'))
    await mailSettled(database)
    const latest = tokenOf(await mailTo(database, email, /^Confirm/))
    await expect(identity.accounts.verifyEmail(first, browser)).rejects.toEqual(refusedWith('link_invalid'))
    expect((await identity.accounts.verifyEmail(latest, browser)).data).toEqual({ email, changed: false })
    await expect(identity.accounts.requestVerification(browser)).rejects.toEqual(refusedWith('already_resolved'))
    await expect(identity.accounts.requestVerification(elsewhere())).rejects.toEqual(refusedWith('unauthenticated'))
  })

  it('of a person who tries to sign up again is told by mail, once an hour', async () => {
    const { email } = await somebody()
    for (let i = 0; i < 3; i++)
      await identity.accounts.signUp({ email, password: PASSWORD, display_name: 'Thief' }, elsewhere())
    await mailSettled(database)
    const told = (await mailsTo(database, email)).filter((mail) => /already have/.test(mail.subject))
    expect(told).toHaveLength(1)
    expect(told[0]?.body).not.toContain('Thief')
  })
})

describe('another address', () => {
  it('takes the password and the link mailed to it; user, sign-in and tokens made before follow', async () => {
    const { email, browser, verified } = await somebody()
    const new_email = `new-${email}`
    await expect(identity.accounts.changeEmail({ new_email, password: 'not it at all' }, browser)).rejects.toEqual(
      refusedWith('password_wrong'),
    )
    const before = await resetToken(email)
    await identity.accounts.changeEmail({ new_email, password: PASSWORD }, browser)
    await mailSettled(database)
    expect((await mailTo(database, email, /^Request to change/)).body).not.toContain(new_email)
    expect(await userOf(email)).toBeDefined()
    const token = tokenOf(await mailTo(database, new_email, /Confirm your new/))
    expect((await identity.accounts.verifyEmail(token, browser)).data).toEqual({ email: new_email, changed: true })
    expect(await userOf(new_email)).toMatchObject({ is_verified: true })
    expect(await userOf(email)).toBeUndefined()
    expect(await findOrCreateCaller(database.db, verified)).toMatchObject({ email: new_email })
    expect((await identity.accounts.signIn({ email: new_email, password: PASSWORD }, elsewhere())).data.email).toBe(
      new_email,
    )
    await mailTo(database, email, /address was changed/)
    // what was mailed to the old address opens nothing
    await expect(reset(before)).rejects.toEqual(refusedWith('link_invalid'))
  })

  it('counts for a user who is first seen with a token older than the change', async () => {
    const { email, browser, token } = await signUpSomebody(identity)
    const new_email = `late-${email}`
    await identity.accounts.changeEmail({ new_email, password: PASSWORD }, browser)
    await identity.accounts.verifyEmail(tokenOf(await mailTo(database, new_email, /new/)), browser)
    const verified = await identity.verify(token)
    if (!verified) throw new Error('no token')
    expect(verified.email).toBe(email)
    expect(await findOrCreateCaller(database.db, verified)).toMatchObject({ email: new_email })
    expect(await userOf(new_email)).toMatchObject({ is_verified: true })
  })

  it('that belongs to an account is not revealed to the person who asks, and not given', async () => {
    const owner = await somebody()
    const { email, browser } = await somebody()
    const change = { new_email: owner.email, password: PASSWORD }
    expect((await identity.accounts.changeEmail(change, browser)).data).toBeNull()
    await mailSettled(database)
    const told = await mailTo(database, owner.email, /already have/)
    expect(told.body).not.toMatch(/token=/)
    expect(await userOf(email)).toBeDefined()
  })

  it('that another account took before the link was followed stays theirs', async () => {
    const { email, browser } = await somebody()
    const new_email = `wanted-${email}`
    await identity.accounts.changeEmail({ new_email, password: PASSWORD }, browser)
    const token = tokenOf(await mailTo(database, new_email, /new/))
    await signUpSomebody(identity, new_email)
    await expect(identity.accounts.verifyEmail(token, browser)).rejects.toEqual(refusedWith('link_invalid'))
    expect(await userOf(email)).toMatchObject({ email })
  })

  it('is not the one that it has', async () => {
    const { email, browser } = await somebody()
    await expect(identity.accounts.changeEmail({ new_email: email, password: PASSWORD }, browser)).rejects.toEqual(
      refusedWith('already_exists'),
    )
  })
})
