import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#contract/core/access.ts'
import { ROLE_REQUESTS } from '#contract/core/server-limits.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let admin: Person
let root: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  root = await test.person('super_admin')
})
afterAll(() => test.close())

const ask = (as: Person, role = 'seller', reason = 'I build coders for clinics') =>
  test.call('POST', '/api/v1/role-requests', { as, body: { role, reason } })
const decide = (as: Person, whom: Person, approve: boolean, reason = '') =>
  test.call('POST', `/api/v1/user-management/${whom.id}/approve`, { as, body: { approve, reason } })
const state = async (as: Person) => (await test.call('GET', '/api/v1/role-requests', { as })).body.data
const userRow = async ({ id }: Person) =>
  (await test.database.pool.query('select role, status, status_reason from users where id = $1', [id])).rows[0]
const audit = async ({ id }: Person) =>
  (
    await test.database.pool.query(
      'select actor_id, action, reason, details from audit_log where target_id = $1 order by created_at, id',
      [id],
    )
  ).rows
const notices = async (as: Person) => (await test.call('GET', '/api/v1/notifications', { as })).body.data
const waiting = async (as: Person) => {
  const { body } = await test.call('GET', '/api/v1/user-management/pending-approval', { as, query: { limit: '100' } })
  return body.data.items
}

describe('asking for a role', () => {
  it('makes the asker pending, tells the admins, and is on their list', async () => {
    const user = await test.person()
    const { status, body } = await ask(user)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      role: 'basic_user',
      latest: { role: 'seller', status: 'open', reason: 'I build coders for clinics', decided_at: null },
      roles: [
        { role: 'seller', ability: { allowed: false, reason: 'Your request is waiting for a decision.' } },
        { role: 'creator_admin', ability: { allowed: false } },
      ],
    })
    expect(await userRow(user)).toMatchObject({ role: 'basic_user', status: 'pending' })
    expect((await notices(admin)).items[0]).toMatchObject({ kind: 'role_request', href: '/admin/users?status=pending' })
    const [found] = (await waiting(admin)).filter((one: { user: { id: string } }) => one.user.id === user.id)
    expect(found).toMatchObject({ user: { status: 'pending' }, request: { role: 'seller' } })
  })

  it('is possible once at a time, however quickly', async () => {
    const user = await test.person()
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => ask(user)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  })

  it('is refused for a role one has', async () => {
    const seller = await test.person('seller')
    const { status, body } = await ask(seller)
    expect([status, body.status.message]).toEqual([409, 'You already have this role.'])
    expect((await ask(seller, 'creator_admin')).status).toBe(201)
  })

  it('can be taken back, by the asker alone, while nobody has answered', async () => {
    const [user, stranger] = [await test.person(), await test.person('super_admin')]
    const { id } = (await ask(user)).body.data.latest
    const url = `/api/v1/role-requests/${id}/withdraw`
    expect((await test.call('POST', url, { as: stranger })).status).toBe(404)
    expect((await test.call('POST', url, { as: user })).body.data).toMatchObject({
      latest: { status: 'withdrawn' },
      roles: [{ ability: { allowed: true } }, { ability: { allowed: true } }],
    })
    expect((await test.call('POST', url, { as: user })).status).toBe(409)
    expect(await userRow(user)).toMatchObject({ status: 'active' })
    expect(await waiting(admin)).not.toContainEqual(expect.objectContaining({ user: expect.objectContaining(user) }))
  })

  it('is not possible without end', async () => {
    const user = await test.person()
    for (let time = 0; time < ROLE_REQUESTS.per_week; time++) {
      const { id } = (await ask(user)).body.data.latest
      await test.call('POST', `/api/v1/role-requests/${id}/withdraw`, { as: user })
    }
    expect((await ask(user)).body.status.message).toMatch(/several requests/)
  })

  it.each([
    ['admin', 'a reason', 'role'],
    ['seller', '   ', 'reason'],
    ['seller', 'x'.repeat(1001), 'reason'],
  ])('names what is wrong with %s', async (role, reason, field) => {
    const { status, body } = await ask(await test.person(), role, reason)
    expect([status, body.errors[0].field]).toEqual([400, field])
  })
})

