import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { Browser, createRealIdentity, PASSWORD, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'

let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createRealIdentity(database)
})
afterAll(() => database.drop())

it('a sign-in that has checked the old password leaves no session when the password changes before it ends', async () => {
  const { browser, email } = await signUpSomebody(identity)
  // A session takes a second to be written down, so that it comes after those before it were ended.
  await database.pool.query(`
    create function auth.write_slowly() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end';
    create trigger write_slowly before insert on auth.session for each row execute function auth.write_slowly()`)
  const other = new Browser('203.0.113.9')
  const signIn = identity.accounts.signIn({ email, password: PASSWORD }, other).then(
    () => 'signed in',
    (error: { code?: string }) => error.code,
  )
  await until(async () => {
    const sleeping = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
    return (await database.pool.query(sleeping)).rowCount
  })
  const change = { current_password: PASSWORD, new_password: 'a second password', end_other_access: true }
  await identity.accounts.changePassword(change, browser)
  expect(await signIn).toBe('invalid_credentials')
  const { rows } = await database.pool.query('select "ipAddress" as ip from auth.session')
  expect(rows.map(({ ip }) => ip)).not.toContain('203.0.113.9')
})
