/** What a seller earned with a payment that its bank disputes: it is paid out to nobody before the bank has decided. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { releaseEarnings } from '#server/areas/billing/charges/sweep.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { buy, dispute, settleDispute } from '#test/support/at-gateway.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'

const document = workflow([node('start', 'manual_trigger')], [])
const DAY = 86_400_000

let test: TestApp
let buyer: Person
let agent: PaidAgent
beforeAll(async () => {
  test = await createTestApp()
  test.payments.peer.behave({ hold: true })
})
beforeEach(async () => {
  buyer = await test.person()
  agent = await insertAgent(test.database, document, { type: 'one_time', paise: 118_000 })
})
afterAll(async () => {
  expect(await findDrift(test.database.db)).toEqual([])
  expect((await sumKinds(test.database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await test.close()
})

const earnings = async () => [
  await balanceOf(test.database.db, 'earnings_held', agent.seller),
  await balanceOf(test.database.db, 'earnings', agent.seller),
]
const release = (days: number) => releaseEarnings(test.database.db, new Date(Date.now() + days * DAY))

const bought = () => buy(test, buyer, { purpose: 'agent', subject: { agent_id: agent.agent_id } }, 118_000)

describe('the part of a seller', () => {
  it.each([
    ['is held until the bank has decided, and payable when it was won', 'won', [0, 1]],
    ['is held until the bank has decided, and gone when it was lost', 'lost', [0, 0]],
  ])('%s', async (_what, outcome, parts) => {
    const { payment } = await bought()
    const [part = 0] = await earnings()
    const id = await dispute(test, payment)
    await release(8)
    expect(await earnings()).toEqual([part, 0])
    await settleDispute(test, id, outcome)
    await release(8)
    expect(await earnings()).toEqual(parts.map((share) => share * part))
  })

  it('is held again when the dispute comes after it was payable, also what was paid out', async () => {
    const { payment } = await bought()
    const [part = 0] = await earnings()
    await release(8)
    expect(await earnings()).toEqual([0, part])
    const id = await dispute(test, payment)
    expect(await earnings()).toEqual([part, 0])
    await settleDispute(test, id, 'won')
    await release(0)
    expect(await earnings()).toEqual([0, part])
  })

  it('is not held for a second payment, which paid nothing of theirs', async () => {
    const once = { purpose: 'agent', subject: { agent_id: agent.agent_id } } as const
    const { order } = await buy(test, buyer, once, 118_000, 2)
    const { rows } = await test.database.pool.query(
      `select p.gateway_payment_id as id from payments p join orders o on o.id = p.order_id where o.id = $1 and p.id <> o.payment_id`,
      [order],
    )
    await dispute(test, rows[0].id)
    const [part = 0] = await earnings()
    await release(8)
    expect(await earnings()).toEqual([0, part])
  })

  it('is held while a refund waits for its decision', async () => {
    const { order } = await bought()
    const [part = 0] = await earnings()
    const asked = await test.call('POST', '/api/v1/refunds', { as: buyer, body: { order_id: order, reason: 'x' } })
    await release(8)
    expect(await earnings()).toEqual([part, 0])
    await test.call('POST', `/api/v1/refunds/${asked.body.data.id}/withdraw`, { as: buyer, body: {} })
    await release(8)
    expect(await earnings()).toEqual([0, part])
  })
})
