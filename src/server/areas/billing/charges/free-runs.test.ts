/** Free runs that codes give, and for whom trial runs are: exactly as many as were said, to proven mailboxes, however many ask at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { ordersFor } from '#server/areas/billing/subscriptions/subscriptions.policy.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { CROWD } from '#test/support/scale.ts'
import { insertUser } from '#test/support/users.ts'
import { createBillingGate } from './billing-gate.ts'
import { findParties } from './charges.store.ts'
import { enterCode } from './free-runs.ts'
import { findTrials, type TrialRules } from './trials.ts'

const document = workflow([node('start', 'manual_trigger')], [])
const RULES: TrialRules = { secret: 'a secret of a test', askProof: false }
const ASKING: TrialRules = { ...RULES, askProof: true }

let database: TestDatabase
let agent: PaidAgent
beforeAll(async () => {
  database = await createTestDatabase()
  agent = await insertAgent(database, document, { paise: 500, trial_runs: 0 })
})
afterAll(() => database.drop())

let codes = 0
async function coupon({ runs = 5, most = null as number | null, of = agent } = {}) {
  const code = `RUNS-${++codes}`
  const { rows } = await database.pool.query(
    `insert into coupons (seller_id, code, runs, items, most, once, least_paise, first_only, created_by)
     values ($1, $2, $3, array[$4], $5, true, 0, false, $1) returning id`,
    [of.seller, code, runs, of.agent_id, most],
  )
  return { id: rows[0].id as string, code }
}
async function named(email: string, is_verified = true): Promise<UserId> {
  const id = await insertUser(database)
  await database.pool.query('update users set email = $2, is_verified = $3 where id = $1', [id, email, is_verified])
  return id
}
const enter = (user: UserId, code: string, { of = agent, rules = RULES } = {}) =>
  enterCode(database.db, rules, ordersFor(user), {
    agent: { id: of.agent_id, seller_id: of.seller },
    code,
    now: new Date(),
  })
const hold = (user: UserId, { of = agent, rules = RULES } = {}) =>
  createBillingGate({ db: database.db, trials: rules }).hold({
    agent_version_id: of.agent_version_id,
    owner: { user_id: user },
    trigger: 'manual',
  })
const left = async (user: UserId, of = agent) =>
  (
    await findTrials(database.db, RULES, {
      buyer: user,
      agent: of.agent_id,
      parties: await findParties(database.db, user, of.agent_id),
    })
  ).left
const done = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length
const redeemed = async (id: string) =>
  (await database.pool.query('select redeemed from coupons where id = $1', [id])).rows[0].redeemed

describe('a code for free runs', () => {
  it('gives them once per person, and they are had before credits are', async () => {
    const { id, code } = await coupon({ runs: 2 })
    const user = await named('first@clinic.example')
    expect(await enter(user, code)).toEqual({ runs: 2, trial_runs_left: 2 })
    await expect(enter(user, code)).rejects.toMatchObject({
      problems: [{ message: 'You’ve already used this code.' }],
    })
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => hold(user)))
    expect(done(all)).toBe(2)
    expect(await left(user)).toBe(0)
    expect(await redeemed(id)).toBe(1)
  })

  it(`${CROWD} people have one of 7 exactly seven times`, { timeout: 60_000 }, async () => {
    const { id, code } = await coupon({ most: 7 })
    const people = await Promise.all(Array.from({ length: CROWD }, () => insertUser(database)))
    const all = await Promise.allSettled(people.map((user) => enter(user, code)))
    expect(done(all)).toBe(7)
    expect(await redeemed(id)).toBe(7)
    const runs = await Promise.all(people.map((user) => left(user)))
    expect(runs.reduce((sum, one) => sum + one, 0)).toBe(35)
  })

  it(`${CROWD} addresses of one mailbox have it once, and ${CROWD} runs at a time are as many as it gave`, {
    timeout: 60_000,
  }, async () => {
    const { id, code } = await coupon({ runs: 9 })
    const people = await Promise.all(Array.from({ length: CROWD }, (_, n) => named(`asha.rao+${n}@gmail.com`)))
    expect(done(await Promise.allSettled(people.map((one) => enter(one, code))))).toBe(1)
    expect(await redeemed(id)).toBe(1)
    expect(done(await Promise.allSettled(people.map((one) => hold(one))))).toBe(9)
  })

  it.each([
    ['another agent', (other: PaidAgent) => ({ of: other })],
    ['an agent of another seller', (other: PaidAgent) => ({ of: { ...other, agent_id: agent.agent_id } })],
  ])('says nothing of itself to %s', async (_, over) => {
    const { code } = await coupon()
    const other = await insertAgent(database, document)
    await expect(enter(await insertUser(database), code, over(other))).rejects.toMatchObject({
      problems: [{ field: 'code', message: expect.stringMatching(/^This code isn’t valid here/) }],
    })
  })

  it('is not for its seller, under whatever account, and not for what rests or has ended', async () => {
    const { id, code } = await coupon()
    await database.pool.query(`update users set email = 'seller@firm.example' where id = $1`, [agent.seller])
    await expect(enter(await named('seller+2@firm.example'), code)).rejects.toMatchObject({
      problems: [{ message: 'You can’t use your own codes.' }],
    })
    const user = await insertUser(database)
    await database.pool.query('update coupons set paused_at = now() where id = $1', [id])
    await expect(enter(user, code)).rejects.toMatchObject({ code: 'invalid_input' })
    await database.pool.query('update coupons set paused_at = null, ended_at = now() where id = $1', [id])
    await expect(enter(user, code)).rejects.toMatchObject({ problems: [{ message: 'This code has ended.' }] })
    expect(await left(user)).toBe(0)
  })

  it('is not changed by anybody, and is of one agent alone', async () => {
    const { id } = await coupon()
    await expect(database.pool.query('update coupons set runs = 99 where id = $1', [id])).rejects.toThrow()
    await expect(
      database.pool.query(
        `insert into coupons (seller_id, code, runs, once, least_paise, first_only, created_by)
         values ($1, 'ALL-RUNS', 5, true, 0, false, $1)`,
        [agent.seller],
      ),
    ).rejects.toThrow('coupons_runs')
  })
})

describe('trial runs', () => {
  it('wait for the address to be proven where one can be, and not where there is no way to', async () => {
    const of = await insertAgent(database, document, { trial_runs: 3 })
    const user = await named('new@clinic.example', false)
    await expect(hold(user, { of, rules: ASKING })).rejects.toMatchObject({
      code: 'address_unproven',
      message: expect.stringContaining('the 3 free runs'),
    })
    const { code } = await coupon({ of })
    await expect(enter(user, code, { of, rules: ASKING })).rejects.toMatchObject({ code: 'address_unproven' })
    expect(await hold(user, { of, rules: RULES })).not.toBeNull()
    await database.pool.query('update users set is_verified = true where id = $1', [user])
    for (let run = 0; run < 2; run++) expect(await hold(user, { of, rules: ASKING })).not.toBeNull()
    await expect(hold(user, { of, rules: ASKING })).rejects.toMatchObject({ code: 'insufficient_credits' })
  })

  it('do not keep those waiting who pay', async () => {
    const of = await insertAgent(database, document, { trial_runs: 3, paise: 500 })
    const user = await named('payer@clinic.example', false)
    await giveCredits(database, user, 700)
    expect(await hold(user, { of, rules: ASKING })).not.toBeNull()
    await expect(hold(user, { of, rules: ASKING })).rejects.toMatchObject({ code: 'address_unproven' })
    const once = await insertAgent(database, document, { trial_runs: 1, type: 'one_time', paise: 500 })
    await expect(hold(user, { of: once, rules: ASKING })).rejects.toMatchObject({ code: 'address_unproven' })
  })

  it('are not had again under another address of the account, nor by another account of the address', async () => {
    const of = await insertAgent(database, document, { trial_runs: 2 })
    const user = await named('one@clinic.example')
    expect(await hold(user, { of })).not.toBeNull()
    await database.pool.query(`update users set email = 'two@clinic.example' where id = $1`, [user])
    expect(await left(user, of)).toBe(1)
    expect(await hold(user, { of })).not.toBeNull()
    await expect(hold(user, { of })).rejects.toMatchObject({ code: 'insufficient_credits' })
    // Each address has had one of its two.
    expect(await left(await named('one+x@clinic.example'), of)).toBe(1)
    await database.pool.query(`update users set email = 'gone-' || id || '@deleted.invalid' where id = $1`, [user])
    expect(await left(await named('TWO@clinic.example'), of)).toBe(1)
  })
})
