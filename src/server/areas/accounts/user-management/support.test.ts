import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionsOf, type Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestIdentity, PASSWORD, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'
import { insertUser } from '#test/support/users.ts'
import {
  describeManagement,
  endSessionsOf,
  listSessionsOf,
  mailResetTo,
  removeSecondFactorOf,
  type SupportDeps,
} from './support.ts'

let database: TestDatabase
let identity: TestIdentity
let deps: SupportDeps
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
  deps = { db: database.db, support: identity.accounts.support }
})
afterAll(async () => {
  await identity.stop()
  await database.drop()
})

const REASON = 'Called from the number in the profile'

async function caller(role: Role = 'admin', fresh = true): Promise<UserCaller> {
  const id = await insertUser(database, role)
  return {
    type: 'user',
    id,
    role,
    permissions: new Set(permissionsOf(role)),
    email: '',
    display_name: '',
    session_id: null,
    ...(fresh && { signed_in_at: new Date() }),
  }
}
const idOf = async (email: string): Promise<UserId> =>
  (await database.pool.query('select id from users where email = $1', [email])).rows[0].id
const sessions = () => createSessions(database.db, identity)
const page = { limit: 20, offset: 0 }
const audit = async (id: UserId) =>
  (await database.pool.query('select action, reason, details from audit_log where target_id = $1 order by id', [id]))
    .rows

describe('an account', () => {
  it('is a user from the moment it is made, who has never signed in', async () => {
    const browser = {
      ip: '203.0.113.7',
      host: 'chowk.test',
      origin: 'http://chowk.test',
      cookie: null,
      user_agent: null,
    }
    await identity.accounts.signUp({ email: 'new@example.com', password: PASSWORD, display_name: 'New' }, browser)
    const { rows } = await database.pool.query(
      `select u.role, u.status, u.display_name, u.is_verified, u.last_login from users u
       join auth."user" a on a.id = u.firebase_uid where u.email = 'new@example.com'`,
    )
    expect(rows).toEqual([
      { role: 'basic_user', status: 'active', display_name: 'New', is_verified: false, last_login: null },
    ])
    await identity.accounts.signUp(
      { email: 'new@example.com', password: 'another password', display_name: 'X' },
      browser,
    )
    expect((await database.pool.query(`select 1 from users where email = 'new@example.com'`)).rowCount).toBe(1)
  })

  it('keeps its user at the first request, and notes the sign-in', async () => {
    const { token, email } = await signUpSomebody(identity)
    const id = await idOf(email)
    expect(await sessions().resolve(`Bearer ${token}`)).toMatchObject({ id })
    const { rows } = await database.pool.query('select last_login from users where id = $1', [id])
    expect(rows[0].last_login).not.toBeNull()
  })
})

describe('ending sessions', () => {
  it('takes access with the next request: one, or all', async () => {
    const { token, email, browser } = await signUpSomebody(identity)
    const other = browser.keep(await identity.accounts.signIn({ email, password: PASSWORD }, browser))
    expect(other.email).toBe(email)
    const second = browser.keep(await identity.accounts.token(browser))
    const id = await idOf(email)
    const { items, total } = await listSessionsOf(database.db, id, page)
    expect([items.length, total, items[0]?.user_agent]).toEqual([2, 2, 'test browser'])
    const first = (await sessions().resolve(`Bearer ${token}`)) as UserCaller
    const admin = await caller()
    await endSessionsOf(deps, admin, id, { session_id: first.session_id ?? '', reason: REASON })
    await expect(sessions().resolve(`Bearer ${token}`)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await sessions().stillValid(first)).toBe(false)
    expect(await sessions().resolve(`Bearer ${second}`)).toMatchObject({ id })
    await endSessionsOf(deps, admin, id, { reason: REASON })
    await expect(sessions().resolve(`Bearer ${second}`)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await listSessionsOf(database.db, id, page)).total).toBe(0)
    expect(await audit(id)).toEqual([
      { action: 'user.end_sessions', reason: REASON, details: { all: false, ended: 1 } },
      { action: 'user.end_sessions', reason: REASON, details: { all: true, ended: 1 } },
    ])
  })

  it('finds no session of somebody else', async () => {
    const [one, two] = [await signUpSomebody(identity), await signUpSomebody(identity)]
    const theirs = (await sessions().resolve(`Bearer ${two.token}`)) as UserCaller
    const act = endSessionsOf(deps, await caller(), await idOf(one.email), {
      session_id: theirs.session_id ?? '',
      reason: REASON,
    })
    await expect(act).rejects.toMatchObject({ code: 'not_found' })
    expect(await sessions().resolve(`Bearer ${two.token}`)).toMatchObject({ id: theirs.id })
    expect(await audit(await idOf(one.email))).toEqual([])
  })
})

describe('a reset link', () => {
  it('is mailed to the holder and sets a new password', async () => {
    const { email, browser } = await signUpSomebody(identity)
    const id = await idOf(email)
    await mailResetTo(deps, await caller(), id, REASON)
    const { rows } = await database.pool.query(
      `select body from mails where to_address = $1 and subject like 'Set a new%' order by created_at desc limit 1`,
      [email],
    )
    const token = /token=([\w-]+)/.exec(rows[0].body)?.[1] ?? ''
    await identity.accounts.resetPassword({ token, new_password: 'a new password' }, browser)
    expect((await identity.accounts.signIn({ email, password: 'a new password' }, browser)).data.email).toBe(email)
    expect((await audit(id)).map(({ action }) => action)).toEqual(['user.mail_reset'])
  })
})

