import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FREE_LIMITS, PLANS } from '#contract/billing/plans.ts'
import { CurrentSubscription, Subscription } from '#contract/billing/subscriptions.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { payPlan } from '#test/support/plans.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const PATH = '/api/v1/subscriptions'
const current = async (as: Person) =>
  CurrentSubscription.parse((await test.call('GET', `${PATH}/current`, { as })).body.data)
const create = (as: Person, body: object) => test.call('POST', `${PATH}/create`, { as, body })
const quote = (as: Person, query: Record<string, string>) => test.call('GET', `${PATH}/quote`, { as, query })
const act = (as: Person, id: string, verb: string, body?: object) =>
  test.call('POST', `${PATH}/${id}/${verb}`, { as, ...(body && { body }) })
const kinds = async (as: Person) =>
  (await test.call('GET', `${PATH}/history`, { as })).body.data.items.map(({ kind }: { kind: string }) => kind)

describe('the plans', () => {
  it('are those of §9 for all users, in camelCase', async () => {
    const { status, body } = await test.call('GET', `${PATH}/plans`)
    expect(status).toBe(200)
    expect(body.data.items).toEqual(PLANS)
  })

  it('that are sold no more are shown to who asks', async () => {
    const set = (active: boolean) =>
      test.database.pool.query(`update plans set active = $1 where id = 'professional'`, [active])
    await set(false)
    const ask = async (active_only: string) =>
      (await test.call('GET', `${PATH}/plans`, { query: { active_only } })).body.data.total
    expect([await ask('true'), await ask('false')]).toEqual([2, 3])
    await set(true)
  })

  it.each([
    [{ active_only: 'perhaps' }, 'active_only'],
    [{ limit: '0' }, 'limit'],
  ])('refuse %o', async (query, field) => {
    const { status, body } = await test.call('GET', `${PATH}/plans`, { query })
    expect([status, body.errors[0].field]).toEqual([400, field])
  })
})

