import { getMigrations } from 'better-auth/db/migration'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/core/errors.ts'
import { createIdentityTransact } from '#server/areas/accounts/sign-in/identity-work.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  Browser,
  createRealIdentity,
  createTestIdentity,
  enterAnew,
  NO_SIGN_ONS,
  PASSWORD,
  PUBLIC_URL,
  SECRET,
  signUpSomebody,
  type TestIdentity,
} from '#test/support/identity.ts'
import { mailSettled, mailsTo } from '#test/support/mailbox.ts'
import { setUpBetterAuth } from './better-auth.ts'
import { createEmbeddedIdentity } from './embedded.ts'

let database: TestDatabase
let identity: TestIdentity
/** Hashes passwords as slowly as in use, on the same accounts. */
let real: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
  real = await createRealIdentity(database)
})
afterAll(() => database.drop())

const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
const credentials = (email: string, password = PASSWORD) => ({ email, password })
const somebodyNew = (email: string) => ({ email, password: PASSWORD, display_name: 'Some Body' })

describe('the schema', () => {
  it('is what the installed better-auth expects', async () => {
    const auth = setUpBetterAuth({
      pool: database.pool,
      publicUrl: PUBLIC_URL,
      secret: SECRET,
      brand: readTestBrand,
      onSignIn: async () => {},
      signOns: NO_SIGN_ONS,
      log: { error: () => {} },
    })
    const plan = await getMigrations(auth.options)
    expect(plan.toBeCreated).toEqual([])
    expect(plan.toBeAdded).toEqual([])
  })
})

describe('accounts', () => {
  it('signs up, in and out, and hands out a token in between only', async () => {
    const { browser, account, email } = await signUpSomebody(real)
    expect(account).toMatchObject({ email, display_name: 'Some Body' })
    browser.keep(await real.accounts.signOut(browser))
    await expect(real.accounts.token(browser)).rejects.toEqual(refusedWith('unauthenticated'))
    expect((await real.accounts.session(browser)).data).toBeNull()
    browser.keep(await real.accounts.signIn(credentials(email), browser))
    expect((await real.accounts.session(browser)).data).toEqual(account)
    expect(await real.verify((await real.accounts.token(browser)).data)).toMatchObject({
      subject: account.id,
      email,
    })
  })

  it('mints tokens of 15 minutes that say who, never what they may', async () => {
    const { token, account } = await signUpSomebody(identity)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA' })
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token)
    expect(exp - iat).toBe(900)
    expect(Object.keys(claims).sort()).toEqual(['aud', 'email', 'iss', 'name', 'sid', 'sub'])
    expect(claims).toMatchObject({ iss: PUBLIC_URL, aud: PUBLIC_URL, sub: account.id })
  })

  it('publishes public keys only', async () => {
    const { keys } = await identity.accounts.jwks()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'x'])
  })

  it('sets cookies that no script reads and no other site sends', async () => {
    await enterAnew(identity, somebodyNew('cookies@example.com'), new Browser())
    const { cookies } = await identity.accounts.signIn(credentials('cookies@example.com'), new Browser())
    expect(cookies.map((line) => line.split('=')[0])).toEqual(['chowk.session_token', 'chowk.device'])
    for (const line of cookies) {
      expect(line).toMatch(/; HttpOnly/i)
      expect(line).toMatch(/; SameSite=Lax/i)
      expect(line).toMatch(/; Path=\/api\/auth/i)
      expect(line).not.toMatch(/; Secure/i)
    }
  })

  it('sends cookies over https only when it is reached by https', async () => {
    const secure = await createTestIdentity(database, 'https://chowk.test')
    const browser = Object.assign(new Browser(), { origin: 'https://chowk.test' })
    await secure.accounts.signUp(somebodyNew('secure@example.com'), browser)
    const { cookies } = await secure.accounts.signIn(credentials('secure@example.com'), browser)
    for (const line of cookies) expect(line).toMatch(/; Secure/i)
    expect(cookies[0]).toMatch(/^__Secure-/)
  })

  it('changes nothing for the account of an address when another person signs up with it', async () => {
    const { email, browser } = await signUpSomebody(identity)
    const thief = new Browser()
    thief.keep(await identity.accounts.signUp({ email, password: 'another password', display_name: 'Thief' }, thief))
    expect((await identity.accounts.session(thief)).data).toBeNull()
    await expect(identity.accounts.signIn(credentials(email, 'another password'), thief)).rejects.toEqual(
      refusedWith('invalid_credentials'),
    )
    expect((await identity.accounts.session(browser)).data?.display_name).toBe('Some Body')
  })

  it('keeps a stranger who signs up from learning whether an address has an account', async () => {
    const { email } = await signUpSomebody(real)
    const attempt = async (address: string, ip: string) => {
      const before = process.cpuUsage()
      const answer = await real.accounts.signUp(somebodyNew(address), new Browser(ip))
      const { user, system } = process.cpuUsage(before)
      return { answer, ms: (user + system) / 1000 }
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 5; i++) {
      const a = await attempt(email, `198.51.100.${i}`)
      const b = await attempt(`stranger-${i}@example.com`, `198.51.100.${i}`)
      expect(a.answer).toEqual(b.answer)
      known.push(a.ms)
      unknown.push(b.ms)
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[2] ?? 0
    // Hashing takes nearly all of the processor time; half is far outside what noise does to a median of five.
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(Math.max(median(known), median(unknown)) / 2)
    await mailSettled(database)
    for (const address of [email, 'stranger-0@example.com'])
      expect((await mailsTo(database, address)).length).toBeGreaterThan(0)
  })

  it('makes one account of many sign-ups at once', async () => {
    const signUp = () => identity.accounts.signUp(somebodyNew('at-once@example.com'), new Browser('203.0.113.90'))
    await Promise.all(Array.from({ length: 8 }, signUp))
    const { rows } = await database.pool.query(
      `select count(*) from auth.account a join auth."user" u on u.id = a."userId" where u.email = 'at-once@example.com'`,
    )
    expect(rows[0].count).toBe(1)
  })

  it('ignores a user id in the body', async () => {
    const victim = await signUpSomebody(identity)
    const input = {
      ...somebodyNew('actor@example.com'),
      userId: victim.account.id,
      id: victim.account.id,
      role: 'super_admin',
    }
    const account = await enterAnew(identity, input, new Browser())
    expect(account.id).not.toBe(victim.account.id)
  })
})

