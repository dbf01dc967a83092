import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_PASSKEYS } from '#contract/accounts/two-factor-values.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { Authenticator, type Lies } from '#test/support/authenticator.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  Browser,
  createTestIdentity,
  PASSWORD,
  PUBLIC_URL,
  signUpSomebody,
  type TestIdentity,
} from '#test/support/identity.ts'
import { setUpSecondFactor } from '#test/support/second-factor.ts'
import { relyingPartyOf } from './passkey-plugin.ts'

let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
})
afterAll(() => database.drop())

const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
const REFUSED = refusedWith('passkey_refused')
const outcome = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error) => error.code,
  )
const accountIn = async (browser: Browser) => (await identity.accounts.session(browser)).data
const grow = (account: { id: string }) =>
  database.pool.query(`update auth.session set "confirmedAt" = now() - interval '11 min' where "userId" = $1`, [
    account.id,
  ])

async function add(browser: Browser, authenticator: Authenticator, lies: Lies = {}) {
  const options = browser.keep(await identity.accounts.startPasskey(browser))
  const credential = authenticator.create(options, lies)
  return browser.keep(await identity.accounts.addPasskey({ name: 'My laptop', credential }, browser))
}
async function enter(authenticator: Authenticator, browser = new Browser(), lies: Lies = {}) {
  const options = browser.keep(await identity.accounts.startPasskeySignIn(browser))
  const credential = authenticator.get(options, lies)
  const account = browser.keep(await identity.accounts.signInWithPasskey({ credential }, browser))
  return { account, browser }
}
async function somebodyWithPasskey() {
  const somebody = await signUpSomebody(identity)
  const authenticator = new Authenticator(PUBLIC_URL)
  const passkey = await add(somebody.browser, authenticator)
  return { ...somebody, authenticator, passkey }
}

describe('the relying party', () => {
  it.each([
    ['https://chowk.example', 'chowk.example'],
    ['https://agents.clinic.example:8443', 'agents.clinic.example'],
    ['http://127.0.0.1:3000', 'localhost'],
    ['http://[::1]:3000', 'localhost'],
    ['http://localhost:3000', 'localhost'],
  ])('of %s is %s', (url, host) => expect(relyingPartyOf(url)).toBe(host))
})