describe('the free days', () => {
  it('begin without a payment, and bring the limits of the plan', async () => {
    const user = await test.person()
    expect(await current(user)).toMatchObject({ subscription: null, limits: FREE_LIMITS, trial: { allowed: true } })
    const { status, body } = await create(user, { plan_id: 'starter', billing: 'yearly' })
    expect(status).toBe(201)
    const made = Subscription.parse(body.data)
    expect(made).toMatchObject({ status: 'trialing', billing: 'yearly', plan: { id: 'starter' }, renewal: null })
    expect(Date.parse(made.period_end) - Date.parse(made.period_start)).toBe(7 * 86_400_000)
    expect(await current(user)).toMatchObject({
      subscription: { id: made.id },
      limits: { services: 2, storage_bytes: 5_000_000_000, api_calls: 10_000 },
      trial: { allowed: false },
    })
    expect(await kinds(user)).toEqual(['trial_started'])
  })

  it('are had once, however many ask at a time', async () => {
    const user = await test.person()
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(user, { plan_id: 'starter' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
  })

  it('are had once per mailbox, however it is written, and by who comes back after deleting an account', async () => {
    const named = async (email: string) => {
      const user = await test.person()
      await test.database.pool.query('update users set email = $2 where id = $1', [user.id, email])
      return user
    }
    const people = await Promise.all(
      ['twice@example.org', 'Twice+2@example.org', 'twice+a+b@example.org'].map((email) => named(email)),
    )
    const answers = await Promise.all(people.map((user) => create(user, { plan_id: 'starter' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    for (const { id } of people)
      await test.database.pool.query('update users set email = $1 where id = $2', [`gone-${id}@example.org`, id])
    const again = await create(await named('TWICE@example.org'), { plan_id: 'starter' })
    expect([again.status, again.body.status.message]).toEqual([409, 'You’ve already had a trial.'])
  })

  it('are had once by 200 accounts of one mailbox at once', { timeout: 60_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 200 }, () => test.person()))
    await test.database.pool.query(
      `update users set email = 'm.any+' || row || '@gmail.com' from unnest($1::uuid[]) with ordinality as p (id, row) where users.id = p.id`,
      [people.map(({ id }) => id)],
    )
    const answers = await Promise.all(people.map((user) => create(user, { plan_id: 'starter' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(199)
  })

  it.each([
    ['professional', 402, 'payment_required'],
    ['enterprise', 402, 'payment_required'],
    ['gold', 404, 'not_found'],
  ])('of %s there are none', async (plan_id, status, code) => {
    const user = await test.person()
    const { body, ...answer } = await create(user, { plan_id })
    expect([answer.status, body.errors[0].code]).toEqual([status, code])
    expect((await current(user)).subscription).toBeNull()
  })

  it.each([
    [{}, 'plan_id'],
    [{ plan_id: '' }, 'plan_id'],
    [{ plan_id: 'starter', billing: 'weekly' }, 'billing'],
    [{ plan_id: 'starter', paise: 1 }, 'paise'],
  ])('refuse %o', async (body, field) => {
    const { status, body: answer } = await create(await test.person(), body)
    expect([status, answer.errors[0].field]).toEqual([400, field])
  })
})

describe('a plan that is edited', () => {
  const edit = (as: Person, body: object, id = 'enterprise') =>
    test.call('PUT', `/api/v1/admin/plans/${id}`, { as, body })
  const managed = async (as: Person) =>
    (await test.call('GET', '/api/v1/admin/plans', { as })).body.data.items.find(
      ({ plan }: { plan: { id: string } }) => plan.id === 'enterprise',
    )
  const terms = ({ versions: [newest], active }: Awaited<ReturnType<typeof managed>>) => {
    const { number, reason: _, created_by: __, created_at: ___, ...rest } = newest
    return { ...rest, active, base_number: number, reason: 'Costs went up' }
  }

  it('costs new subscriptions more, keeps its history, and is in the audit log', async () => {
    const admin = await test.person('super_admin')
    const holder = await test.person()
    await payPlan(test.database, holder.id, { plan_id: 'enterprise' })
    const { status, body } = await edit(admin, { ...terms(await managed(admin)), monthly_paise: 1_600_000 })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ plan: { monthlyPrice: 16_000 }, subscribers: { paying: 1 } })
    expect(body.data.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1])
    expect(body.data.versions[0]).toMatchObject({ reason: 'Costs went up', created_by: 'Somebody' })
    expect((await current(holder)).subscription?.price_paise).toBe(1_500_000)
    const asked = await quote(await test.person(), { plan_id: 'enterprise', billing: 'monthly' })
    expect(asked.body.data.amount_paise).toBe(1_600_000)
    const { rows } = await test.database.pool.query(`select * from audit_log where action = 'plan.manage'`)
    expect(rows).toMatchObject([
      { actor_id: admin.id, reason: 'Costs went up', details: { monthly_paise: { from: 1_500_000, to: 1_600_000 } } },
    ])
  })

  it('is not overwritten by who looked at it before, and not by nothing', async () => {
    const admin = await test.person('super_admin')
    const before = terms(await managed(admin))
    const changed = await Promise.all(
      [1_700_000, 1_800_000].map((monthly_paise) => edit(admin, { ...before, monthly_paise })),
    )
    expect(changed.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const nothing = await edit(admin, terms(await managed(admin)))
    expect([nothing.status, nothing.body.errors[0].field]).toEqual([400, 'reason'])
  })

  it.each([
    ['monthly_paise', 0],
    ['monthly_paise', 150],
    ['monthly_paise', 1e21],
    ['monthly_paise', '100000'],
    ['yearly_paise', -100],
    ['agent_limit', 1000],
    ['features', []],
    ['reason', ' '],
  ])('refuses %s %j', async (field, value) => {
    const admin = await test.person('super_admin')
    const { status, body } = await edit(admin, { ...terms(await managed(admin)), [field]: value })
    expect([status, body.errors[0].field]).toEqual([400, field])
  })

  it('is one there is', async () => {
    const admin = await test.person('super_admin')
    expect((await edit(admin, terms(await managed(admin)), 'gold')).status).toBe(404)
    expect((await edit(await test.person('admin'), terms(await managed(admin)))).status).toBe(403)
  })
})

describe('a plan that is paid', () => {
  it('holds, cancels with its period, and resumes', async () => {
    const user = await test.person()
    await payPlan(test.database, user.id, { plan_id: 'starter' })
    const { subscription } = await current(user)
    if (!subscription) throw new Error('no subscription')
    expect(subscription).toMatchObject({
      status: 'active',
      price_paise: 100_000,
      abilities: { cancel: { allowed: true } },
    })
    const cancelled = await act(user, subscription.id, 'cancel')
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', access_until: subscription.period_end })
    expect((await act(user, subscription.id, 'cancel')).status).toBe(409)
    const resumed = await act(user, subscription.id, 'resume')
    expect(resumed.body.data).toMatchObject({ status: 'active', cancelled_at: null })
    expect((await act(user, subscription.id, 'resume')).status).toBe(409)
    expect(await kinds(user)).toEqual(['resumed', 'cancelled', 'started'])
  })

  it('grows at once with a payment and shrinks with the next period without one', async () => {
    const user = await test.person()
    await payPlan(test.database, user.id, { plan_id: 'professional' })
    const { subscription } = await current(user)
    if (!subscription) throw new Error('no subscription')
    const larger = await act(user, subscription.id, 'change', { plan_id: 'enterprise' })
    expect([larger.status, larger.body.errors[0].code]).toEqual([402, 'payment_required'])
    const smaller = await act(user, subscription.id, 'change', { plan_id: 'starter', billing: 'yearly' })
    expect(smaller.body.data).toMatchObject({
      plan: { id: 'professional' },
      next: { plan: { id: 'starter' }, billing: 'yearly' },
    })
    const { body } = await quote(user, { plan_id: 'enterprise', billing: 'monthly' })
    expect(body.data.kind).toBe('upgrade')
    expect(body.data.credit_paise).toBe(500_000)
    expect(body.data.amount_paise + body.data.credit_paise).toBe(body.data.price_paise)
    const kept = await act(user, subscription.id, 'change', { plan_id: 'professional' })
    expect(kept.body.data.next).toBeNull()
    expect(await kinds(user)).toEqual(['change_dropped', 'change_chosen', 'started'])
  })

  it('is priced with the GST inside', async () => {
    const { body } = await quote(await test.person(), { plan_id: 'starter', billing: 'yearly' })
    expect(body.data).toMatchObject({
      kind: 'start',
      amount_paise: 1_000_000,
      gst_paise: 152_542,
      credit_paise: 0,
      trial: { allowed: true },
    })
  })
})
