import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance, postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let admin: Person
let root: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  root = { ...(await test.person('super_admin')), signed_in_at: new Date() }
  for (const one of [admin, root]) test.know(one)
})
afterAll(async () => {
  expect(await findDrift(test.database.db)).toEqual([])
  expect((await sumKinds(test.database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await test.close()
})

const HOSTILE = `<img src=x onerror=alert(1)> \u202Eevil ${'x'.repeat(900)}`
const path = ({ id }: Pick<Person, 'id'>, section = '') => `/api/v1/admin/people/${id}${section}`
const get = async (whom: Person, section = '', query: Record<string, string> = {}, as = admin) => {
  const { status, body } = await test.call('GET', path(whom, section), { as, query })
  expect(status).toBe(200)
  return body.data
}
const give = (whom: Person, body: object = {}, as = admin) =>
  test.call('POST', path(whom, '/credits'), {
    as,
    body: { paise: 25_000, reason: 'Three failed runs', idempotency_key: uuidv7(), ...body },
  })
const creditsOf = ({ id }: Person) => balanceOf(test.database.db, 'credits', id)

const SECTIONS = ['', '/sessions', '/services', '/runs', '/orders', '/credits', '/messages', '/audit']

describe('one page per person', () => {
  it.each(SECTIONS)('is for those who manage users: %s', async (section) => {
    const whom = await test.person()
    for (const role of ['basic_user', 'seller', 'creator_admin'] as const)
      expect((await test.call('GET', path(whom, section), { as: await test.person(role) })).status).toBe(403)
    expect((await test.call('GET', path(whom, section), { as: whom })).status).toBe(403)
    expect((await test.call('GET', path(whom, section))).status).toBe(401)
    const nobody = { id: '01890000-0000-7000-8000-000000000000' as never }
    expect((await test.call('GET', path(nobody, section), { as: admin })).status).toBe(404)
    expect((await test.call('GET', `/api/v1/admin/people/nonsense${section}`, { as: admin })).status).toBe(400)
  })

  it('says who they are, what they ask for, and what the caller may do', async () => {
    const whom = await test.person()
    await test.call('POST', '/api/v1/role-requests', { as: whom, body: { role: 'seller', reason: HOSTILE } })
    const person = await get(whom)
    expect(person).toMatchObject({
      id: whom.id,
      status: 'pending',
      plan: null,
      sign_in: null,
      request: { role: 'seller', reason: HOSTILE },
      roles: ['seller', 'creator_admin'],
      abilities: {
        decide: { allowed: true },
        block: { allowed: true },
        activate: { allowed: false, reason: 'This account is active.' },
        end_sessions: { allowed: false, reason: 'Sign-in is kept by another provider. Do this there.' },
      },
    })
    expect((await get(whom, '', {}, root)).roles).toEqual(['seller', 'creator_admin', 'admin', 'super_admin'])
    const other = await get(root)
    expect(other.roles).toEqual([])
    expect(other.abilities.block.reason).toBe('Only a super admin can manage an admin.')
    expect((await get(admin)).abilities.give_credits.reason).toBe('You can’t give credits to yourself.')
  })

  it('tells how runs went, with our own words for the cause, and nothing of their content', async () => {
    const whom = await test.person()
    const secret = 'Patient Asha Rao'
    const insert = (more: object) => {
      const row = { id: uuidv7(), owner_id: whom.id, workflow_id: uuidv7(), workflow_version_id: uuidv7(), ...more }
      const names = Object.keys(row)
      return test.database.pool.query(
        `insert into executions (${names.join(', ')}, input, output, title) values (${names.map((_, at) => `$${at + 1}`).join(', ')},
          '{"text":"${secret}"}', '"${secret}"', '${secret}')`,
        Object.values(row),
      )
    }
    const error = (code: string) => JSON.stringify({ code, message: `“${secret}” is not a date`, node_id: 'n' })
    await insert({ status: 'failed', trigger: 'manual', error: error('bad_input') })
    await insert({ status: 'failed', trigger: 'manual', error: error('constructor') })
    await insert({ status: 'failed', trigger: 'manual', error: error(secret) })
    await insert({ status: 'failed', trigger: 'bench', error: error('bad_input') })
    await insert({ status: 'succeeded', trigger: 'api' })
    const { items, total } = await get(whom, '/runs')
    expect(total).toBe(4)
    const failed = await get(whom, '/runs', { status: 'failed', limit: '2' })
    expect([failed.total, failed.items.length]).toEqual([3, 2])
    expect(items.map((run: { error: unknown }) => run.error)).toEqual([
      null,
      { code: 'failed', cause: null },
      { code: 'constructor', cause: null },
      { code: 'bad_input', cause: 'The input doesn’t fit what the step expects.' },
    ])
    expect(JSON.stringify([items, failed])).not.toContain('Asha')
  })

  it('shows messages that they wrote, signed in or from a confirmed address, and those of nobody else', async () => {
    const whom = await test.person()
    const write = (user: string | null, email: string, message: string) =>
      test.database.pool.query(
        `insert into contact_messages (id, reference, topic, name, email, message, user_id) values ($1::uuid, $1::text, 'help', 'A', $2, $3, $4)`,
        [uuidv7(), email, message, user],
      )
    const email = `${whom.id}@example.com`
    await write(whom.id, 'elsewhere@example.com', 'signed in')
    await write(null, email.toUpperCase(), 'from my address')
    await write(admin.id, email, 'of another account')
    expect((await get(whom, '/messages')).items).toMatchObject([{ message: 'signed in' }])
    await test.database.pool.query('update users set is_verified = true where id = $1', [whom.id])
    expect((await get(whom, '/messages')).items.map(({ message }: { message: string }) => message)).toEqual([
      'from my address',
      'signed in',
    ])
  })

  it('lists what was done to them and by them, and how role and status came about', async () => {
    const whom = await test.person()
    const block = { reason: HOSTILE.slice(0, 1000), duration_days: 3 }
    await test.call('POST', `/api/v1/user-management/${whom.id}/block`, { as: admin, body: block })
    await give(whom)
    const about = await get(whom, '/audit')
    expect(about.items.map(({ action }: { action: string }) => action)).toEqual([
      'user.give_credits',
      'user.change_status',
    ])
    expect(about.items[1]).toMatchObject({
      reason: block.reason.trim(),
      actor: { id: admin.id },
      target: { id: whom.id },
    })
    expect((await get(whom, '/audit', { show: 'standing' })).total).toBe(1)
    expect((await get(whom, '/audit', { show: 'by' })).total).toBe(0)
    expect((await get(admin, '/audit', { show: 'by', limit: '1' })).items[0].target.id).toBe(whom.id)
  })
})

describe('credits that support gives', () => {
  it('are an expense of the platform, posted once per key, and shown to the person', async () => {
    const whom = await test.person()
    const before = await platformBalance(test.database.db, 'goodwill')
    const idempotency_key = uuidv7()
    const tries = await Promise.all([...Array(5)].map(() => give(whom, { idempotency_key })))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await creditsOf(whom)).toBe(25_000)
    expect((await platformBalance(test.database.db, 'goodwill')) - before).toBe(-25_000)
    const statement = await test.call('GET', '/api/v1/credits/statement', { as: whom })
    expect(statement.body.data.items).toMatchObject([
      { kind: 'goodwill', paise: 25_000, balance_paise: 25_000, title: 'Three failed runs' },
    ])
    expect(await get(whom, '/credits')).toMatchObject({ balance_paise: 25_000, total: 1 })
    const notices = await test.call('GET', '/api/v1/notifications', { as: whom })
    expect(notices.body.data.items).toMatchObject([
      { title: 'You received ₹250 in credits', message: 'Three failed runs' },
    ])
    expect((await get(whom, '/audit')).items).toMatchObject([
      { action: 'user.give_credits', details: { paise: 25_000 } },
    ])
    const other = await give(whom, { idempotency_key, paise: 30_000 })
    expect([other.status, other.body.errors[0].code]).toEqual([409, 'already_exists'])
    expect(await creditsOf(whom)).toBe(25_000)
  })

  it.each([
    [{ paise: 99 }, 'paise'],
    [{ paise: 1_000_001 }, 'paise'],
    [{ paise: 100.5 }, 'paise'],
    [{ paise: -500 }, 'paise'],
    [{ reason: '  ' }, 'reason'],
    [{ reason: 'x'.repeat(10_000) }, 'reason'],
    [{ idempotency_key: 'a b' }, 'idempotency_key'],
  ])('refuse %o and change nothing', async (body, field) => {
    const whom = await test.person()
    const { status, body: answer } = await give(whom, body)
    expect([status, answer.errors[0].field]).toEqual([400, field])
    expect(await creditsOf(whom)).toBe(0)
  })

  it('never go to oneself, or from an admin to an admin, and ask who gives them', async () => {
    expect((await give(admin)).status).toBe(403)
    expect((await give(root)).body.errors[0].message).toBe('Only a super admin can manage an admin.')
    expect((await give(admin, {}, root)).status).toBe(200)
    const stale = { ...(await test.person('admin')), signed_in_at: new Date(Date.now() - 11 * 60_000) }
    test.know(stale)
    const { status, body } = await give(await test.person(), {}, stale)
    expect([status, body.errors[0].code]).toEqual([403, 'confirmation_needed'])
  })

  it('are never paid out by the refund of a top-up made before', async () => {
    const whom = await test.person()
    const order = uuidv7()
    const { pool, db } = test.database
    await pool.query(
      `insert into orders (id, user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, paid_at)
       values ($1, $2, 'credits', '{"paise": 50000}', 'Credits', 50000, '27', 'Somebody', 'test', $3, 'paid', now() - interval '1 hour')`,
      [order, whom.id, order.slice(0, 30)],
    )
    const move = (key: string, paise: number, against: 'gateway' | 'commission') =>
      db.transaction().execute((tx) =>
        postToLedger(tx, {
          key: `${key}:${order}`,
          kind: 'test',
          cause: { type: 'test', id: order },
          lines: [
            { account: against, paise: -paise },
            { account: 'credits', owner: whom.id, paise },
          ],
        }),
      )
    await move('paid', 50_000, 'gateway')
    await move('spent', -40_000, 'commission')
    await give(whom, { paise: 30_000 })
    const refund = (paise?: number) =>
      test.call('POST', '/api/v1/refunds/give', {
        as: admin,
        body: { order_id: order, reason: 'So', ...(paise && { paise }) },
      })
    expect((await refund(10_100)).body.errors[0].field).toBe('paise')
    const given = await refund()
    expect([given.status, given.body.data.paise]).toEqual([201, 10_000])
    expect(await creditsOf(whom)).toBe(30_000)
    expect(await get(whom, '/orders')).toMatchObject({
      items: [
        {
          id: order,
          refunded_paise: 10_000,
          refunds: [{ paise: 10_000, reason: 'So', created_at: expect.any(String) }],
          abilities: { refund: { allowed: true } },
        },
      ],
      paid_paise: 50_000,
      refunded_paise: 10_000,
      credits_paise: 30_000,
    })
  })
})
