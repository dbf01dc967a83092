import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { Browser, createRealIdentity, PASSWORD, PUBLIC_URL, SECRET, type TestIdentity } from '#test/support/identity.ts'
import { resetPassword } from './reset-password.ts'

let database: TestDatabase
let identity: TestIdentity
const EMAIL = 'asha@clinic.example'
beforeEach(async () => {
  database = await createTestDatabase()
  identity = await createRealIdentity(database)
  await identity.accounts.signUp({ email: EMAIL, password: PASSWORD, display_name: 'Asha' }, new Browser())
})
afterEach(() => database.drop())

const place = () => ({
  config: {
    brandName: 'Chowk',
    publicUrl: PUBLIC_URL,
    secret: SECRET,
    firebase: null,
    external: { google: null, github: null },
  },
  pool: database.pool,
})
const reset = (email = EMAIL, removeSecondFactor = false) => resetPassword(place(), email, { removeSecondFactor })
const signIn = (password: string) => identity.accounts.signIn({ email: EMAIL, password }, new Browser())
const count = async (sql: string) => (await database.pool.query(`select count(*)::int as n from ${sql}`)).rows[0].n

describe('a password reset by the operator', () => {
  it('lets its owner in with the new password alone, ends every session, and is in the audit log', async () => {
    await signIn(PASSWORD)
    expect(await count('auth.session')).toBeGreaterThan(0)
    const { password, has_second_factor } = await reset(EMAIL.toUpperCase())
    expect(has_second_factor).toBe(false)
    expect(await count('auth.session')).toBe(0)
    await expect(signIn(PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await signIn(password)
    expect(
      await count(`audit_log where action = 'user.reset_password' and details ->> 'second_factor_removed' = 'false'`),
    ).toBe(1)
  })

  it('leaves the second factor, and removes it when that is asked for', async () => {
    await database.pool.query(`update auth."user" set "twoFactorEnabled" = true`)
    expect((await reset()).has_second_factor).toBe(true)
    expect((await reset(EMAIL, true)).has_second_factor).toBe(false)
  })

  it('changes nothing for an address without an account', async () => {
    await expect(reset('nobody@clinic.example')).rejects.toThrow('no account has the address nobody@clinic.example')
    await signIn(PASSWORD)
    expect(await count('audit_log')).toBe(0)
  })

  it('leads to the provider where passwords are kept elsewhere', async () => {
    const { config, pool } = place()
    const elsewhere = { ...config, firebase: {} as never }
    await expect(resetPassword({ config: elsewhere, pool }, EMAIL, { removeSecondFactor: false })).rejects.toThrow(
      'Firebase',
    )
  })
})
