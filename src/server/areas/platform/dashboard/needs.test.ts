/** What the dashboard says needs this person: money, limits and results, by the rights they have, the most urgent first. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { Json, UserId } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { insertOrder } from '#server/areas/billing/orders/orders.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'

const PRICE = 1_250
const RESULT: Json = {
  ...{ view: 'codes', notice: null, document: null, text: 'No flu now.' },
  codes: [
    {
      ...{ code: 'J11', description: 'Flu', confidence: 0.8, assertion: 'present' },
      evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
    },
  ],
}
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ behaviours: { code: () => output(RESULT) } })
  const seller = await test.person('seller')
  const steps = workflow([node('go', 'manual_trigger'), node('code', 'pure', { does: 'code' })], wires('go > code'))
  const { pool } = test.database
  await addAgent(pool, seller.id, steps, { slug: 'free', name: 'Free' })
  await addAgent(pool, seller.id, steps, { slug: 'paid', name: 'Paid', price: ['per_run', PRICE] })
  await pool.query(`update agents set trial_runs = 0 where slug = 'paid'`)
})
afterAll(() => test.close())

let owner: Person
let place: { id: UserId; slug: string }
beforeEach(async () => {
  owner = await test.person()
  place = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Lakeside Clinic' } })).body.data
})

const within = () => ({ 'x-workspace': place.slug })
const needsOf = async (as: Person, headers: object = {}) =>
  (await test.call('GET', '/api/v1/dashboard/stats', { as, headers: { ...headers } })).body.data.needs
const run = (as: Person, agent_id: string, headers: object = {}) =>
  test.call('POST', '/api/v1/workflows/execute', {
    ...{ as, headers: { ...headers } },
    body: { agent_id, input: { text: 'x' }, wait_ms: 5000 },
  })
async function add(role: WorkspaceRole): Promise<Person> {
  const person = await test.person()
  await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [place.id, person.id, role])
  return person
}

async function order(user_id: UserId, { status = 'created', minutes = 60 } = {}): Promise<string> {
  const [id, now] = [uuidv7(), new Date()]
  await insertOrder(test.database.db, {
    ...{ id, user_id, receipt: id, idempotency_key: id, created_at: now },
    ...{ purpose: 'credits', subject: { paise: 50_000 }, title: 'Credits', amount_paise: 50_000 },
    ...{ state_code: '29', gstin: null, billing_name: 'Meera', billing_address: '', gateway: 'test', is_test: true },
    expires_at: new Date(now.getTime() + minutes * 60_000),
  })
  await test.database.pool.query('update orders set status = $2 where id = $1', [id, status])
  return id
}

const use = (user: UserId, calls: number) =>
  test.database.pool.query(
    `insert into api_calls (user_id, month, calls) values ($1, date_trunc('month', now() at time zone 'utc')::date, $2)
     on conflict (user_id, month) do update set calls = excluded.calls`,
    [user, calls],
  )

describe('orders', () => {
  it('are told while they can be paid, with what they cost, to who can pay', async () => {
    const user = await test.person()
    const [open, failed] = [await order(user.id), await order(user.id, { status: 'failed' })]
    await order(user.id, { status: 'paid' })
    await order(user.id, { status: 'pending' })
    await order(user.id, { minutes: -1 })
    const { orders, order: kinds } = await needsOf(user)
    expect(orders).toEqual([
      { id: failed, title: 'Credits', amount_paise: 50_000, failed: true },
      { id: open, title: 'Credits', amount_paise: 50_000, failed: false },
    ])
    expect(kinds).toEqual(['orders'])
  })

  it('of a workspace are told to its owners, and not to who builds, reviews or runs there', async () => {
    const id = await order(place.id)
    expect((await needsOf(owner, within())).orders).toMatchObject([{ id }])
    for (const role of ['builder', 'reviewer', 'member'] as const)
      expect(await needsOf(await add(role), within())).toMatchObject({ orders: [], payment: null, order: [] })
    expect((await needsOf(owner)).orders).toEqual([])
  })
})

describe('limits', () => {
  it('of a plan are told from four fifths on, and come first once nothing more is possible', async () => {
    const user = await test.person()
    await use(user.id, 399)
    expect((await needsOf(user)).limits).toEqual([])
    await use(user.id, 400)
    await order(user.id)
    const near = await needsOf(user)
    expect(near.limits).toEqual([{ kind: 'api_calls', used: 400, limit: 500, reached: false }])
    expect(near.order).toEqual(['orders', 'limits_near'])
    await use(user.id, 500)
    const full = await needsOf(user)
    expect(full.limits).toEqual([{ kind: 'api_calls', used: 500, limit: 500, reached: true }])
    expect(full.order).toEqual(['limits_reached', 'orders'])
  })

  it('of credits are told only where runs cost something', async () => {
    const user = await test.person()
    expect((await needsOf(user)).limits).toEqual([])
    await giveCredits(test.database, user.id, 2 * PRICE)
    await run(user, 'paid')
    expect((await needsOf(user)).limits).toEqual([{ kind: 'credits', used: PRICE, limit: 5000, reached: false }])
    await run(user, 'paid')
    expect((await needsOf(user)).limits).toEqual([{ kind: 'credits', used: 0, limit: 5000, reached: true }])
  })

  it('of a day are told to who pays, and of a member to that member', async () => {
    await giveCredits(test.database, place.id, 100_000)
    const member = await add('member')
    await test.call('PUT', '/api/v1/credits/caps', {
      ...{ as: owner, headers: within() },
      body: { run_cap_paise: null, day_cap_paise: PRICE, low_paise: 0 },
    })
    await test.call('PUT', `/api/v1/credits/members/${member.id}`, {
      ...{ as: owner, headers: within() },
      body: { month_cap_paise: PRICE + 100 },
    })
    expect((await run(member, 'paid', within())).body.data).toMatchObject({ status: 'succeeded' })
    expect((await needsOf(owner, within())).limits).toEqual([{ kind: 'day', used: PRICE, limit: PRICE, reached: true }])
    expect((await needsOf(member, within())).limits).toEqual([
      { kind: 'member', used: PRICE, limit: PRICE + 100, reached: false },
    ])
  })
})

describe('results to read', () => {
  it('of a person’s own account are counted without a look at the queue', async () => {
    const user = await test.person()
    await run(user, 'free')
    await run(user, 'free')
    expect(await needsOf(user)).toMatchObject({ reviews: 2, preparing: false, order: ['reviews'] })
    expect((await needsOf(await test.person())).reviews).toBe(0)
  })

  it('are read a few at a time, and the answer says that there are more', async () => {
    const user = await test.person()
    for (let n = 0; n < 12; n++) await run(user, 'free')
    expect(await needsOf(user)).toMatchObject({ reviews: 10, preparing: true })
    await expect.poll(() => needsOf(user), { timeout: 20_000 }).toMatchObject({ reviews: 12, preparing: false })
  })
})

describe('queues', () => {
  it('are told to who decides in them, and only where something waits', async () => {
    const [admin, seller, user] = [await test.person('admin'), await test.person('seller'), await test.person()]
    const agent = await addAgent(test.database.pool, seller.id, workflow([node('go', 'manual_trigger')], []), {
      slug: 'read',
      name: 'Read',
    })
    const queues = async (as: Person) => (await test.call('GET', '/api/v1/dashboard/stats', { as })).body.data.queues
    expect(await queues(seller)).toEqual([])
    await test.database.pool.query(
      `insert into reviews (agent_id, author_id, agent_version_id, stars, text, is_buyer, runs, used_since)
       select $1, $2, id, 4, 'Reads well', false, 3, now() from agent_versions where agent_id = $1`,
      [agent.id, user.id],
    )
    expect(await queues(seller)).toEqual([{ kind: 'reviews', total: 1 }])
    expect(await queues(user)).toEqual([])
    await test.database.pool.query(`update seller_profiles set status = 'verified'`)
    expect(await queues(admin)).toEqual([])
    await giveSellerDetails(test.database.pool, seller.id)
    await test.database.pool.query(`update seller_profiles set status = 'pending' where seller_id = $1`, [seller.id])
    expect(await queues(admin)).toEqual([{ kind: 'seller_profiles', total: 1 }])
  })
})