describe('answering', () => {
  it('gives the role, tells the user, settles the notice of the admins, and is audited', async () => {
    const user = await test.person()
    await ask(user, 'creator_admin')
    const unread = (await notices(admin)).unread
    const { status, body } = await decide(admin, user, true)
    expect([status, body.data.role, body.data.status]).toEqual([200, 'creator_admin', 'active'])
    expect(await state(user)).toMatchObject({ role: 'creator_admin', latest: { status: 'approved' } })
    expect((await notices(user)).items[0]).toMatchObject({
      kind: 'role_decided',
      title: 'Your role is now creator admin',
      href: '/upgrade',
    })
    expect((await notices(admin)).unread).toBe(unread - 1)
    expect(await audit(user)).toEqual([
      {
        actor_id: admin.id,
        action: 'user.change_role',
        reason: null,
        details: { from: 'basic_user', to: 'creator_admin' },
      },
    ])
    expect((await decide(admin, user, true)).status).toBe(409)
  })

  it('needs a reason to reject, shows it, and lets the user ask again after 7 days', async () => {
    const user = await test.person()
    await ask(user)
    const bare = await decide(admin, user, false, '  ')
    expect([bare.status, bare.body.errors[0].field]).toEqual([400, 'reason'])
    expect((await decide(admin, user, false, 'Say what you would sell')).body.data.status).toBe('rejected')
    expect(await userRow(user)).toEqual({
      role: 'basic_user',
      status: 'rejected',
      status_reason: 'Say what you would sell',
    })
    const again = await state(user)
    expect(again).toMatchObject({
      latest: { status: 'rejected', decision_reason: 'Say what you would sell' },
      roles: [{ ability: { allowed: false } }, { ability: { allowed: true } }],
    })
    expect(again.roles[0].ability.reason).toMatch(/^You can ask again on \d{4}-\d\d-\d\d\.$/)
    expect((await ask(user)).status).toBe(409)
    await test.database.pool.query(
      `update role_requests set decided_at = now() - interval '7 days 1 minute' where user_id = $1`,
      [user.id],
    )
    expect((await ask(user)).status).toBe(201)
  })

  it('by two admins at once happens once', async () => {
    const user = await test.person()
    await ask(user)
    const statuses = await Promise.all([decide(admin, user, true), decide(root, user, false, 'No')])
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await audit(user)).length).toBe(1)
  })

  it('is for admins, about people who are there', async () => {
    const user = await test.person()
    await ask(user)
    for (const role of ['basic_user', 'seller', 'creator_admin'] as const)
      expect((await decide(await test.person(role), user, true)).status).toBe(403)
    const nobody = { ...user, id: '01890000-0000-7000-8000-000000000000' as never }
    expect((await decide(admin, nobody, true)).status).toBe(404)
  })

  it('happens automatically when the role is given without it', async () => {
    const user = await test.person()
    await ask(user)
    await test.call('PUT', `/api/v1/users/${user.id}/role`, { as: admin, body: { role: 'creator_admin' } })
    expect((await state(user)).latest.status).toBe('approved')
  })
})

