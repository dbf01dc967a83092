import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_LIMITS } from '#contract/admin/runtime-limit-values.ts'
import { FREE_LIMITS } from '#contract/billing/plans.ts'
import { permissionsOf } from '#contract/core/access.ts'
import { AgentId, type UserId } from '#contract/core/primitives.ts'
import { pauseServicesBeyondLimit } from '#server/areas/billing/subscriptions/endings.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import { createService, updateService } from '#server/areas/services/services/services.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { addPurchase, insertAgent } from '#test/support/paid-agent.ts'
import { givePlan } from '#test/support/plans.ts'
import { insertUser } from '#test/support/users.ts'
import { createCallMeter } from './call-meter.ts'
import { checkStorage, findPlanLimits, findPlanUse, startOfNextMonth } from './plan-limits.ts'

let database: TestDatabase
let agent: AgentId
beforeAll(async () => {
  database = await createTestDatabase()
  const seller = await insertUser(database, 'seller')
  const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
  agent = AgentId.parse((await addAgent(database.pool, seller, document, { slug: 'helper' })).id)
})
afterAll(() => database.drop())

const empty = workflow([node('start', 'manual_trigger')], [])
const NOW = new Date('2026-11-20T10:00:00Z')

const refusedWith = (limit: string) =>
  expect.objectContaining({ code: 'plan_limit', status: 402, problems: [expect.objectContaining({ field: limit })] })

/** The same, 200 times at once. @returns how many got through; the others were refused by this limit */
async function race(limit: string, ask: (n: number) => Promise<unknown>): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => ask(n)))
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toEqual(refusedWith(limit))
  return all.filter(({ status }) => status === 'fulfilled').length
}

const grantOf = (id: UserId) =>
  mayUseServices({
    type: 'user',
    id,
    role: 'basic_user',
    permissions: new Set(permissionsOf('basic_user')),
    email: 'x@example.com',
    display_name: 'X',
    session_id: null,
  })
const deploy = (user: UserId) => createService(database.db, grantOf(user), { agent_id: agent })

const upload = (user: UserId, bytes: number) =>
  database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('files')
      .values({ owner_id: user, name: 'a.txt', mime: 'text/plain', bytes, sha256: 'x' })
      .execute()
    await checkStorage(tx, user)
  })

describe('the limits of', () => {
  it('a user without a plan are the free ones', async () => {
    const user = await insertUser(database)
    expect(await findPlanLimits(database.db, user)).toEqual({ plan: null, exempt: false, limits: FREE_LIMITS })
  })

  it.each([
    ['starter', { services: 2, storage_bytes: 5_000_000_000, api_calls: 10_000, seats: 5 }],
    ['professional', { services: 5, storage_bytes: 25_000_000_000, api_calls: 50_000, seats: 15 }],
    ['enterprise', { services: null, storage_bytes: null, api_calls: null, seats: null }],
  ] as const)('the %s plan are as it says, and the free ones once it holds no more', async (plan, limits) => {
    const user = await insertUser(database)
    await givePlan(database, user, { plan, from: NOW })
    expect((await findPlanLimits(database.db, user, NOW)).limits).toEqual(limits)
    expect((await findPlanLimits(database.db, user, new Date('2027-02-01'))).limits).toEqual(FREE_LIMITS)
  })

  it.each(['admin', 'super_admin'])('an %s are none', async (role) => {
    const user = await insertUser(database, role)
    expect(await findPlanLimits(database.db, user)).toMatchObject({ exempt: true, limits: { services: null } })
  })
})

describe('200 at once get exactly what the plan allows', () => {
  it('of services', async () => {
    const free = await insertUser(database)
    expect(await race('services', () => deploy(free))).toBe(FREE_LIMITS.services)
    const pro = await insertUser(database)
    await givePlan(database, pro, { plan: 'professional' })
    expect(await race('services', () => deploy(pro))).toBe(5)
    expect((await findPlanUse(database.db, pro)).usage.services).toBe(5)
  })

  it('of bytes', async () => {
    const user = await insertUser(database)
    const bytes = 24_000_000
    expect(await race('storage_bytes', () => upload(user, bytes))).toBe(Math.floor(FREE_LIMITS.storage_bytes / bytes))
    const { storage_bytes } = (await findPlanUse(database.db, user)).usage
    expect(storage_bytes).toBe(480_000_000)
    await upload(user, FREE_LIMITS.storage_bytes - storage_bytes)
    await expect(upload(user, 1)).rejects.toEqual(refusedWith('storage_bytes'))
    await database.pool.query(`delete from files where id in (select id from files where owner_id = $1 limit 1)`, [
      user,
    ])
    await upload(user, 1)
  })

  it('of API calls, in two processes, and again in the next month', async () => {
    const user = await insertUser(database)
    let now = NOW
    const meters = [createCallMeter(database.db, () => now), createCallMeter(database.db, () => now)]
    const call = (n: number) => meters[n % 2]?.take(user) ?? Promise.reject(new Error('no meter'))
    for (let round = 0; round < 2; round++) expect(await race('api_calls', call)).toBe(200)
    expect(await race('api_calls', call)).toBe(FREE_LIMITS.api_calls - 400)
    expect((await findPlanUse(database.db, user, now)).usage.api_calls).toBe(FREE_LIMITS.api_calls)
    now = startOfNextMonth(now)
    await call(0)
    expect((await findPlanUse(database.db, user, now)).usage.api_calls).toBe(1)
  })
})