describe('removing a second factor', () => {
  const withFactor = async () => {
    const { email, account } = await signUpSomebody(identity)
    const id = await idOf(email)
    await database.pool.query(`update auth."user" set "twoFactorEnabled" = true where id = $1`, [account.id])
    await database.pool.query(
      `insert into auth."twoFactor" (id, "userId", secret, "backupCodes", verified) values ($1, $1, 'x', '[]', true)`,
      [account.id],
    )
    return { id, email, subject: account.id }
  }

  it('leaves the password alone, and tells the holder by mail', async () => {
    const { id, email, subject } = await withFactor()
    const admin = await caller()
    const before = await describeManagement(database.db, admin, id, false)
    expect(before).toMatchObject({
      sign_in: { ways: ['password'], second_factor: true },
      abilities: { remove_second_factor: { allowed: true } },
    })
    await removeSecondFactorOf(deps, admin, id, REASON)
    const { rows } = await database.pool.query(
      `select coalesce(a."twoFactorEnabled", false) as on, (select count(*)::int from auth."twoFactor" t where t."userId" = a.id) as factors
       from auth."user" a where a.id = $1`,
      [subject],
    )
    expect(rows).toEqual([{ on: false, factors: 0 }])
    const mails = await database.pool.query(`select subject from mails where to_address = $1`, [email])
    expect(mails.rows.map((row) => row.subject)).toContainEqual(expect.stringMatching(/Two-factor/))
    await expect(removeSecondFactorOf(deps, admin, id, REASON)).rejects.toMatchObject({
      code: 'illegal_transition',
      message: 'Two-factor is off for this account.',
    })
    expect((await audit(id)).map(({ action }) => action)).toEqual(['user.remove_second_factor'])
  })

  it('wants to know who asks, when that was shown long ago', async () => {
    const { id } = await withFactor()
    await expect(removeSecondFactorOf(deps, await caller('admin', false), id, REASON)).rejects.toMatchObject({
      code: 'confirmation_needed',
    })
  })

  it('by two admins at once happens once', async () => {
    const { id } = await withFactor()
    const [one, two] = [await caller(), await caller('super_admin')]
    const ends = await Promise.allSettled([
      removeSecondFactorOf(deps, one, id, REASON),
      removeSecondFactorOf(deps, two, id, REASON),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await audit(id)).length).toBe(1)
  })
})

describe('the rules of user management', () => {
  it.each([
    ['an admin', 'admin'],
    ['a super admin', 'super_admin'],
  ] as const)('keep an admin from %s', async (_, role) => {
    const { email } = await signUpSomebody(identity)
    const id = await idOf(email)
    await database.pool.query('update users set role = $2 where id = $1', [id, role])
    const admin = await caller()
    const message = 'Only a super admin can manage an admin.'
    for (const act of [
      () => endSessionsOf(deps, admin, id, { reason: REASON }),
      () => mailResetTo(deps, admin, id, REASON),
      () => removeSecondFactorOf(deps, admin, id, REASON),
    ])
      await expect(act()).rejects.toMatchObject({ code: 'forbidden', message })
    const { abilities } = await describeManagement(database.db, admin, id, true)
    expect(Object.values(abilities).every(({ allowed, reason }) => !allowed && reason === message)).toBe(true)
    await endSessionsOf(deps, await caller('super_admin'), id, { reason: REASON })
  })

  it('keep everybody from themselves', async () => {
    const root = await caller('super_admin')
    await expect(endSessionsOf(deps, root, root.id, { reason: REASON })).rejects.toMatchObject({ code: 'forbidden' })
    const { abilities } = await describeManagement(database.db, root, root.id, false)
    expect(Object.values(abilities).some(({ allowed }) => allowed)).toBe(false)
  })

  it('forget the actor who was demoted meanwhile', async () => {
    const { email } = await signUpSomebody(identity)
    const admin = await caller()
    await database.pool.query(`update users set role = 'seller' where id = $1`, [admin.id])
    await expect(mailResetTo(deps, admin, await idOf(email), REASON)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('say that sign-in is kept elsewhere', async () => {
    const { email } = await signUpSomebody(identity)
    const elsewhere = { ...deps, support: null }
    await expect(mailResetTo(elsewhere, await caller(), await idOf(email), REASON)).rejects.toMatchObject({
      code: 'illegal_transition',
      message: 'Sign-in is kept by another provider. Do this there.',
    })
  })

  it('say that an account was deleted', async () => {
    const id = await insertUser(database)
    await database.pool.query(
      `update users set firebase_uid = 'deleted:' || id, status = 'deactivated' where id = $1`,
      [id],
    )
    const { abilities } = await describeManagement(database.db, await caller(), id, false)
    expect(abilities.activate).toEqual({ allowed: false, reason: 'This account was deleted.' })
  })
})
