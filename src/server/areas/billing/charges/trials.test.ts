/** Trial runs and codes for free runs where they are for proven addresses alone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { makeCoupon, sellerOf } from '#test/support/coupons.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { trialsAskProof: true } })
})
afterAll(() => test.close())

it('wait until the address is proven, and say so before', async () => {
  const document = workflow([node('start', 'manual_trigger')], [])
  const paid = await insertAgent(test.database, document, { paise: 500, trial_runs: 3 })
  const buyer = await test.person()
  const prove = (is: boolean) =>
    test.database.pool.query('update users set is_verified = $2 where id = $1', [buyer.id, is])
  const gives = { type: 'runs', runs: 5 }
  const { code } = await makeCoupon(test, sellerOf(test, paid), { gives, items: [paid.agent_id] })
  const body = { agent_id: paid.agent_id, code }
  const look = async () => (await test.call('GET', `/api/v1/agents/${paid.agent_id}/terms`, { as: buyer })).body.data
  const give = () => test.call('POST', '/api/v1/coupons/enter', { as: buyer, body })
  await prove(false)
  expect(await look()).toMatchObject({ next: 'prove', trial_runs_left: 3 })
  const waiting = await give()
  expect([waiting.status, waiting.body.errors[0].code]).toEqual([409, 'address_unproven'])
  await prove(true)
  expect((await give()).body.data).toEqual({ runs: 5, trial_runs_left: 8 })
  expect(await look()).toMatchObject({ next: 'trial', trial_runs_left: 8 })
})
