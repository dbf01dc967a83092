import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { AuthAnswer } from '#server/gateways/identity.ts'
import { RefusalWithCookies } from '#server/gateways/identity.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { Browser, createTestIdentity, PASSWORD, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'
import { appCode as codeAt, textOfSecret as textOf } from '#test/support/second-factor.ts'

let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
})
afterAll(() => database.drop())

// Only the clock that codes are made with; the database keeps its own time.
let now = Date.now()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  now = Date.now()
  vi.useRealTimers()
})
const STEP = 30_000
/** Waits for the next code: each is taken once. */
const nextStep = (steps = 1) => vi.setSystemTime(Date.now() + steps * STEP)

const refusedWith = (code: ErrorCode) => expect.objectContaining({ name: 'AppError', code })
/** An account that asks for a second factor, and the browser it was set up in. */
async function strongSomebody() {
  const { browser, email, account } = await signUpSomebody(identity)
  const { secret, backup_codes } = (await identity.accounts.startTwoFactor({ password: PASSWORD }, browser)).data
  browser.keep(await identity.accounts.enableTwoFactor({ code: codeAt(secret) }, browser))
  nextStep()
  return { browser, email, account, secret, backup_codes }
}

/** The first step of a sign-in: the password is right and a code is wanted. */
async function firstStep(email: string, browser = new Browser()): Promise<Browser> {
  const refusal = await identity.accounts.signIn({ email, password: PASSWORD }, browser).catch((error) => error)
  expect(refusal).toEqual(refusedWith('second_factor_needed'))
  if (refusal instanceof RefusalWithCookies) browser.keep({ data: null, cookies: [...refusal.cookies] })
  return browser
}
const finish = (code: string, browser: Browser, trust_device = false) =>
  identity.accounts.finishSignIn({ code, trust_device }, browser)
const accountIn = async (browser: Browser) => (await identity.accounts.session(browser)).data
const sessionCookie = (answer: AuthAnswer<unknown>) => answer.cookies.some((line) => /session_token=[^;]/.test(line))

describe('setting up a second factor', () => {
  it('takes the password, and counts only once a code is confirmed', async () => {
    const { browser, email } = await signUpSomebody(identity)
    const start = (password?: string) => identity.accounts.startTwoFactor({ password }, browser)
    await expect(start('not the password')).rejects.toEqual(refusedWith('password_wrong'))
    await expect(start()).rejects.toEqual(refusedWith('password_wrong'))
    const { data } = await start(PASSWORD)
    expect(data.backup_codes).toHaveLength(10)
    expect(new Set(data.backup_codes).size).toBe(10)
    expect(data.uri).toContain(`otpauth://totp/Chowk:${encodeURIComponent(email)}`)
    expect(new URL(data.uri).searchParams.get('secret')?.replace(/=+$/, '')).toBe(data.secret)
    expect((await identity.accounts.twoFactor(browser)).data).toEqual({
      enabled: false,
      backup_codes_left: 0,
      has_password: true,
      proven: false,
    })
    // nothing is asked for yet
    expect((await identity.accounts.signIn({ email, password: PASSWORD }, new Browser())).data.email).toBe(email)
    await expect(identity.accounts.enableTwoFactor({ code: '000000' }, browser)).rejects.toEqual(
      refusedWith('code_wrong'),
    )
    browser.keep(await identity.accounts.enableTwoFactor({ code: codeAt(data.secret) }, browser))
    expect((await identity.accounts.twoFactor(browser)).data).toMatchObject({
      enabled: true,
      backup_codes_left: 10,
      proven: true,
    })
    await expect(start(PASSWORD)).rejects.toEqual(refusedWith('illegal_transition'))
  })

  it('signs every other browser out, for a browser that was in without a code must not stay', async () => {
    const { browser, email } = await signUpSomebody(identity)
    const thief = new Browser('198.51.100.7')
    thief.keep(await identity.accounts.signIn({ email, password: PASSWORD }, thief))
    const { secret } = (await identity.accounts.startTwoFactor({ password: PASSWORD }, browser)).data
    browser.keep(await identity.accounts.enableTwoFactor({ code: codeAt(secret) }, browser))
    expect(await accountIn(thief)).toBeNull()
    expect((await accountIn(browser))?.email).toBe(email)
  })

  it('keeps neither the secret nor the backup codes as they are', async () => {
    const { secret, backup_codes, account } = await strongSomebody()
    const { rows } = await database.pool.query('select * from auth."twoFactor" where "userId" = $1', [account.id])
    const kept = JSON.stringify(rows)
    for (const plain of [secret, textOf(secret), ...backup_codes, ...backup_codes.map((code) => code.replace('-', ''))])
      expect(kept).not.toContain(plain)
  })

  it('is for the holder of the session alone', async () => {
    const nobody = new Browser()
    const foreign = Object.assign(new Browser(), { origin: 'https://evil.test' })
    const { browser } = await signUpSomebody(identity)
    foreign.keep({ data: null, cookies: (browser.cookie ?? '').split('; ') })
    for (const [who, code] of [
      [nobody, 'unauthenticated'],
      [foreign, 'forbidden'],
    ] as const) {
      const acts = [
        () => identity.accounts.startTwoFactor({ password: PASSWORD }, who),
        () => identity.accounts.enableTwoFactor({ code: '000000' }, who),
        () => identity.accounts.disableTwoFactor({ password: PASSWORD, code: '000000' }, who),
        () => identity.accounts.renewBackupCodes({ password: PASSWORD }, who),
        () => identity.accounts.confirmIdentity({ password: PASSWORD }, who),
        () => identity.accounts.requireFresh(who),
      ]
      for (const act of acts) await expect(act()).rejects.toEqual(refusedWith(code))
    }
  })
})

