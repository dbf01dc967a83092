import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SUPPORT_VIEW_HEADER } from '#contract/accounts/support-view-values.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { type Answer, createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { endOverdueViews } from './support-views.ts'

type Line = Record<string, unknown>

let test: TestApp
let root: Person
const access: Line[] = []
const security: Line[] = []
beforeAll(async () => {
  test = await createTestApp({
    requestLines: {
      access: (line) => void access.push(line as Line),
      security: (line, grave) => void security.push({ ...line, grave }),
    },
  })
  root = await freshly('super_admin')
})
afterAll(() => test.close())
afterEach(() => {
  access.length = 0
  security.length = 0
})

async function freshly(role: 'admin' | 'super_admin'): Promise<Person> {
  const person = { ...(await test.person(role)), signed_in_at: new Date() }
  test.know(person)
  return person
}

const REASON = 'Ticket 4711: the balance looks wrong'
const start = (as: Person, whom: Pick<Person, 'id'>, body: object = { reason: REASON }) =>
  test.call('POST', `/api/v1/admin/people/${whom.id}/view`, { as, body })
const end = (as: Person, view: string) => test.call('POST', `/api/v1/admin/support-views/${view}/end`, { as })
const codeOf = ({ status, body }: Answer) => [status, body.errors?.[0]?.code]
const ENDED = [403, 'view_ended']

/** What the view shows of who one is. */
const look = (as: Person | null, view: string, path = '/api/v1/users/me', headers: Record<string, string> = {}) =>
  test.call('GET', path, { as, headers: { [SUPPORT_VIEW_HEADER]: view, ...headers } })

async function begin(as?: Person, whom?: Person) {
  const admin = as ?? (await freshly('admin'))
  const person = whom ?? (await test.person('seller'))
  const { status, body } = await start(admin, person)
  expect(status).toBe(201)
  return { admin, person, view: body.data.id as string, body }
}

const auditOf = async (view: string) => {
  const { rows } = await test.database.pool.query(
    `select actor_id, action, target_id, reason, details, address from audit_log where details ->> 'view_id' = $1 order by id`,
    [view],
  )
  return rows
}
const setRole = (id: string, role: string) => test.call('PUT', `/api/v1/users/${id}/role`, { as: root, body: { role } })