describe('a passkey', () => {
  it('is made, listed, named and used, by its holder', async () => {
    const { browser, account, authenticator, passkey } = await somebodyWithPasskey()
    expect(passkey).toMatchObject({ name: 'My laptop', last_used_at: null, synced: false })
    await identity.accounts.renamePasskey({ id: passkey.id, name: 'Phone <b>' }, browser)
    const entered = await enter(authenticator)
    expect(entered.account).toEqual(account)
    expect(await accountIn(entered.browser)).toEqual(account)
    const [kept] = (await identity.accounts.passkeys(browser)).data
    expect(kept).toMatchObject({ id: passkey.id, name: 'Phone <b>', last_used_at: expect.any(String) })
    expect(Object.keys(kept ?? {}).sort()).toEqual(['created_at', 'id', 'last_used_at', 'name', 'synced'])
  })

  it('is told of by mail, made and taken away', async () => {
    const { browser, email, passkey } = await somebodyWithPasskey()
    await identity.accounts.removePasskey(passkey.id, browser)
    const { rows } = await database.pool.query('select body from mails where to_address = $1', [email])
    const words = rows.map(({ body }) => body).join('\n')
    expect(words).toContain('A passkey was added')
    expect(words).toContain('A passkey no longer signs in')
  })

  it('is asked for without naming any account', async () => {
    const { browser } = await somebodyWithPasskey()
    for (const who of [browser, new Browser()]) {
      const { data } = await identity.accounts.startPasskeySignIn(who)
      expect(data).toMatchObject({ rpId: 'chowk.test', userVerification: 'required' })
      expect(data.allowCredentials).toBeUndefined()
    }
  })

  it('takes a recent sign-in to be made or taken away', async () => {
    const { browser, account, passkey } = await somebodyWithPasskey()
    const options = browser.keep(await identity.accounts.startPasskey(browser))
    const credential = new Authenticator(PUBLIC_URL).create(options)
    await grow(account)
    const acts = [
      () => identity.accounts.startPasskey(browser),
      () => identity.accounts.addPasskey({ name: 'x', credential }, browser),
      () => identity.accounts.removePasskey(passkey.id, browser),
    ]
    for (const act of acts) await expect(act()).rejects.toEqual(refusedWith('confirmation_needed'))
    await identity.accounts.confirmIdentity({ password: PASSWORD }, browser)
    await identity.accounts.removePasskey(passkey.id, browser)
    expect((await identity.accounts.passkeys(browser)).data).toEqual([])
  })

  it('signs nobody in once it is gone', async () => {
    const { browser, authenticator, passkey } = await somebodyWithPasskey()
    await identity.accounts.removePasskey(passkey.id, browser)
    await expect(enter(authenticator)).rejects.toEqual(REFUSED)
  })

  it('of another user can be neither named nor taken away', async () => {
    const { passkey, browser } = await somebodyWithPasskey()
    const thief = await signUpSomebody(identity)
    const { accounts } = identity
    expect(await outcome(accounts.renamePasskey({ id: passkey.id, name: 'Mine' }, thief.browser))).toBe('not_found')
    expect(await outcome(accounts.removePasskey(passkey.id, thief.browser))).toBe('not_found')
    expect((await accounts.passkeys(browser)).data).toEqual([passkey])
    expect((await accounts.passkeys(thief.browser)).data).toEqual([])
  })

  it('is not taken away when it is the last way in, not by two at once either', async () => {
    const { browser, account, passkey } = await somebodyWithPasskey()
    const second = await add(browser, new Authenticator(PUBLIC_URL))
    await database.pool.query('delete from auth.account where "userId" = $1', [account.id])
    const outcomes = await Promise.all(
      [passkey, second].map(({ id }) => outcome(identity.accounts.removePasskey(id, browser))),
    )
    expect(outcomes.sort()).toEqual(['done', 'illegal_transition'])
  })

  it('is one of at most so many', async () => {
    const { browser, account } = await somebodyWithPasskey()
    await database.pool.query(
      `insert into auth.passkey (id, name, "publicKey", "userId", "credentialID", counter, "deviceType", "backedUp")
       select 'p' || i || $1::text, 'x', '', $1, 'c' || i || $1::text, 0, 'singleDevice', false
       from generate_series(2, $2::int) i`,
      [account.id, MOST_PASSKEYS],
    )
    await expect(identity.accounts.startPasskey(browser)).rejects.toEqual(refusedWith('limit_reached'))
  })
})