describe('signing in with a second factor', () => {
  it('gives no session before the code, and nothing that opens anything', async () => {
    const { email } = await strongSomebody()
    const browser = await firstStep(email)
    expect(await accountIn(browser)).toBeNull()
    const half = [
      () => identity.accounts.token(browser),
      () => identity.accounts.sessions(browser),
      () => identity.accounts.revokeSessions(browser),
      () => identity.accounts.twoFactor(browser),
      () => identity.accounts.startTwoFactor({ password: PASSWORD }, browser),
      () => identity.accounts.confirmIdentity({ password: PASSWORD }, browser),
      () => identity.accounts.disableTwoFactor({ password: PASSWORD, code: '000000' }, browser),
      () =>
        identity.accounts.changePassword(
          { current_password: PASSWORD, new_password: 'another password', end_other_access: true },
          browser,
        ),
      () => identity.accounts.changeEmail({ new_email: 'thief@example.com', password: PASSWORD }, browser),
    ]
    for (const act of half) await expect(act()).rejects.toEqual(refusedWith('unauthenticated'))
  })

  it('ends in a session that was not there before', async () => {
    const { email, secret } = await strongSomebody()
    const browser = new Browser()
    browser.keep({ data: null, cookies: ['chowk.session_token=planted.value; Path=/'] })
    await firstStep(email, browser)
    const answer = await finish(codeAt(secret), browser)
    expect(sessionCookie(answer)).toBe(true)
    browser.keep(answer)
    expect(browser.cookie).not.toContain('planted')
    expect((await accountIn(browser))?.email).toBe(email)
    expect((await identity.accounts.token(browser)).data).toMatch(/\./)
  })

  it.each([-1, 0, 1])('takes the code of a clock that is %s steps off', async (offset) => {
    const { email, secret } = await strongSomebody()
    nextStep(2)
    const browser = await firstStep(email)
    expect((await finish(` ${codeAt(secret, offset).replace(/^.../, '$& ')} `, browser)).data.email).toBe(email)
  })

  it.each([-2, 2])('refuses the code of a clock that is %s steps off', async (offset) => {
    const { email, secret } = await strongSomebody()
    nextStep(3)
    const browser = await firstStep(email)
    await expect(finish(codeAt(secret, offset), browser)).rejects.toEqual(refusedWith('code_wrong'))
  })

  it('takes a code once, however many bring it', async () => {
    const { email, secret } = await strongSomebody()
    const code = codeAt(secret)
    const browsers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => firstStep(email, new Browser(`198.51.100.${i}`))),
    )
    const outcomes = await Promise.all(
      browsers.map((browser) =>
        finish(code, browser).then(
          () => 'in',
          (e) => e.code,
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'code_wrong')).toHaveLength(3)
    const late = await firstStep(email)
    await expect(finish(code, late)).rejects.toEqual(refusedWith('code_wrong'))
    nextStep()
    expect((await finish(codeAt(secret), late)).data.email).toBe(email)
  })

  it('takes a backup code once, in whatever way it is written', async () => {
    const { email, backup_codes, browser } = await strongSomebody()
    const [first = '', second = ''] = backup_codes
    const browsers = [await firstStep(email), await firstStep(email, new Browser('198.51.100.8'))]
    const outcomes = await Promise.all(
      browsers.map((one) =>
        finish(first, one).then(
          () => 'in',
          (e) => e.code,
        ),
      ),
    )
    expect(outcomes.sort()).toEqual(['code_wrong', 'in'])
    await expect(finish(first, await firstStep(email))).rejects.toEqual(refusedWith('code_wrong'))
    const written = ` ${second.toUpperCase().replace('-', '  ')} `
    expect((await finish(written, await firstStep(email))).data.email).toBe(email)
    expect((await identity.accounts.twoFactor(browser)).data.backup_codes_left).toBe(8)
  })

  it('lets two devices in, each with its own code', async () => {
    const { email, secret } = await strongSomebody()
    const [phone, laptop] = [await firstStep(email), await firstStep(email, new Browser('198.51.100.9'))]
    phone.keep(await finish(codeAt(secret), phone))
    nextStep()
    laptop.keep(await finish(codeAt(secret), laptop))
    for (const one of [phone, laptop]) expect((await accountIn(one))?.email).toBe(email)
  })

  it('is never reached by an unknown account or a wrong password', async () => {
    const { email } = await strongSomebody()
    for (const credentials of [
      { email, password: 'not the password' },
      { email: 'nobody-at-all@example.com', password: PASSWORD },
    ]) {
      const refusal = await identity.accounts.signIn(credentials, new Browser()).catch((error) => error)
      expect(refusal).toEqual(refusedWith('invalid_credentials'))
      expect(refusal).not.toBeInstanceOf(RefusalWithCookies)
    }
  })

  it('speaks for the account of its first step, whatever user is signed in here', async () => {
    const own = await strongSomebody()
    const victim = await strongSomebody()
    // The thief knows the victim's password, and keeps a session of their own beside the challenge.
    const thief = await firstStep(victim.email)
    thief.keep({
      data: null,
      cookies: (own.browser.cookie ?? '').split('; ').filter((c) => c.includes('session_token')),
    })
    await expect(finish(codeAt(own.secret), thief)).rejects.toEqual(refusedWith('code_wrong'))
    expect((await accountIn(thief))?.email).toBe(own.email)
  })

  it('is not to be had without a challenge, or with a made or finished one', async () => {
    const { email, secret } = await strongSomebody()
    await expect(finish(codeAt(secret), new Browser())).rejects.toEqual(refusedWith('second_step_over'))
    const made = new Browser()
    made.keep({ data: null, cookies: ['chowk.two_factor=2fa-abc.def; Path=/'] })
    await expect(finish(codeAt(secret), made)).rejects.toEqual(refusedWith('second_step_over'))
    const browser = await firstStep(email)
    const challenge = (browser.cookie ?? '').split('; ').filter((cookie) => cookie.includes('two_factor'))
    browser.keep(await finish(codeAt(secret), browser))
    const replay = new Browser()
    replay.keep({ data: null, cookies: challenge })
    nextStep()
    await expect(finish(codeAt(secret), replay)).rejects.toEqual(refusedWith('second_step_over'))
  })

  it('ends after ten minutes', async () => {
    const { email, secret } = await strongSomebody()
    const browser = await firstStep(email)
    vi.setSystemTime(Date.now() + 601_000)
    await expect(finish(codeAt(secret), browser)).rejects.toEqual(refusedWith('second_step_over'))
  })
})

