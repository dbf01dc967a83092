/** An address that nobody has confirmed, where one can be confirmed: it tells nothing of its mailbox, and takes nothing from it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRenewals } from '#server/areas/billing/renewals/renewals.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { agentWith, makeCoupon, orderOf, payOrder, quoteOf, sellerOf } from '#test/support/coupons.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'

const document = workflow([node('start', 'manual_trigger')], [])
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { trialsAskProof: true } })
})
afterAll(() => test.close())

const named = async (email: string, proven: boolean): Promise<Person> => {
  const person = await test.person()
  await test.database.pool.query('update users set email = $2, is_verified = $3 where id = $1', [
    person.id,
    email,
    proven,
  ])
  return person
}
const post = (as: Person, path: string, body: object) => test.call('POST', path, { as, body })

describe('an address that nobody has confirmed', () => {
  it('does not tell which agents its mailbox has tried', async () => {
    const agent = await insertAgent(test.database, document, { paise: 500, trial_runs: 3 })
    const asha = await named('asha@clinic.example', true)
    const ran = await post(asha, '/api/v1/workflows/execute', {
      agent_id: agent.agent_id,
      input: { a: 1 },
      wait_ms: 5000,
    })
    expect([ran.status, ran.body.data.status]).toEqual([200, 'succeeded'])
    const stranger = await named('asha+x@clinic.example', false)
    const terms = (await test.call('GET', `/api/v1/agents/${agent.agent_id}/terms`, { as: stranger })).body.data
    expect(terms).toMatchObject({ next: 'prove', trial_runs_left: 3 })
  })

  it('does not tell whether its mailbox has had the free days of a plan', async () => {
    const ravi = await named('ravi@clinic.example', true)
    expect((await post(ravi, '/api/v1/subscriptions/create', { plan_id: 'starter', billing: 'monthly' })).status).toBe(
      201,
    )
    const stranger = await named('ravi+x@clinic.example', false)
    const current = (await test.call('GET', '/api/v1/subscriptions/current', { as: stranger })).body.data
    expect(current.trial).toEqual({ allowed: true, reason: null })
  })

  it('does not take the free days of a mailbox that is not its own', async () => {
    const stranger = await named('meera+x@clinic.example', false)
    await post(stranger, '/api/v1/subscriptions/create', { plan_id: 'starter', billing: 'monthly' })
    const meera = await named('meera@clinic.example', true)
    expect((await post(meera, '/api/v1/subscriptions/create', { plan_id: 'starter', billing: 'monthly' })).status).toBe(
      201,
    )
  })

  it('does not tell that its mailbox sells, nor that it has used a code', async () => {
    const agent = await insertAgent(test.database, document, { type: 'one_time', paise: 100_000 })
    await test.database.pool.query(`update users set email = 'shop@seller.example', is_verified = true where id = $1`, [
      agent.seller,
    ])
    const { code } = await makeCoupon(test, sellerOf(test, agent), { gives: { type: 'percent', percent: 100 } })
    const asking = async (email: string) => {
      const { status, body } = await quoteOf(test, await named(email, false), agentWith(agent, code))
      return [status, body.errors?.[0]?.message ?? null]
    }
    const nobody = await asking('nobody@clinic.example')
    const bought = await orderOf(test, await named('dev@clinic.example', true), agentWith(agent, code), 0)
    expect(bought.body.data.order.status).toBe('paid')
    expect([await asking('shop+x@seller.example'), await asking('dev+x@clinic.example')]).toEqual([nobody, nobody])
  })

  it('does not use up a code of a mailbox that is not its own, nor all its places under made-up addresses', async () => {
    const agent = await insertAgent(test.database, document, { type: 'one_time', paise: 100_000 })
    const { code } = await makeCoupon(test, sellerOf(test, agent), {
      gives: { type: 'percent', percent: 100 },
      most: 3,
    })
    const taken: number[] = []
    for (const email of ['zoya+x@clinic.example', 'made-up-1@no.example', 'made-up-2@no.example'])
      taken.push((await orderOf(test, await named(email, false), agentWith(agent, code), 0)).status)
    const zoya = await orderOf(test, await named('zoya@clinic.example', true), agentWith(agent, code), 0)
    expect([taken, zoya.status, zoya.body.errors?.[0]?.message]).toEqual([[409, 409, 409], 201, undefined])
  })

  it('does not tell that its mailbox sells, or has had the free runs of a code', async () => {
    const agent = await insertAgent(test.database, document, { paise: 500, trial_runs: 1 })
    await test.database.pool.query(`update users set email = 'runs@seller.example', is_verified = true where id = $1`, [
      agent.seller,
    ])
    const gives = { type: 'runs', runs: 5 }
    const { code } = await makeCoupon(test, sellerOf(test, agent), { gives, items: [agent.agent_id] })
    const enter = async (email: string, proven: boolean) => {
      const { status, body } = await post(await named(email, proven), '/api/v1/coupons/enter', {
        agent_id: agent.agent_id,
        code,
      })
      return [status, body.errors?.[0]?.code ?? null]
    }
    expect(await enter('isha@clinic.example', true)).toEqual([200, null])
    for (const email of ['isha+x@clinic.example', 'runs+x@seller.example', 'none@no.example'])
      expect(await enter(email, false)).toEqual([409, 'address_unproven'])
  })

  it('pays with a code for itself alone, also after it was confirmed', async () => {
    const agent = await insertAgent(test.database, document, { type: 'one_time', paise: 100_000 })
    const second = await insertAgent(test.database, document, { type: 'one_time', paise: 100_000 })
    await test.database.pool.query('update agents set seller_id = $2 where id = $1', [second.agent_id, agent.seller])
    const { code } = await makeCoupon(test, sellerOf(test, agent), { first_purchase: true })
    const buy = (as: Person) => orderOf(test, as, agentWith(agent, code), 75_000)
    const paid = async (as: Person) => {
      const ordered = await buy(as)
      expect(ordered.status).toBe(201)
      expect((await payOrder(test, as, ordered.body.data.order.id)).body.data.status).toBe('paid')
    }
    const stranger = await named('tara+x@clinic.example', false)
    await paid(stranger)
    const tara = await named('tara@clinic.example', true)
    await paid(tara)
    const other = await quoteOf(test, await named('tara+y@clinic.example', false), agentWith(agent, code))
    expect(other.status).toBe(200)
    const again = await quoteOf(test, stranger, agentWith(second, code))
    expect(again.body.errors).toMatchObject([{ message: 'You’ve already used this code.' }])
    await test.database.pool.query('update users set is_verified = true where id = $1', [stranger.id])
    const confirmed = await quoteOf(test, stranger, agentWith(second, code))
    expect(confirmed.body.errors).toMatchObject([{ message: 'You’ve already used this code.' }])
  })

  it('counts its free days for the mailbox once it is confirmed', async () => {
    const choice = { plan_id: 'starter', billing: 'monthly' }
    const early = await named('uma+x@clinic.example', false)
    expect((await post(early, '/api/v1/subscriptions/create', choice)).status).toBe(201)
    const { paying } = test.payments
    const look = () => runRenewals({ ...paying, db: test.database.db })
    await look()
    const ability = async (as: Person) =>
      (await test.call('GET', '/api/v1/subscriptions/current', { as })).body.data.trial.allowed
    const other = await named('uma@clinic.example', true)
    expect(await ability(other)).toBe(true)
    await test.database.pool.query('update users set is_verified = true where id = $1', [early.id])
    await look()
    expect(await ability(other)).toBe(false)
    expect((await post(other, '/api/v1/subscriptions/create', choice)).status).toBe(409)
  })
})
