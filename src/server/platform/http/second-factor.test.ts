import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { type Access, type Role, rankOf } from '#contract/core/access.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { createSessions } from '#server/areas/accounts/sign-in/sessions.ts'
import { isAdmin, requireFresh } from '#server/areas/accounts/users/second-factor.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { Authenticator } from '#test/support/authenticator.ts'
import {
  Browser,
  createTestIdentity,
  PASSWORD,
  PUBLIC_URL,
  signUpSomebody,
  type TestIdentity,
} from '#test/support/identity.ts'
import { setUpSecondFactor } from '#test/support/second-factor.ts'

let test: TestApp
let identity: TestIdentity
let required: Sessions
beforeAll(async () => {
  const sessions: Sessions = {
    resolve: (authorization) => required.resolve(authorization),
    stillValid: (caller) => required.stillValid(caller),
  }
  test = await createTestApp({ sessions })
  identity = await createTestIdentity(test.database)
  required = createSessions(test.database.db, identity, { requireAdminTwoFactor: true })
})
afterAll(() => test.close())

const call = (definition: EndpointDefinition, token: string) => {
  const url = encodeURI(definition.path.replace('{page}', '1').replace(/\{\w+\}/g, 'not an id'))
  return test.call(definition.method, url, { headers: { authorization: `Bearer ${token}` } })
}
const codeIn = (body: { errors?: { code?: string }[] }) => body.errors?.[0]?.code

/** Somebody of this role, seen by the server already. */
async function somebody(role: Role) {
  const person = await signUpSomebody(identity)
  await required.resolve(`Bearer ${person.token}`)
  await test.database.pool.query('update users set role = $1 where firebase_uid = $2', [role, person.account.id])
  return person
}
const tokenOf = async (browser: Browser) => browser.keep(await identity.accounts.token(browser))

const ABOVE_USER = Object.entries<EndpointDefinition>(api).filter(
  ([, { access }]) => access.type === 'role' || access.type === 'permission',
)
const REST = Object.entries<EndpointDefinition>(api).filter(
  ([, { access, answers }]) => (access.type === 'user' || access.type === 'public') && answers !== 'stream',
)
const opens = (access: Access, role: Role) => access.type !== 'role' || rankOf(role) >= rankOf(access.role)