describe('guessing codes', () => {
  it('starts again with the password after five, and stops at ten for the account, right or wrong', async () => {
    const { email, secret, browser } = await strongSomebody()
    const outcomes: string[] = []
    let at = await firstStep(email)
    for (let guess = 0; guess < 14; guess++) {
      const code = await finish('000000', at).catch((error) => error.code)
      outcomes.push(code)
      if (code === 'second_step_over') at = await firstStep(email, new Browser(`192.0.2.${guess}`))
    }
    expect(outcomes.slice(0, 6)).toEqual([...Array(5).fill('code_wrong'), 'second_step_over'])
    expect(outcomes.slice(10)).toEqual(Array(4).fill('too_many_requests'))
    await expect(finish(codeAt(secret), at)).rejects.toEqual(refusedWith('too_many_requests'))
    // whoever is in stays in
    expect((await accountIn(browser))?.email).toBe(email)
  })

  it('is counted together for signing in, confirming and switching off', async () => {
    const { email, browser } = await strongSomebody()
    for (let guess = 0; guess < 5; guess++)
      await expect(identity.accounts.confirmIdentity({ code: '000000' }, browser)).rejects.toEqual(
        refusedWith('code_wrong'),
      )
    for (let guess = 0; guess < 5; guess++)
      await expect(
        identity.accounts.disableTwoFactor({ password: PASSWORD, code: 'aaaaa-aaaaa' }, browser),
      ).rejects.toEqual(refusedWith('code_wrong'))
    await expect(finish('000000', await firstStep(email))).rejects.toEqual(refusedWith('too_many_requests'))
  })
})