describe('API calls', () => {
  it('are counted where they are unlimited', async () => {
    const user = await insertUser(database, 'admin')
    const meter = createCallMeter(database.db, () => NOW)
    await Promise.all(Array.from({ length: 700 }, () => meter.take(user)))
    expect((await findPlanUse(database.db, user, NOW)).usage.api_calls).toBe(700)
  })

  it('that were counted stay so when a smaller limit comes', async () => {
    const user = await insertUser(database)
    await givePlan(database, user, { plan: 'starter', from: NOW })
    const meter = createCallMeter(database.db, () => NOW)
    for (let n = 0; n < 6; n++) await Promise.all(Array.from({ length: 100 }, () => meter.take(user)))
    await database.pool.query(`update subscriptions set status = 'ended', ended_at = now() where user_id = $1`, [user])
    await expect(meter.take(user)).rejects.toEqual(refusedWith('api_calls'))
    expect((await findPlanUse(database.db, user, NOW)).usage.api_calls).toBe(600)
  })
})

describe('services', () => {
  it('that were paused run again only as far as the plan goes, and what runs continues', async () => {
    const user = await insertUser(database)
    await givePlan(database, user, { plan: 'starter' })
    const [first, second] = [await deploy(user), await deploy(user)]
    await database.pool.query(`update subscriptions set status = 'ended', ended_at = now() where user_id = $1`, [user])
    const set = (id: typeof first.id, status: 'running' | 'paused') =>
      updateService(database.db, grantOf(user), id, { status })
    await set(second.id, 'running')
    await set(second.id, 'paused')
    await expect(set(second.id, 'running')).rejects.toEqual(refusedWith('services'))
    await set(first.id, 'paused')
    expect((await set(second.id, 'running')).status).toBe('running')
  })

  describe('of an agent that was bought', () => {
    const buy = async (user: UserId, days = 30) => {
      const bought = await insertAgent(database, empty, { type: 'monthly', paise: 49_900 })
      await addPurchase(database, user, { id: bought.agent_id, version_id: bought.agent_version_id })
      await database.pool.query(
        `update purchases set kind = 'month', ends_at = now() + make_interval(days => $2) where buyer_id = $1`,
        [user, days],
      )
      return bought.agent_id
    }
    const create = (user: UserId, id: AgentId) => createService(database.db, grantOf(user), { agent_id: id })
    const usageOf = async (user: UserId) => (await findPlanUse(database.db, user)).usage

    it('have a slot of their own: a buyer on the free plan can use what they paid for', async () => {
      const user = await insertUser(database)
      await deploy(user)
      const bought = await buy(user)
      const { id } = await create(user, bought)
      expect(await usageOf(user)).toMatchObject({ services: 1, included_services: 1 })
      await expect(create(user, bought)).rejects.toEqual(refusedWith('services'))
      await updateService(database.db, grantOf(user), id, { status: 'paused' })
      expect((await updateService(database.db, grantOf(user), id, { status: 'running' })).status).toBe('running')
    })

    it('leave the slot of the plan to another agent', async () => {
      const user = await insertUser(database)
      await create(user, await buy(user))
      await deploy(user)
      await expect(deploy(user)).rejects.toEqual(refusedWith('services'))
    })

    it('have exactly one such slot, however many ask at once', async () => {
      const user = await insertUser(database)
      const bought = await buy(user)
      expect(await race('services', () => create(user, bought))).toBe(FREE_LIMITS.services + 1)
    })

    it('keep running when the plan ends, and count again when the month is over', async () => {
      const user = await insertUser(database)
      await givePlan(database, user, { plan: 'starter' })
      await deploy(user)
      const bought = await create(user, await buy(user))
      const late = await deploy(user)
      await database.pool.query(`update subscriptions set status = 'ended', ended_at = now() where user_id = $1`, [
        user,
      ])
      await pauseServicesBeyondLimit(database.db, user, new Date())
      const { rows } = await database.pool.query(`select id from services where owner_id = $1 and status = 'paused'`, [
        user,
      ])
      expect(rows).toEqual([{ id: late.id }])
      expect(bought.status).toBe('running')
      await database.pool.query(`update purchases set ends_at = now() - interval '1 second' where buyer_id = $1`, [
        user,
      ])
      expect(await usageOf(user)).toMatchObject({ services: 3, included_services: 0 })
      await expect(updateService(database.db, grantOf(user), late.id, { status: 'running' })).rejects.toEqual(
        refusedWith('services'),
      )
    })
  })

  it('are at most as many as anybody may have, with the largest plan too', async () => {
    const user = await insertUser(database)
    await givePlan(database, user)
    await database.pool.query(
      `insert into services (owner_id, agent_id, agent_version_id, name) select $1, a.id, a.current_version_id, 'x'
       from agents a, generate_series(1, $2) where a.id = $3`,
      [user, RUNTIME_LIMITS.services_per_user.default, agent],
    )
    await expect(deploy(user)).rejects.toMatchObject({ code: 'limit_reached' })
  })
})