describe('managing users', () => {
  it('lists by role and by a part of the name or the email, in pages', async () => {
    const { pool } = test.database
    const people: Person[] = []
    for (let n = 0; n < 3; n++) people.push(await test.person('seller'))
    for (const [n, { id }] of people.entries())
      await pool.query('update users set display_name = $2 where id = $1', [id, `100%_Meera ${n}`])
    const list = async (query: Record<string, string>) =>
      (await test.call('GET', '/api/v1/users', { as: admin, query })).body.data
    const found = await list({ search: '%_mEERA', role: 'seller', page: '2', limit: '2' })
    expect(found).toMatchObject({ total: 3, limit: 2, offset: 2, items: [{ display_name: '100%_Meera 0' }] })
    expect((await list({ search: 'Meera', role: 'admin' })).total).toBe(0)
    expect((await list({ search: people[1]?.id ?? '' })).items).toMatchObject([{ id: people[1]?.id }])
  })

  it('blocks for days, shows who is blocked, and activates', async () => {
    const user = await test.person()
    const act = (verb: string, body: object) =>
      test.call('POST', `/api/v1/user-management/${user.id}/${verb}`, { as: admin, body })
    const { body } = await act('block', { reason: 'Spam', duration_days: 3 })
    expect(body.data).toMatchObject({ status: 'blocked', status_reason: 'Spam' })
    const days = (Date.parse(body.data.blocked_until) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(3, 2)
    const blocked = async () =>
      (await test.call('GET', '/api/v1/user-management/blocked-users', { as: admin })).body.data.items
    expect((await blocked())[0]).toMatchObject({ id: user.id })
    expect((await act('activate', { reason: 'Apologised' })).body.data).toMatchObject({ status: 'active' })
    expect(await blocked()).toEqual([])
    expect((await audit(user)).map(({ action, reason }) => [action, reason])).toEqual([
      ['user.change_status', 'Spam'],
      ['user.change_status', 'Apologised'],
    ])
    const bare = await act('block', { reason: '' })
    expect([bare.status, bare.body.errors[0].field]).toEqual([400, 'reason'])
    expect((await act('block', { reason: 'x', duration_days: 0 })).body.errors[0].field).toBe('duration_days')
  })

  it('leaves a user who asked for a role waiting for the answer after a block, however it ends', async () => {
    const user = await test.person()
    await ask(user)
    const path = `/api/v1/user-management/${user.id}`
    const block = () => test.call('POST', `${path}/block`, { as: admin, body: { reason: 'Spam', duration_days: 1 } })
    await block()
    const { body } = await test.call('POST', `${path}/activate`, { as: admin, body: {} })
    expect(body.data).toMatchObject({ status: 'pending', status_reason: null, blocked_until: null })
    await block()
    await test.database.pool.query(`update users set blocked_until = now() - interval '1 second' where id = $1`, [
      user.id,
    ])
    const [found] = (await waiting(admin)).filter((one: { user: { id: string } }) => one.user.id === user.id)
    expect(found.user.status).toBe('pending')
    expect((await decide(admin, user, false, 'Say what you would sell')).body.data.status).toBe('rejected')
  })

  it('moves up only up, and down only down', async () => {
    const user = await test.person('seller')
    const move = (verb: 'upgrade-role' | 'downgrade-role', new_role: Role) =>
      test.call('POST', `/api/v1/user-management/${user.id}/${verb}`, { as: admin, body: { new_role, reason: 'So' } })
    expect((await move('upgrade-role', 'seller')).status).toBe(409)
    expect((await move('downgrade-role', 'creator_admin')).status).toBe(409)
    expect((await move('upgrade-role', 'creator_admin')).body.data.role).toBe('creator_admin')
    expect((await move('downgrade-role', 'basic_user')).body.data.role).toBe('basic_user')
    expect((await move('upgrade-role', 'admin')).status).toBe(403)
  })

  it('says which roles one may give: an admin up to creator_admin, a super admin all', async () => {
    const may = async (as: Person) =>
      (await test.call('GET', '/api/v1/user-management/assignable-roles', { as })).body.data.assignable_roles
    expect(await may(admin)).toEqual(['basic_user', 'seller', 'creator_admin'])
    expect(await may(root)).toEqual(ROLES)
  })

  it('never reaches an admin from an admin, or oneself', async () => {
    const other = await test.person('admin')
    for (const whom of [other, root, admin]) {
      const put = await test.call('PUT', `/api/v1/users/${whom.id}/role`, { as: admin, body: { role: 'seller' } })
      expect(put.status).toBe(403)
      const block = { as: admin, body: { reason: 'No' } }
      expect((await test.call('POST', `/api/v1/user-management/${whom.id}/block`, block)).status).toBe(403)
    }
    expect(await userRow(other)).toMatchObject({ role: 'admin', status: 'active' })
  })

  it('cannot be made unsaid in the audit log', async () => {
    const { pool } = test.database
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/only added to/)
    await expect(pool.query(`update audit_log set reason = 'x'`)).rejects.toThrow(/only added to/)
  })
})

describe('a role named as specification §6 also names it', () => {
  it('is the first role, in lists and in changes', async () => {
    const somebody = await test.person('seller')
    const path = `/api/v1/users/${somebody.id}/role`
    const changed = await test.call('PUT', path, { as: root, body: { role: 'user' } })
    expect([changed.status, changed.body.data?.role]).toEqual([200, 'basic_user'])
    const query = { role: 'user', limit: '100' }
    const listed = await test.call('GET', '/api/v1/users', { as: admin, query })
    expect(listed.body.data.items.map(({ role }: { role: Role }) => role)).toContain('basic_user')
    expect(new Set(listed.body.data.items.map(({ role }: { role: Role }) => role))).toEqual(new Set(['basic_user']))
  })
})

describe('a caller without the permission', () => {
  it.each([
    ['GET', '/api/v1/users', 'manage', 'users'],
    ['POST', '/api/v1/workflows', 'create', 'workflows'],
    ['GET', '/api/v1/admin/errors', 'access', 'admin'],
  ])('of %s %s is told which one is missing', async (method, path, action, resource) => {
    const { status, body } = await test.call(method, path, { as: await test.person(), body: {} })
    expect([status, body.status.message]).toEqual([403, 'You do not have permission to access this resource.'])
    const message = `Access denied: insufficient permissions for ${action} on ${resource}.`
    expect(body.errors).toEqual([{ message, code: 'forbidden' }])
  })
})