describe('where the operator asks a second factor of admins', () => {
  it.each(['admin', 'super_admin'] as const)(
    'an %s without one is told so by everything above a plain account',
    async (role) => {
      expect(ABOVE_USER.length).toBeGreaterThan(0)
      const { token } = await somebody(role)
      for (const [name, definition] of ABOVE_USER) {
        const { status, body } = await call(definition, token)
        expect([name, status, codeIn(body)]).toEqual([name, 403, 'two_factor_required'])
      }
      for (const [name, definition] of REST) {
        const { body } = await call(definition, token)
        expect([name, codeIn(body)]).not.toEqual([name, 'two_factor_required'])
      }
    },
  )

  it.each(['admin', 'super_admin'] as const)('an %s with one does everything as before', async (role) => {
    const { browser } = await somebody(role)
    await setUpSecondFactor(identity, browser)
    const token = await tokenOf(browser)
    for (const [name, definition] of ABOVE_USER) {
      const { status } = await call(definition, token)
      if (opens(definition.access, role)) expect([name, status]).not.toEqual([name, 403])
      else expect([name, status]).toEqual([name, 403])
    }
  })

  it('an admin without one has no more rights than a user, on endpoints that are for all', async () => {
    const { token } = await somebody('super_admin')
    const caller = await required.resolve(`Bearer ${token}`)
    expect(caller).toMatchObject({ role: 'basic_user', withheld: 'super_admin' })
    expect(caller.type === 'user' && caller.permissions.has('admin.access')).toBe(false)
    const all = await test.call('GET', '/api/v1/executions', {
      query: { scope: 'all' },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(all.status).toBe(403)
  })

  it('nobody else is asked', async () => {
    for (const role of ['basic_user', 'seller', 'creator_admin'] as const) {
      const { token } = await somebody(role)
      expect(await required.resolve(`Bearer ${token}`)).toMatchObject({ role })
    }
  })

  it('it is asked again when it was switched off, and kept through a change of the password', async () => {
    const { browser } = await somebody('admin')
    const { backup_codes } = await setUpSecondFactor(identity, browser)
    const role = async () => {
      const caller = await required.resolve(`Bearer ${await tokenOf(browser)}`)
      return caller.type === 'user' && caller.role
    }
    expect(await role()).toBe('admin')
    const change = { current_password: PASSWORD, new_password: `${PASSWORD}, another`, end_other_access: true }
    browser.keep(await identity.accounts.changePassword(change, browser))
    expect(await role()).toBe('admin')
    const off = { password: change.new_password, code: backup_codes[0] ?? '' }
    browser.keep(await identity.accounts.disableTwoFactor(off, browser))
    expect(await role()).toBe('basic_user')
  })

  it('nobody gets one with the password alone for an account that has one', async () => {
    const strict = await createTestIdentity(test.database, PUBLIC_URL, undefined, (subject) =>
      isAdmin(test.database.db, subject),
    )
    const { accounts } = strict
    const { browser, email } = await somebody('admin')
    const add = async (by: Browser) => {
      const options = by.keep(await accounts.startPasskey(by))
      const credential = new Authenticator(PUBLIC_URL).create(options, {})
      return by.keep(await accounts.addPasskey({ name: 'Key', credential }, by))
    }
    const passkey = await add(browser)
    const thief = new Browser()
    thief.keep(await accounts.signIn({ email, password: PASSWORD }, thief))
    const refused = expect.objectContaining({ code: 'two_factor_required' })
    await expect(add(thief)).rejects.toEqual(refused)
    await expect(accounts.removePasskey(passkey.id, thief)).rejects.toEqual(refused)
    await expect(accounts.startTwoFactor({ password: PASSWORD }, thief)).rejects.toEqual(refused)
    expect(await required.resolve(`Bearer ${await tokenOf(thief)}`)).toMatchObject({ withheld: 'admin' })
    // Its owner goes on as before, and so does everybody who need not prove more than a password.
    await setUpSecondFactor(strict, browser)
    await add(browser)
  })

  it('a session made behind its back is not enough, whatever the account has', async () => {
    const { browser, account, email } = await somebody('admin')
    await setUpSecondFactor(identity, browser)
    const other = new Browser()
    await identity.accounts.signIn({ email, password: PASSWORD }, other).catch(() => null)
    // as a way of signing in that knows nothing of second factors would leave it
    await test.database.pool.query(`update auth.session set "provenBy" = 'provider' where "userId" = $1`, [account.id])
    expect(await required.resolve(`Bearer ${await tokenOf(browser)}`)).toMatchObject({ withheld: 'admin' })
  })

  it('of another provider it is what its token says', async () => {
    const { token, account, email } = await somebody('admin')
    expect(token).not.toBe('')
    const by = (second_factor: boolean) =>
      createSessions(
        test.database.db,
        { verify: async () => ({ subject: account.id, email, name: null, session_id: null, second_factor }) },
        { requireAdminTwoFactor: true },
      ).resolve('Bearer a.b.c')
    expect(await by(true)).toMatchObject({ role: 'admin' })
    expect(await by(false)).toMatchObject({ role: 'basic_user', withheld: 'admin' })
  })
})

describe('without that rule', () => {
  it('an admin works as before', async () => {
    const { token } = await somebody('admin')
    const lenient = createSessions(test.database.db, identity)
    expect(await lenient.resolve(`Bearer ${token}`)).toMatchObject({ role: 'admin' })
  })
})

describe('a recent sign-in of a caller', () => {
  const refused = expect.objectContaining({ name: 'AppError', code: 'confirmation_needed' })
  it('is one of the session, or of the token where sessions are kept elsewhere', async () => {
    const { token, account, email } = await somebody('basic_user')
    const { db, pool } = test.database
    const caller = await required.resolve(`Bearer ${token}`)
    if (caller.type !== 'user') throw new Error('nobody')
    await requireFresh(db, caller)
    await pool.query(`update auth.session set "confirmedAt" = now() - interval '11 min' where "userId" = $1`, [
      account.id,
    ])
    await expect(requireFresh(db, caller)).rejects.toEqual(refused)
    const elsewhere = (minutes: number) =>
      createSessions(db, {
        verify: async () => ({
          subject: account.id,
          email,
          name: null,
          session_id: null,
          signed_in_at: new Date(Date.now() - minutes * 60_000),
        }),
      }).resolve('Bearer a.b.c')
    for (const [minutes, fresh] of [
      [9, true],
      [11, false],
    ] as const) {
      const who = await elsewhere(minutes)
      if (who.type !== 'user') throw new Error('nobody')
      if (fresh) await requireFresh(db, who)
      else await expect(requireFresh(db, who)).rejects.toEqual(refused)
    }
    await expect(requireFresh(db, { ...caller, session_id: null })).rejects.toEqual(refused)
  })
})
