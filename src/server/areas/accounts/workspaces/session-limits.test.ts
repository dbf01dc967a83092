/** Limits of sessions as members meet them: what counts is the session that acts, in the workspace that has the limit. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { createTestIdentity, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'

let test: TestApp
let identity: TestIdentity
beforeAll(async () => {
  test = await createTestApp()
  identity = await createTestIdentity(test.database)
})
afterAll(async () => {
  await identity.stop()
  await test.close()
})

const query = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
let owner: Person
let member: Person & { session: string }
let place: { id: string; slug: string }
beforeEach(async () => {
  owner = await test.person('seller')
  place = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Clinic' } })).body.data
  const { email } = await signUpSomebody(identity)
  const { rows } = await query(
    `select u.id, s.id as session from users u join auth.session s on s."userId" = u.firebase_uid where u.email = $1`,
    [email],
  )
  member = {
    id: rows[0].id,
    role: 'basic_user',
    session: rows[0].session,
    token: `session.${rows[0].session}.signature`,
  }
  test.know(member)
  await query(`insert into workspace_members (workspace_id, user_id, role) values ($1, $2, 'member')`, [
    place.id,
    member.id,
  ])
})

const limits = (session_hours: number | null, idle_minutes: number | null, as = owner) =>
  test.call('PUT', `/api/v1/workspaces/${place.id}/session-limits`, { as, body: { session_hours, idle_minutes } })
const act = async (as: Person = member) =>
  (await test.call('GET', '/api/v1/executions', { as, headers: { 'x-workspace': place.slug } })).status
const isOpen = async () => (await query('select from auth.session where id = $1', [member.session])).rowCount === 1
const age = (minutes: number) =>
  query(
    `update auth.session set "createdAt" = now() - make_interval(mins => $2), "confirmedAt" = now() - make_interval(mins => $2) where id = $1`,
    [member.session, minutes],
  )
const rest = (minutes: number) =>
  query('update workspace_activity set acted_at = now() - make_interval(mins => $2) where session_id = $1', [
    member.session,
    minutes,
  ])

it('are read and set by owners and admins, within their bounds, and audited', async () => {
  expect((await limits(8, 30)).body.data).toEqual({ session_hours: 8, idle_minutes: 30 })
  const path = `/api/v1/workspaces/${place.id}/session-limits`
  expect((await test.call('GET', path, { as: owner })).body.data).toEqual({ session_hours: 8, idle_minutes: 30 })
  expect((await test.call('GET', path, { as: member })).status).toBe(403)
  expect((await limits(null, null, member)).status).toBe(403)
  expect((await test.call('GET', path, { as: await test.person() })).status).toBe(404)
  for (const [hours, minutes, field] of [
    [0, null, 'session_hours'],
    [721, null, 'session_hours'],
    [null, 4, 'idle_minutes'],
    [1.5, null, 'session_hours'],
  ] as const)
    expect((await limits(hours, minutes)).body.errors[0].field).toBe(field)
  const { rows } = await query(
    `select details from audit_log where action = 'workspace.set_session_limits' and target_id = $1`,
    [place.id],
  )
  expect(rows).toEqual([
    {
      details: {
        from: { session_hours: null, idle_minutes: null },
        to: { session_hours: 8, idle_minutes: 30 },
      },
    },
  ])
})

it('end a session that is older than allowed with its next act, and no earlier', async () => {
  await age(7 * 60 + 59)
  await limits(8, null)
  expect(await act()).toBe(200)
  await age(8 * 60 + 1)
  // What is their own is no business of the workspace.
  expect((await test.call('GET', '/api/v1/executions', { as: member })).status).toBe(200)
  expect(await act()).toBe(401)
  expect(await isOpen()).toBe(false)
})

it('end a session in which nothing was done for too long; what is done begins the time again', async () => {
  await age(600)
  await limits(null, 30)
  // Who was signed in when the limit came counts as having just acted.
  expect(await act()).toBe(200)
  await rest(29)
  expect(await act()).toBe(200)
  await rest(29)
  expect(await act()).toBe(200)
  await rest(31)
  expect(await act()).toBe(401)
  expect(await isOpen()).toBe(false)
})

it('begin with the sign-in for a session that comes later', async () => {
  await limits(null, 30)
  await query('delete from workspace_activity where session_id = $1', [member.session])
  await age(29)
  expect(await act()).toBe(200)
  await query('delete from workspace_activity where session_id = $1', [member.session])
  await age(31)
  expect(await act()).toBe(401)
})
