/** Requests that are refused count towards the limit of requests: each may have cost a look into the database. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ requestsPerMinute: 20 })
})
afterAll(() => test.close())

it('with a token whose session has ended, of a blocked account, and without the role', async () => {
  const blocked = await test.person('basic_user')
  test.block(blocked)
  const basic = await test.person('basic_user')
  const ended = { ...basic, token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl' }
  const states: Record<string, Record<string, number>> = {}
  for (const [name, as, path, ip] of [
    ['ended', ended, '/api/v1/auth/profile', '198.51.100.1'],
    ['blocked', blocked, '/api/v1/auth/profile', '198.51.100.2'],
    ['role', basic, '/api/v1/user-management/pending-approval', '198.51.100.3'],
    ['allowed', basic, '/api/v1/auth/profile', '198.51.100.4'],
  ] as const) {
    const counted: Record<string, number> = {}
    for (let n = 0; n < 60; n++) {
      const { status } = await test.call('GET', path, { as, ip })
      counted[status] = (counted[status] ?? 0) + 1
    }
    states[name] = counted
  }
  console.log(JSON.stringify(states))
  for (const counted of Object.values(states)) expect(counted[429]).toBe(40)
})