describe('foreign pages', () => {
  const attempts: [string, Partial<Browser>][] = [
    ['another origin', { origin: 'https://evil.test' }],
    ['an origin that starts like ours', { origin: `${PUBLIC_URL}.evil.test` }],
    ['an opaque origin', { origin: 'null' }],
    ['a rebound host', { origin: 'http://evil.test', host: 'evil.test' }],
    ['a host that only looks local', { origin: 'http://localhost.evil.test', host: 'localhost.evil.test' }],
  ]
  it.each(attempts)('are refused: %s', async (_name, change) => {
    const { email } = await signUpSomebody(identity)
    const browser = Object.assign(new Browser(), change)
    await expect(identity.accounts.signIn(credentials(email), browser)).rejects.toEqual(refusedWith('forbidden'))
  })

  it('are not confused with the address of this machine', async () => {
    const { email } = await signUpSomebody(identity)
    const browser = Object.assign(new Browser(), { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' })
    expect((await identity.accounts.signIn(credentials(email), browser)).data.email).toBe(email)
  })
})

describe('guessing', () => {
  it('gets one answer for an unknown account and a wrong password, in the same time', async () => {
    const { email } = await signUpSomebody(real)
    const timed = async (address: string, ip: string) => {
      const before = process.cpuUsage()
      const error = await real.accounts.signIn(credentials(address, 'wrong password'), new Browser(ip)).catch((e) => e)
      const { user, system } = process.cpuUsage(before)
      return {
        ms: (user + system) / 1000,
        said: { code: error.code, status: error.status, message: error.message, problems: error.problems },
      }
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 5; i++) {
      const a = await timed(email, `198.51.100.${i}`)
      const b = await timed(`nobody-${i}@example.com`, `198.51.100.${i}`)
      expect(a.said).toEqual(b.said)
      known.push(a.ms)
      unknown.push(b.ms)
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[2] ?? 0
    // The work is the same hash; half is far outside what noise does to a median of five.
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(Math.max(median(known), median(unknown)) / 2)
  })

  it('is slowed per account, whatever addresses and processes it comes to, and leaves the owner a way in', async () => {
    const { email, browser } = await signUpSomebody(identity)
    browser.keep(await identity.accounts.signOut(browser))
    const processes = [identity, await createTestIdentity(database)]
    const outcomes: string[] = []
    for (let i = 0; i < 24; i++)
      outcomes.push(
        await (processes[i % 2] ?? identity).accounts
          .signIn(credentials(email, `guess ${i}`), new Browser(`192.0.2.${i}`))
          .catch((e) => e.code),
      )
    expect(outcomes.filter((code) => code === 'invalid_credentials')).toHaveLength(20)
    expect(outcomes.slice(20)).toEqual(Array(4).fill('too_many_requests'))
    // even the right password, from a browser never seen
    const refused = await identity.accounts.signIn(credentials(email), new Browser('192.0.2.99')).catch((e) => e)
    expect(refused).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many failed attempts. Please try again later.',
    })
    expect(refused.retryAfter).toBeGreaterThan(0)
    // the owner's own browser
    expect((await identity.accounts.signIn(credentials(email), browser)).data.email).toBe(email)
  })

  it('is slowed per address, whatever accounts it tries, all at once too', async () => {
    const codes: string[] = []
    // Twelve at once are more than there are connections, and few enough that none waits too long for one on a slow machine.
    for (let wave = 0; wave < 5; wave++)
      codes.push(
        ...(await Promise.all(
          Array.from({ length: 12 }, (_, i) =>
            identity.accounts
              .signIn(credentials(`nobody-${wave}-${i}@example.com`), new Browser('192.0.2.200'))
              .then(() => 'signed in')
              .catch((e) => e.code),
          ),
        )),
      )
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(50)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(10)
  })

  it('is not counted for who signs in rightly', async () => {
    const { email } = await signUpSomebody(identity)
    for (let i = 0; i < 25; i++) await identity.accounts.signIn(credentials(email), new Browser('192.0.2.201'))
  })

  it('gets no help from a device cookie of another account, or a made one', async () => {
    const own = await signUpSomebody(identity)
    const victim = await signUpSomebody(identity)
    const codes: string[] = []
    for (let i = 0; i < 22; i++)
      codes.push(await identity.accounts.signIn(credentials(victim.email, 'guess'), own.browser).catch((e) => e.code))
    const made = Object.assign(new Browser('192.0.2.3'), {})
    made.keep({ data: null, cookies: ['chowk.device=abc.def; Path=/'] })
    codes.push(await identity.accounts.signIn(credentials(victim.email), made).catch((e) => e.code))
    expect(codes.slice(20)).toEqual(Array(3).fill('too_many_requests'))
  })
})

describe('sessions', () => {
  it('are listed without their secret and ended one by one', async () => {
    const { email, browser } = await signUpSomebody(identity)
    const phone = new Browser('198.51.100.77')
    phone.keep(await identity.accounts.signIn(credentials(email), phone))
    const { data: list } = await identity.accounts.sessions(browser)
    expect(list).toHaveLength(2)
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(['created_at', 'current', 'expires_at', 'id', 'ip', 'user_agent'])
    expect(list.map((s) => s.ip).sort()).toEqual(['198.51.100.77', '203.0.113.7'])
    const other = list.find((session) => !session.current)
    await identity.accounts.revokeSession(other?.id ?? '', browser)
    expect((await identity.accounts.session(phone)).data).toBeNull()
    expect((await identity.accounts.session(browser)).data).not.toBeNull()
  })

  it('of others can be neither seen nor ended', async () => {
    const victim = await signUpSomebody(identity)
    const thief = await signUpSomebody(identity)
    const [theirs] = (await identity.accounts.sessions(victim.browser)).data
    await expect(identity.accounts.revokeSession(theirs?.id ?? '', thief.browser)).rejects.toEqual(
      refusedWith('not_found'),
    )
    expect((await identity.accounts.session(victim.browser)).data).not.toBeNull()
  })

  it('all end but the one at hand', async () => {
    const { email, browser } = await signUpSomebody(identity)
    const phones = [new Browser(), new Browser('198.51.100.78')]
    for (const phone of phones) phone.keep(await identity.accounts.signIn(credentials(email), phone))
    await identity.accounts.revokeOtherSessions(browser)
    for (const phone of phones) expect((await identity.accounts.session(phone)).data).toBeNull()
    expect((await identity.accounts.session(browser)).data?.email).toBe(email)
    await expect(identity.accounts.revokeOtherSessions(new Browser())).rejects.toEqual(refusedWith('unauthenticated'))
  })

  it('all end together', async () => {
    const { email, browser } = await signUpSomebody(identity)
    const phone = new Browser()
    phone.keep(await identity.accounts.signIn(credentials(email), phone))
    await identity.accounts.revokeSessions(browser)
    for (const one of [browser, phone]) expect((await identity.accounts.session(one)).data).toBeNull()
  })

  it('are not made of a cookie that was changed or guessed', async () => {
    for (const value of ['x', 'x.y', '', encodeURIComponent("' or 1=1 --"), 'A'.repeat(4000)]) {
      const browser = new Browser()
      browser.keep({ data: null, cookies: [`chowk.session_token=${value}; Path=/`] })
      expect((await identity.accounts.session(browser)).data).toBeNull()
      await expect(identity.accounts.sessions(browser)).rejects.toEqual(refusedWith('unauthenticated'))
    }
  })

  it('end elsewhere when the password changes, which takes the old one', async () => {
    const { email, browser } = await signUpSomebody(identity)
    const phone = new Browser()
    phone.keep(await identity.accounts.signIn(credentials(email), phone))
    const change = { current_password: 'not it at all', new_password: 'a new password', end_other_access: true }
    await expect(identity.accounts.changePassword(change, browser)).rejects.toEqual(refusedWith('password_wrong'))
    browser.keep(await identity.accounts.changePassword({ ...change, current_password: PASSWORD }, browser))
    expect((await identity.accounts.session(phone)).data).toBeNull()
    expect((await identity.accounts.session(browser)).data).not.toBeNull()
    await expect(identity.accounts.signIn(credentials(email), phone)).rejects.toEqual(
      refusedWith('invalid_credentials'),
    )
    expect((await identity.accounts.signIn(credentials(email, 'a new password'), phone)).data.email).toBe(email)
  })

  it('stay elsewhere when the owner of a changed password asks for that', async () => {
    const { email, browser } = await signUpSomebody(identity)
    const phone = new Browser()
    phone.keep(await identity.accounts.signIn(credentials(email), phone))
    const change = { current_password: PASSWORD, new_password: 'a new password', end_other_access: false }
    browser.keep(await identity.accounts.changePassword(change, browser))
    expect((await identity.accounts.session(phone)).data).not.toBeNull()
  })
})

describe('keys', () => {
  it('are shared by all processes', async () => {
    const second = await createTestIdentity(database)
    const { token } = await signUpSomebody(identity)
    expect(await second.verify(token)).not.toBeNull()
  })

  it('are kept when a process with another secret starts', async () => {
    const other = await createTestDatabase()
    const start = (secret: string) =>
      createEmbeddedIdentity({
        pool: other.pool,
        publicUrl: PUBLIC_URL,
        brand: readTestBrand,
        transact: createIdentityTransact(other.db),
        external: { google: null, github: null },
        secret,
        mustProve: async () => false,
        onSignIn: async () => {},
        signOns: NO_SIGN_ONS,
        log: { error: () => {} },
      })
    try {
      const [first] = await Promise.all([start(SECRET), start(SECRET)])
      const before = await first.accounts?.jwks()
      await expect(start(`${SECRET} another`)).rejects.toThrow(/decrypt/)
      expect(await first.accounts?.jwks()).toEqual(before)
      const browser = new Browser()
      if (!first.accounts) throw new Error('the embedded provider keeps its accounts')
      await enterAnew({ accounts: first.accounts }, somebodyNew('after@example.com'), browser)
      const token = (await first.accounts?.token(browser))?.data ?? ''
      expect(await first.verify(token)).toMatchObject({ email: 'after@example.com' })
    } finally {
      await other.drop()
    }
  })
})
