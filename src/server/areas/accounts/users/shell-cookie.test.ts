import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestIdentity, SECRET, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'
import { createShellRoles, shellCookieFor } from './shell-cookie.ts'

const SIGNED = { secret: SECRET, isSecure: true }

let database: TestDatabase
let identity: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
})
afterAll(() => database.drop())

async function enter() {
  const { token, browser } = await signUpSomebody(identity)
  const caller = (await createSessions(database.db, identity).resolve(`Bearer ${token}`)) as UserCaller
  const line = shellCookieFor(SIGNED, caller, null) ?? ''
  return { browser, caller, line, cookie: line.split(';')[0] ?? '' }
}

const roleOf = (cookie: string) => createShellRoles(database.db, SECRET)(cookie)
const change = (id: string, to: string) => database.pool.query(`update users set ${to} where id = $1`, [id])

describe('the cookie of the shell', () => {
  it('says the role that its person has by now, while their session lasts', async () => {
    const { browser, caller, line, cookie } = await enter()
    expect(line).toMatch(/^chowk_shell=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/)
    expect(await roleOf(cookie)).toBe('basic_user')
    expect(await roleOf(`other=1; ${cookie}; more=2`)).toBe('basic_user')
    await change(caller.id, `role = 'admin'`)
    expect(await roleOf(cookie)).toBe('admin')
    await change(caller.id, `role = 'basic_user', status = 'blocked'`)
    expect(await roleOf(cookie)).toBeNull()
    await change(caller.id, `status = 'active'`)
    await identity.accounts.signOut(browser)
    expect(await roleOf(cookie)).toBeNull()
  })

  it('is set once, and for nobody but the person in a session of their own', async () => {
    const { caller, cookie } = await enter()
    expect(shellCookieFor(SIGNED, caller, `a=1; ${cookie}`)).toBeNull()
    expect(shellCookieFor(SIGNED, caller, 'chowk_shell=old')).not.toBeNull()
    expect(shellCookieFor(SIGNED, { type: 'visitor', key: 'x' as never }, null)).toBeNull()
    expect(shellCookieFor(SIGNED, { ...caller, session_id: null }, null)).toBeNull()
    const view = { id: caller.id, view: caller.id as never }
    expect(shellCookieFor(SIGNED, { ...caller, viewed_by: view }, null)).toBeNull()
  })

  it('is of no use when it is made up, or of another person', async () => {
    const [mine, theirs] = [await enter(), await enter()]
    const [user, session, signature] = mine.cookie.replace('chowk_shell=', '').split('.')
    for (const forged of [
      `${theirs.caller.id}.${session}.${signature}`,
      `${user}.${theirs.caller.session_id}.${signature}`,
      `${user}.${session}.${'A'.repeat(43)}`,
      `${user}.${session}`,
      '',
      'x'.repeat(5000),
    ])
      expect(await roleOf(`chowk_shell=${forged}`)).toBeNull()
    expect(await createShellRoles(database.db, 'another secret')(mine.cookie)).toBeNull()
  })
})