describe('making a passkey', () => {
  const lies: [string, Lies][] = [
    ['for another origin', { origin: 'https://evil.test' }],
    ['for an origin that starts like ours', { origin: `${PUBLIC_URL}.evil.test` }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
    ['without finger, face or PIN', { unverified: true }],
    ['with the answer of a sign-in', { type: 'webauthn.get' }],
  ]
  it.each(lies)('is refused %s', async (_name, lie) => {
    const { browser } = await signUpSomebody(identity)
    await expect(add(browser, new Authenticator(PUBLIC_URL), lie)).rejects.toEqual(REFUSED)
    expect((await identity.accounts.passkeys(browser)).data).toEqual([])
  })

  it('answers a challenge once, in the browser it was given to, for whom it was given', async () => {
    const { browser } = await signUpSomebody(identity)
    const thief = await signUpSomebody(identity)
    const authenticator = new Authenticator(PUBLIC_URL)
    const stolen = authenticator.create(browser.keep(await identity.accounts.startPasskey(browser)))
    const challenge = (browser.cookie ?? '').split('; ').filter((cookie) => cookie.includes('passkey'))
    expect(challenge).toHaveLength(1)
    const keep = (credential: typeof stolen, who: Browser) =>
      identity.accounts.addPasskey({ name: 'x', credential }, who)
    await expect(keep(stolen, thief.browser)).rejects.toEqual(REFUSED)
    thief.browser.keep({ data: null, cookies: challenge })
    await expect(keep(stolen, thief.browser)).rejects.toEqual(REFUSED)
    const made = authenticator.create(browser.keep(await identity.accounts.startPasskey(browser)))
    const used = (browser.cookie ?? '').split('; ').filter((cookie) => cookie.includes('passkey'))
    browser.keep(await keep(made, browser))
    browser.keep({ data: null, cookies: used })
    await expect(keep(made, browser)).rejects.toEqual(REFUSED)
  })

  it('keeps a passkey for one account alone', async () => {
    const { authenticator } = await somebodyWithPasskey()
    const thief = await signUpSomebody(identity)
    await expect(add(thief.browser, authenticator)).rejects.toEqual(REFUSED)
  })

  it('is for pages of ours, with a session', async () => {
    const { browser } = await signUpSomebody(identity)
    const foreign = Object.assign(new Browser(), { origin: 'https://evil.test' })
    foreign.keep({ data: null, cookies: (browser.cookie ?? '').split('; ') })
    await expect(identity.accounts.startPasskey(foreign)).rejects.toEqual(refusedWith('forbidden'))
    await expect(identity.accounts.startPasskey(new Browser())).rejects.toEqual(refusedWith('unauthenticated'))
  })
})

describe('signing in with a passkey', () => {
  const lies: [string, Lies][] = [
    ['for another origin', { origin: 'https://evil.test' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
    ['without finger, face or PIN', { unverified: true }],
    ['with the answer of a registration', { type: 'webauthn.create' }],
  ]
  it.each(lies)('is refused %s', async (_name, lie) => {
    const { authenticator } = await somebodyWithPasskey()
    const browser = new Browser()
    await expect(enter(authenticator, browser, lie)).rejects.toEqual(REFUSED)
    expect(await accountIn(browser)).toBeNull()
  })

  it('has one answer for a passkey that is not known and one whose signature is wrong', async () => {
    const { authenticator } = await somebodyWithPasskey()
    const wrong = [new Authenticator(PUBLIC_URL), new Authenticator(PUBLIC_URL, authenticator.id)]
    const said = await Promise.all(
      wrong.map((one) => enter(one).catch(({ code, message, status }) => ({ code, message, status }))),
    )
    expect(said[0]).toMatchObject({ code: 'passkey_refused', status: 400 })
    expect(said[1]).toEqual(said[0])
  })

  it('answers a challenge once', async () => {
    const { authenticator } = await somebodyWithPasskey()
    const browser = new Browser()
    const options = browser.keep(await identity.accounts.startPasskeySignIn(browser))
    const cookies = (browser.cookie ?? '').split('; ')
    const credential = authenticator.get(options)
    await identity.accounts.signInWithPasskey({ credential }, browser)
    const replay = new Browser()
    replay.keep({ data: null, cookies })
    for (const who of [replay, new Browser()])
      await expect(identity.accounts.signInWithPasskey({ credential }, who)).rejects.toEqual(REFUSED)
  })

  it('is not confused by a challenge for making one', async () => {
    const { authenticator, browser } = await somebodyWithPasskey()
    const credential = authenticator.get(browser.keep(await identity.accounts.startPasskey(browser)))
    await expect(identity.accounts.signInWithPasskey({ credential }, browser)).rejects.toEqual(REFUSED)
  })

  it('begins a session of its own, whatever was planted', async () => {
    const { authenticator, account } = await somebodyWithPasskey()
    const browser = new Browser()
    browser.keep({ data: null, cookies: ['chowk.session_token=planted.value; Path=/'] })
    await enter(authenticator, browser)
    expect(browser.cookie).not.toContain('planted')
    expect(await accountIn(browser)).toEqual(account)
  })

  it('needs no code where a second factor is asked for, and counts as one', async () => {
    const { authenticator, browser, account, token } = await somebodyWithPasskey()
    const strict = createSessions(database.db, identity, { requireAdminTwoFactor: true })
    await strict.resolve(`Bearer ${token}`)
    await database.pool.query(`update users set role = 'admin' where firebase_uid = $1`, [account.id])
    const roleIn = async (who: Browser) => {
      const caller = await strict.resolve(`Bearer ${(await identity.accounts.token(who)).data}`)
      return caller.type === 'user' && caller.role
    }
    // made in this session, so used in it
    expect(await roleIn(browser)).toBe('admin')
    const byPassword = new Browser()
    byPassword.keep(await identity.accounts.signIn({ email: account.email, password: PASSWORD }, byPassword))
    expect(await roleIn(byPassword)).toBe('basic_user')
    expect(await roleIn((await enter(authenticator)).browser)).toBe('admin')
    await setUpSecondFactor(identity, browser)
    expect(await roleIn((await enter(authenticator)).browser)).toBe('admin')
  })

  it('is slowed per address', async () => {
    const codes: string[] = []
    for (let i = 0; i < 62; i++)
      codes.push(await outcome(enter(new Authenticator(PUBLIC_URL), new Browser('192.0.2.240'))))
    expect(codes.slice(0, 60)).toEqual(Array(60).fill('passkey_refused'))
    expect(codes.slice(60)).toEqual(['too_many_requests', 'too_many_requests'])
  })
})
