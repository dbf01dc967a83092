import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let asha: Person
beforeAll(async () => {
  test = await createTestApp()
  asha = await test.person()
})
afterAll(() => test.close())

const put = (body: object, as: Person | null = asha) => test.call('PUT', '/api/v1/auth/profile', { as, body })

describe('the language of the interface', () => {
  it('is kept with the account and leaves its other preferences alone', async () => {
    await test.database.pool.query(`update users set preferences = '{"mail": {"sale": false}}' where id = $1`, [
      asha.id,
    ])
    const { status, body } = await put({ language: 'hi' })
    expect(status).toBe(200)
    expect(body.data.preferences).toEqual({ mail: { sale: false }, language: 'hi' })
    const me = await test.call('GET', '/api/v1/users/me', { as: asha })
    expect(me.body.data.preferences.language).toBe('hi')
  })
  it.each(['fr', '', null, 1, '<script>', ['hi']])('is not %j', async (language) => {
    const { status, body } = await put({ language })
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe('language')
  })
  it('is nothing a visitor can set, nor any user for another', async () => {
    expect((await put({ language: 'en' }, null)).status).toBe(401)
    const other = await test.person()
    await put({ language: 'en' }, other)
    const me = await test.call('GET', '/api/v1/users/me', { as: asha })
    expect(me.body.data.preferences.language).toBe('hi')
  })
})
