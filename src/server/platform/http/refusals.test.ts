/** A request that is refused counts towards the limit of requests: finding out who asks may have cost a statement. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'

const PER_MINUTE = 5
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ requestsPerMinute: () => PER_MINUTE })
})
afterAll(() => test.close())

const PROFILE = '/api/v1/auth/profile'
const ADMINS_ONLY = '/api/v1/user-management/pending-approval'
const ENDED = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl'

const callers = {
  'with the token of a session that has ended': async () => ({ ...(await test.person('basic_user')), token: ENDED }),
  'of a blocked account': async () => {
    const blocked = await test.person('basic_user')
    test.block(blocked)
    return blocked
  },
  'without the role': () => test.person('basic_user'),
}
const WHO = Object.keys(callers) as (keyof typeof callers)[]

it.each(WHO)('is refused in another way over the limit: %s', async (who) => {
  const as = await callers[who]()
  const ip = `198.51.100.${1 + WHO.indexOf(who)}`
  const path = who === 'without the role' ? ADMINS_ONLY : PROFILE
  const ask = async () => (await test.call('GET', path, { as, ip })).status
  const first = await ask()
  expect([401, 403]).toContain(first)
  for (let n = 1; n < PER_MINUTE; n++) expect(await ask()).toBe(first)
  expect(await ask()).toBe(429)
  // Who is signed in at the same network goes on, and so do its visitors.
  expect(await test.call('GET', PROFILE, { as: await test.person('basic_user'), ip })).toMatchObject({ status: 200 })
  expect(await test.call('GET', '/api/v1/categories', { ip })).toMatchObject({ status: 200 })
})
