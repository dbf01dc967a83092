import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { ALL_UP } from '#test/support/parts.ts'

let test: TestApp
let admin: Person
let isMailUp = true
beforeAll(async () => {
  const check = async () => ({
    ...(await ALL_UP.check()),
    checks: { database: 'up' as const, mail: isMailUp ? ('up' as const) : ('down' as const) },
  })
  test = await createTestApp({ deps: { health: { ...ALL_UP, check } } })
  admin = await test.person('admin')
})
afterAll(() => test.close())

const overview = async (as: Person) => (await test.call('GET', '/api/v1/admin/overview', { as })).body.data
const run = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const kinds = (data: { work: { kind: string }[] }) => data.work.map(({ kind }) => kind)

it('tells an admin what waits, since when, and the super admin also what only they may open', async () => {
  expect(kinds(await overview(admin))).toEqual([])
  const user = await test.person()
  await test.call('POST', '/api/v1/role-requests', { as: user, body: { role: 'seller', reason: 'Clinics' } })
  await run(`update role_requests set created_at = '2026-01-02T03:04:05Z' where user_id = $1`, [user.id])
  await run(
    `insert into mails (id, to_address, subject, body, status) values (gen_random_uuid(), 'a@example.com', 'Hello', '', 'failed')`,
  )
  const seen = await overview(admin)
  expect(seen.work).toEqual([{ kind: 'role_requests', count: 1, oldest_at: '2026-01-02T03:04:05.000Z' }])
  expect(kinds(await overview(await test.person('super_admin')))).toEqual(['role_requests', 'failed_mail'])
  await test.call('POST', `/api/v1/user-management/${user.id}/approve`, { as: admin, body: { approve: true } })
  expect(kinds(await overview(admin))).toEqual([])
})

it('names the parts that do not work', async () => {
  expect((await overview(admin)).parts_down).toEqual([])
  isMailUp = false
  expect((await overview(admin)).parts_down).toEqual(['mail'])
  isMailUp = true
})

it('counts today from midnight in India, and yesterday only up to the same time', async () => {
  const before = await overview(admin)
  const since = new Date(before.day_began_at)
  expect(new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' }).format(since)).toBe('00:00')
  const someone = await test.person()
  expect((await overview(admin)).today.sign_ups).toBe(before.today.sign_ups + 1)
  await run(`update users set created_at = now() - interval '24 hours 1 minute' where id = $1`, [someone.id])
  const yesterday = await overview(admin)
  expect(yesterday.today.sign_ups).toBe(before.today.sign_ups)
  await run(`update users set created_at = now() - interval '23 hours 59 minutes' where id = $1`, [someone.id])
  const later = await overview(admin)
  // Later on that day: it counts on neither day, unless that day is today.
  expect(later.yesterday.sign_ups).toBe(before.yesterday.sign_ups)
})

it('is closed to those without access to the admin area', async () => {
  expect((await test.call('GET', '/api/v1/admin/overview')).status).toBe(401)
  for (const role of ['basic_user', 'creator_admin'] as const)
    expect((await test.call('GET', '/api/v1/admin/overview', { as: await test.person(role) })).status).toBe(403)
})