describe('a trusted browser', () => {
  it('is not asked again, and no other browser is spared by it', async () => {
    const { email, secret } = await strongSomebody()
    const browser = await firstStep(email)
    browser.keep(await finish(codeAt(secret), browser, true))
    browser.keep(await identity.accounts.signOut(browser))
    browser.keep(await identity.accounts.signIn({ email, password: PASSWORD }, browser))
    expect((await accountIn(browser))?.email).toBe(email)
    await firstStep(email, new Browser())
  })

  it('is asked again after thirty days, and once the second factor was set up again', async () => {
    const { email, secret } = await strongSomebody()
    const browser = await firstStep(email)
    browser.keep(await finish(codeAt(secret), browser, true))
    const trusted = (browser.cookie ?? '').split('; ').filter((cookie) => cookie.includes('trust_device'))
    expect(trusted).toHaveLength(1)
    nextStep()
    browser.keep(await identity.accounts.disableTwoFactor({ password: PASSWORD, code: codeAt(secret) }, browser))
    const again = (await identity.accounts.startTwoFactor({ password: PASSWORD }, browser)).data
    nextStep()
    browser.keep(await identity.accounts.enableTwoFactor({ code: codeAt(again.secret) }, browser))
    const old = new Browser()
    old.keep({ data: null, cookies: trusted })
    await firstStep(email, old)
    nextStep()
    old.keep(await finish(codeAt(again.secret), old, true))
    vi.setSystemTime(Date.now() + 31 * 86_400_000)
    await firstStep(email, old)
  })
})

describe('switching off', () => {
  it('takes the password and a code, from this account', async () => {
    const { browser, secret, email } = await strongSomebody()
    const other = await strongSomebody()
    const off = (password: string, code: string, who = browser) =>
      identity.accounts.disableTwoFactor({ password, code }, who)
    await expect(off('not the password', codeAt(secret))).rejects.toEqual(refusedWith('password_wrong'))
    await expect(off(PASSWORD, codeAt(other.secret))).rejects.toEqual(refusedWith('code_wrong'))
    await expect(off(PASSWORD, codeAt(secret), other.browser)).rejects.toEqual(refusedWith('code_wrong'))
    browser.keep(await off(PASSWORD, codeAt(secret)))
    expect((await identity.accounts.twoFactor(browser)).data.enabled).toBe(false)
    expect((await identity.accounts.signIn({ email, password: PASSWORD }, new Browser())).data.email).toBe(email)
    await expect(off(PASSWORD, codeAt(secret))).rejects.toEqual(refusedWith('illegal_transition'))
  })

  it('works with a backup code when the phone is lost', async () => {
    const { browser, backup_codes } = await strongSomebody()
    const input = { password: PASSWORD, code: backup_codes[3] ?? '' }
    browser.keep(await identity.accounts.disableTwoFactor(input, browser))
    expect((await identity.accounts.twoFactor(browser)).data.enabled).toBe(false)
  })
})