describe('a view of support', () => {
  it('shows Chowk as the person sees it, and says so in the audit log, the security log and to the person', async () => {
    const { admin, person, view, body } = await begin()
    expect(body.data).toMatchObject({ id: view, person: { id: person.id } })
    const minutes = (Date.parse(body.data.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    const seen = await look(admin, view)
    expect(seen.body.data).toMatchObject({ id: person.id, role: 'seller' })
    expect(access.at(-1)).toMatchObject({ caller: 'user', caller_id: admin.id, viewing: person.id })
    // The admin is themselves in every request that does not name the view.
    expect((await test.call('GET', '/api/v1/users/me', { as: admin })).body.data.id).toBe(admin.id)
    const list = () => test.call('GET', '/api/v1/users/me/support-views', { as: person })
    expect((await list()).body.data).toMatchObject({
      total: 1,
      items: [{ id: view, role: 'admin', reason: REASON, ended_at: null }],
    })
    expect((await end(admin, view)).status).toBe(200)
    expect((await end(admin, view)).status).toBe(200)
    expect(codeOf(await look(admin, view))).toEqual(ENDED)
    const told = (await list()).body.data.items[0]
    expect(Date.parse(told.ended_at)).toBeGreaterThanOrEqual(Date.parse(told.started_at))
    expect(JSON.stringify(told)).not.toContain(admin.id)
    expect(await auditOf(view)).toMatchObject([
      { actor_id: admin.id, action: 'user.view', target_id: person.id, reason: REASON, address: '203.0.113.9' },
      { actor_id: admin.id, action: 'user.end_view', target_id: person.id, details: { because: 'stopped' } },
    ])
    const by = { type: 'security', caller_id: admin.id, grave: true }
    expect(security).toMatchObject([
      { ...by, event: 'impersonation_started', target_id: person.id },
      { ...by, event: 'impersonation_ended' },
      { ...by, event: 'impersonation_ended' },
      { event: 'refused', error: 'view_ended' },
    ])
    expect(JSON.stringify([access, security])).not.toContain('4711')
  })

  it('begins with a reason and a recent sign-in, for admins alone', async () => {
    const [admin, person] = [await freshly('admin'), await test.person()]
    expect(codeOf(await start(admin, person, { reason: ' ' }))).toEqual([400, 'invalid_input'])
    expect(codeOf(await start(admin, person, {}))).toEqual([400, 'invalid_input'])
    expect(codeOf(await start(admin, person, { reason: 'x'.repeat(1001) }))).toEqual([400, 'invalid_input'])
    const stale = { ...(await test.person('admin')), signed_in_at: new Date(Date.now() - 11 * 60_000) }
    test.know(stale)
    expect(codeOf(await start(stale, person))).toEqual([403, 'confirmation_needed'])
    for (const role of ['basic_user', 'seller', 'creator_admin'] as const)
      expect((await start(await test.person(role), person)).status).toBe(403)
    expect((await start(admin, { id: '01890000-0000-7000-8000-000000000000' as never })).status).toBe(404)
  })

  it('is never of oneself, of an admin, or of an account that cannot sign in', async () => {
    const admin = await freshly('admin')
    expect(codeOf(await start(admin, admin))).toEqual([403, 'forbidden'])
    expect(codeOf(await start(admin, root))).toEqual([403, 'forbidden'])
    for (const role of ['admin', 'super_admin'] as const)
      expect((await start(root, await test.person(role))).body.status.message).toBe('Nobody can view as an admin.')
    const blocked = await test.person()
    await test.call('POST', `/api/v1/user-management/${blocked.id}/block`, { as: root, body: { reason: 'Spam' } })
    expect(codeOf(await start(root, blocked))).toEqual([409, 'illegal_transition'])
    expect((await test.database.pool.query('select from support_views where admin_id = $1', [root.id])).rowCount).toBe(
      0,
    )
    const page = await test.call('GET', `/api/v1/admin/people/${blocked.id}`, { as: root })
    expect(page.body.data.abilities.view).toEqual({
      allowed: false,
      reason: 'They can’t sign in themselves, so there’s nothing to view.',
    })
  })
})

describe('who names a view', () => {
  it('must be the admin who began it, in the session they began it in', async () => {
    const { admin, person, view } = await begin()
    const other = await freshly('admin')
    const elsewhere = { ...admin, token: `elsewhere.${admin.id}.x`, session: 'another-browser' }
    test.know(elsewhere)
    for (const as of [other, root, person, elsewhere, await test.person(), null])
      expect([as?.role, codeOf(await look(as, view))]).toEqual([as?.role, ENDED])
    expect((await end(other, view)).status).toBe(404)
    expect((await end(person, view)).status).toBe(403)
    expect((await look(admin, view)).status).toBe(200)
  })

  it('is nobody when the view is made up, and does not fall back to themselves, not even where everyone may look', async () => {
    const { admin, view } = await begin()
    const forged = [uuidv7(), 'nonsense', `${view},${view}`, `${view}'--`, '', ' ', 'null', view.slice(0, -1)]
    for (const path of ['/api/v1/users/me', '/api/v1/agents', '/api/v1/categories'])
      for (const one of forged) expect([path, one, codeOf(await look(admin, one, path))]).toEqual([path, one, ENDED])
    expect(codeOf(await look(null, view, '/api/v1/agents'))).toEqual(ENDED)
    const headers = { authorization: 'Bearer a.forged.token' }
    expect(codeOf(await look(null, view, '/api/v1/agents', headers))).toEqual([401, 'unauthenticated'])
  })

  it('is no program: API keys, tools and pages of other sites have no view', async () => {
    const { admin, view } = await begin()
    const body = { name: 'A program', scopes: ['read'] }
    const { secret } = (await test.call('POST', '/api/v1/api-keys', { as: admin, body })).body.data
    const key = { authorization: `Bearer ${secret}` }
    expect(codeOf(await look(null, view, '/api/v1/executions', key))).toEqual(ENDED)
    expect(codeOf(await look(null, view, '/api/v1/agents', key))).toEqual(ENDED)
    expect(codeOf(await look(null, view, '/api/v1/agents', { 'x-api-key': secret }))).toEqual(ENDED)
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const named = { [SUPPORT_VIEW_HEADER]: view, host: 'localhost' }
    for (const method of ['GET', 'POST', 'DELETE'])
      expect([
        method,
        ...codeOf(
          await test.call(method, '/mcp', { as: admin, headers: named, ...(method === 'POST' && { body: message }) }),
        ),
      ]).toEqual([method, 403, 'viewing_read_only'])
    // A browser sends its cookie on its own, and no page of another site may name the view.
    expect(codeOf(await look(null, view, '/api/v1/users/me', { cookie: 'session=x' }))).toEqual(ENDED)
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
    const allowed = (await test.call('OPTIONS', '/api/v1/executions', { headers: preflight })).headers
    expect(String(allowed['access-control-allow-headers'])).not.toContain(SUPPORT_VIEW_HEADER)
  })

  it('has one view at a time, in whatever order they begin', async () => {
    const { admin, view: first } = await begin()
    const { view: second } = await begin(admin)
    expect(codeOf(await look(admin, first))).toEqual(ENDED)
    expect((await look(admin, second)).status).toBe(200)
    expect((await auditOf(first)).at(-1)).toMatchObject({ action: 'user.end_view', details: { because: 'replaced' } })
    const people = await Promise.all(Array.from({ length: 6 }, () => test.person()))
    const answers = await Promise.all(people.map((person) => start(admin, person)))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201))
    const views = answers.map(({ body }) => body.data.id as string)
    const seen = await Promise.all(views.map((one) => look(admin, one)))
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a view ends', () => {
  it('after its time, also when nobody says so', async () => {
    const { admin, person, view } = await begin()
    await test.database.pool.query(
      `update support_views set started_at = now() - interval '20 minutes', expires_at = now() - interval '5 minutes' where id = $1`,
      [view],
    )
    expect(codeOf(await look(admin, view))).toEqual(ENDED)
    const told = (await test.call('GET', '/api/v1/users/me/support-views', { as: person })).body.data.items[0]
    expect(Date.now() - Date.parse(told.ended_at)).toBeGreaterThan(4 * 60_000)
    expect(await endOverdueViews(test.database.db)).toEqual([
      { id: view, admin_id: admin.id, person_id: person.id, ended_because: 'expired' },
    ])
    expect(await endOverdueViews(test.database.db)).toEqual([])
    expect(await auditOf(view)).toMatchObject([
      { action: 'user.view' },
      { action: 'user.end_view', actor_id: admin.id, details: { because: 'expired' }, address: null },
    ])
  })

  it('when the admin is blocked or gets another role, for good', async () => {
    for (const role of ['seller', 'super_admin'] as const) {
      const { admin, view } = await begin()
      await setRole(admin.id, role)
      const now = { ...admin, role, token: `${role}.${admin.id}.x` }
      test.know(now)
      expect(codeOf(await look(now, view))).toEqual(ENDED)
      await setRole(admin.id, 'admin')
      expect(codeOf(await look(admin, view))).toEqual(ENDED)
      expect((await auditOf(view)).at(-1)).toMatchObject({ details: { because: 'admin_changed' } })
    }
    const { admin, view } = await begin()
    await test.call('POST', `/api/v1/user-management/${admin.id}/block`, { as: root, body: { reason: 'Lost laptop' } })
    await test.call('POST', `/api/v1/user-management/${admin.id}/activate`, { as: root, body: { reason: 'Found' } })
    expect(codeOf(await look(admin, view))).toEqual(ENDED)
  })

  it('when the person becomes an admin, is blocked or deletes the account', async () => {
    const { admin, person, view } = await begin()
    await setRole(person.id, 'admin')
    expect(codeOf(await look(admin, view))).toEqual(ENDED)
    expect((await auditOf(view)).at(-1)).toMatchObject({ details: { because: 'person_changed' } })
    const blocked = await begin(admin)
    await test.call('POST', `/api/v1/user-management/${blocked.person.id}/block`, {
      as: root,
      body: { reason: 'Spam' },
    })
    expect(codeOf(await look(admin, blocked.view))).toEqual(ENDED)
    // Changed without a word to us, as by a statement at the database.
    const direct = await begin(admin)
    await test.database.pool.query(`update users set role = 'admin' where id = $1`, [direct.person.id])
    expect(codeOf(await look(admin, direct.view))).toEqual(ENDED)
    expect((await endOverdueViews(test.database.db)).map((one) => one.ended_because)).toEqual(['person_changed'])
    const gone = await begin(admin)
    const fresh = { ...gone.person, signed_in_at: new Date() }
    test.know(fresh)
    const deleted = await test.call('POST', '/api/v1/users/me/deletion', {
      as: fresh,
      body: { email: 'x@example.com' },
    })
    expect(deleted.status).toBe(200)
    expect(codeOf(await look(admin, gone.view))).toEqual(ENDED)
    expect((await auditOf(gone.view)).at(-1)).toMatchObject({ details: { because: 'person_changed' } })
  })

  it('with the session of the admin', async () => {
    const { pool } = test.database
    const admin = { ...(await test.person('admin')), session: `session-${uuidv7()}` }
    test.know(admin)
    await pool.query(`insert into auth."user" (id, name, email, "emailVerified") values ($1, 'A', $2, true)`, [
      admin.session,
      `${admin.session}@example.com`,
    ])
    await pool.query(
      `insert into auth.session (id, "expiresAt", token, "updatedAt", "userId", "confirmedAt") values ($1, now() + interval '1 day', $1, now(), $1, now())`,
      [admin.session],
    )
    const { view } = await begin(admin)
    expect(await endOverdueViews(test.database.db)).toEqual([])
    await pool.query('delete from auth.session where id = $1', [admin.session])
    expect((await endOverdueViews(test.database.db)).map((one) => one.ended_because)).toEqual(['signed_out'])
    expect(codeOf(await look(admin, view))).toEqual(ENDED)
  })
})
