import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { RefusalWithCookies } from '#server/gateways/identity.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { Browser, createTestIdentity, PASSWORD, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'
import { mailTo, tokenOf } from '#test/support/mailbox.ts'
import { setUpSecondFactor } from '#test/support/second-factor.ts'

let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
})
afterAll(() => database.drop())

const NEW = 'a second password'
const change = { current_password: PASSWORD, new_password: NEW, end_other_access: true }
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

it('a sign-in that has checked the old password leaves no session when the password changes before it ends', async () => {
  const { browser, email } = await signUpSomebody(identity)
  // The session of one address is written down once the lock is free, so that it comes after those before it were ended.
  const holder = await database.pool.connect()
  await holder.query('select pg_advisory_lock(33)')
  await database.pool.query(`
    create function auth.write_late() returns trigger language plpgsql as $$
      begin if new."ipAddress" = '203.0.113.9' then perform pg_advisory_xact_lock(33); end if; return new; end $$;
    create trigger write_late before insert on auth.session for each row execute function auth.write_late()`)
  const other = new Browser('203.0.113.9')
  const signIn = codeOf(identity.accounts.signIn({ email, password: PASSWORD }, other))
  await until(async () => {
    const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
    return (await database.pool.query(waiting)).rowCount
  })
  await identity.accounts.changePassword(change, browser)
  await holder.query('select pg_advisory_unlock(33)')
  holder.release()
  expect(await signIn).toBe('invalid_credentials')
  const { rows } = await database.pool.query('select "ipAddress" as ip from auth.session')
  expect(rows.map(({ ip }) => ip)).not.toContain('203.0.113.9')
  await database.pool.query('drop function auth.write_late cascade')
})

it('a change that breaks off leaves the old password, and every session and key, as they were', async () => {
  const { browser, email } = await signUpSomebody(identity)
  const phone = new Browser()
  phone.keep(await identity.accounts.signIn({ email, password: PASSWORD }, phone))
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no mail today'; end $$;
    create trigger refuse before insert on mails for each row execute function refuse()`)
  expect(await codeOf(identity.accounts.changePassword(change, browser))).not.toBe('done')
  await database.pool.query('drop function refuse cascade')
  expect(await codeOf(identity.accounts.signIn({ email, password: NEW }, new Browser()))).toBe('invalid_credentials')
  expect((await identity.accounts.session(phone)).data?.email).toBe(email)
  expect((await identity.accounts.sessions(browser)).data).toHaveLength(2)
  browser.keep(await identity.accounts.changePassword(change, browser))
  expect((await identity.accounts.sessions(browser)).data).toHaveLength(1)
})

it('of two changes at once with the old password one counts, and the other is told that it is no longer right', async () => {
  const { browser, email } = await signUpSomebody(identity)
  const passwords = ['one of two passwords', 'the other password']
  const kept = { ...change, end_other_access: false }
  const answers = await Promise.all(
    passwords.map((new_password) => codeOf(identity.accounts.changePassword({ ...kept, new_password }, browser))),
  )
  expect(answers.toSorted()).toEqual(['done', 'password_wrong'])
  const counts = passwords[answers.indexOf('done')] ?? ''
  expect(await codeOf(identity.accounts.signIn({ email, password: counts }, new Browser()))).toBe('done')
})

it('a copy of the cookie from before opens nothing afterwards', async () => {
  const { browser } = await signUpSomebody(identity)
  const copy = Object.defineProperty(new Browser(), 'cookie', { value: browser.cookie })
  browser.keep(await identity.accounts.changePassword(change, browser))
  expect((await identity.accounts.session(copy)).data).toBeNull()
  expect((await identity.accounts.session(browser)).data).not.toBeNull()
})

/** An account with a second factor, and a thief who has taken the first step with its password. */
async function withThief() {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { browser, email } = await signUpSomebody(identity)
  const { backup_codes } = await setUpSecondFactor(identity, browser)
  vi.useRealTimers()
  const firstStep = async (guest: Browser, password = PASSWORD) => {
    const refusal: unknown = await identity.accounts.signIn({ email, password }, guest).catch((error) => error)
    if (!(refusal instanceof RefusalWithCookies)) throw new Error('This sign-in was not asked for a code')
    guest.keep({ data: null, cookies: [...refusal.cookies] })
  }
  const finish = async (guest: Browser, n: number) =>
    guest.keep(await identity.accounts.finishSignIn({ code: backup_codes[n] ?? '', trust_device: true }, guest))
  const thief = new Browser('198.51.100.7')
  await firstStep(thief)
  return { browser, email, firstStep, finish, thief }
}

it('a sign-in that waits for its second step ends when the password changes', async () => {
  const { browser, finish, thief } = await withThief()
  browser.keep(await identity.accounts.changePassword(change, browser))
  expect(await codeOf(finish(thief, 0))).toBe('second_step_over')
})

it('a reset ends the sign-in that waits, and no browser is trusted any more', async () => {
  const { email, firstStep, finish, thief } = await withThief()
  await database.pool.query(`update auth."user" set "emailVerified" = true where email = $1`, [email])
  const trusted = new Browser('198.51.100.8')
  await firstStep(trusted)
  await finish(trusted, 1)
  await identity.accounts.requestReset(email, new Browser())
  const token = tokenOf(await mailTo(database, email, /new Chowk password/))
  await identity.accounts.resetPassword({ token, new_password: NEW }, new Browser())
  expect(await codeOf(finish(thief, 0))).toBe('second_step_over')
  expect(await codeOf(identity.accounts.signIn({ email, password: NEW }, trusted))).toBe('second_factor_needed')
})