describe('new backup codes', () => {
  it('take the place of the old ones', async () => {
    const { browser, email, backup_codes } = await strongSomebody()
    await expect(identity.accounts.renewBackupCodes({ password: 'not it' }, browser)).rejects.toEqual(
      refusedWith('password_wrong'),
    )
    const { data } = await identity.accounts.renewBackupCodes({ password: PASSWORD }, browser)
    expect(data.backup_codes).toHaveLength(10)
    await expect(finish(backup_codes[0] ?? '', await firstStep(email))).rejects.toEqual(refusedWith('code_wrong'))
    expect((await finish(data.backup_codes[0] ?? '', await firstStep(email))).data.email).toBe(email)
  })
})

describe('a recent sign-in', () => {
  const age = (account: { id: string }, minutes: number) =>
    database.pool.query(
      `update auth.session set "confirmedAt" = now() - make_interval(mins => $2) where "userId" = $1`,
      [account.id, minutes],
    )

  it('is one of the last ten minutes, or one confirmed since', async () => {
    const { browser, account } = await signUpSomebody(identity)
    const fresh = () => identity.accounts.requireFresh(browser)
    expect(await fresh()).toMatchObject({ subject: account.id })
    await age(account, 9)
    await fresh()
    await age(account, 11)
    await expect(fresh()).rejects.toEqual(refusedWith('confirmation_needed'))
    await expect(identity.accounts.confirmIdentity({ password: 'not it' }, browser)).rejects.toEqual(
      refusedWith('password_wrong'),
    )
    await expect(fresh()).rejects.toEqual(refusedWith('confirmation_needed'))
    await identity.accounts.confirmIdentity({ password: PASSWORD }, browser)
    await fresh()
  })

  it('can be confirmed with a code where there is a second factor, once each', async () => {
    const { browser, account, secret, backup_codes } = await strongSomebody()
    await age(account, 11)
    const code = codeAt(secret)
    await identity.accounts.confirmIdentity({ code }, browser)
    await identity.accounts.requireFresh(browser)
    await expect(identity.accounts.confirmIdentity({ code }, browser)).rejects.toEqual(refusedWith('code_wrong'))
    await identity.accounts.confirmIdentity({ code: backup_codes[0] ?? '' }, browser)
    await expect(identity.accounts.confirmIdentity({ code: backup_codes[0] ?? '' }, browser)).rejects.toEqual(
      refusedWith('code_wrong'),
    )
    const plain = await signUpSomebody(identity)
    await expect(identity.accounts.confirmIdentity({ code: '000000' }, plain.browser)).rejects.toEqual(
      refusedWith('illegal_transition'),
    )
  })

  it('is one of this session, not of another of the account', async () => {
    const { browser, email, account } = await signUpSomebody(identity)
    await age(account, 11)
    const phone = new Browser()
    phone.keep(await identity.accounts.signIn({ email, password: PASSWORD }, phone))
    await identity.accounts.requireFresh(phone)
    await expect(identity.accounts.requireFresh(browser)).rejects.toEqual(refusedWith('confirmation_needed'))
  })

  it('is not guessed: ten wrong passwords end it, the right one too', async () => {
    const { browser } = await signUpSomebody(identity)
    const codes: string[] = []
    for (let i = 0; i < 12; i++)
      codes.push(
        await identity.accounts.confirmIdentity({ password: i === 11 ? PASSWORD : `guess ${i}` }, browser).then(
          () => 'confirmed',
          (error) => error.code,
        ),
      )
    expect(codes).toEqual([...Array(10).fill('password_wrong'), 'too_many_requests', 'too_many_requests'])
  })
})
