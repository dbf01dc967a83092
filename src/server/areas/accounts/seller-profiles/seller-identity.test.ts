/** Selling needs a legal identity: nothing paid goes live without it, and sales of what is live are paused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserId } from '#contract/core/primitives.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent, addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { addPurchase, giveCredits } from '#test/support/paid-agent.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'
import { notifyPausedSellers } from './legal-identity.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const form = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    node('end', 'template', { text: '{{ $input.text }}' }),
  ],
  wires('ask > end'),
)

let test: TestApp
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  await addCategories(test.database.pool, 'productivity')
  admin = await test.person('admin')
})
afterAll(() => test.close())

const call = (as: Person, method: string, path: string, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
const forget = (seller: Person) =>
  test.database.pool.query('delete from seller_profiles where seller_id = $1', [seller.id])

/** A paid agent that went live before its seller had to be named. */
async function live(price: [string, number]) {
  const seller = await test.person('seller')
  const agent = await addAgent(test.database.pool, seller.id, document, { price })
  await test.database.pool.query('update agents set trial_runs = 0 where id = $1', [agent.id])
  await forget(seller)
  return { seller, agent }
}
const run = (as: Person, agent_id: string) =>
  call(as, 'POST', '/workflows/execute', { agent_id, input: { text: 'x' }, wait_ms: 5000 })
const quote = (as: Person, agent_id: string) =>
  call(as, 'POST', '/payments/quote', { purpose: 'agent', subject: { agent_id } })
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => [answer.status, answer.body.errors?.[0]?.code]

describe('a paid agent whose seller nobody can complain to', () => {
  it('is not sold: nobody buys it, and no run is charged', async () => {
    const monthly = await live(['monthly', 49_900])
    const perRun = await live(['per_run', 500])
    const buyer = await test.person()
    await giveCredits(test.database, UserId.parse(buyer.id), 10_000)
    expect(codeOf(await quote(buyer, monthly.agent.id))).toEqual([409, 'sales_paused'])
    expect(codeOf(await run(buyer, perRun.agent.id))).toEqual([409, 'sales_paused'])
    const terms = await call(buyer, 'GET', `/agents/${perRun.agent.id}/terms`)
    expect(terms.body.data.next).toBe('paused')
    await giveSellerDetails(test.database.pool, perRun.seller.id)
    expect((await run(buyer, perRun.agent.id)).body.data).toMatchObject({ status: 'succeeded' })
  })

  it('keeps running for buyers who own it', async () => {
    const { agent } = await live(['one_time', 99_900])
    const buyer = await test.person()
    await addPurchase(test.database, buyer.id, agent)
    expect((await run(buyer, agent.id)).body.data).toMatchObject({ status: 'succeeded' })
  })

  it('has its seller told once, with where the details are entered', async () => {
    const { seller } = await live(['monthly', 49_900])
    for (let round = 0; round < 2; round++) await notifyPausedSellers(test.database.db)
    const { body } = await call(seller, 'GET', '/notifications')
    const told = body.data.items.filter(({ title }: { title: string }) => /Sales of your paid agents/.test(title))
    expect(told).toMatchObject([{ count: 1, href: '/seller/payouts?edit=details' }])
  })

  it('does not come back from a suspension or a deprecation', async () => {
    const { seller, agent } = await live(['per_run', 500])
    const act = (action: string) =>
      call(admin, 'POST', `/agent-management/${agent.id}/control`, { action, reason: 'Why' })
    const control = (action: string) => call(seller, 'POST', `/seller/agents/${agent.id}/control`, { action })
    expect((await act('suspend')).status).toBe(200)
    expect(codeOf(await act('unsuspend'))).toEqual([409, 'seller_details_missing'])
    await giveSellerDetails(test.database.pool, seller.id)
    expect((await act('unsuspend')).status).toBe(200)
    expect((await control('deprecate')).status).toBe(200)
    await forget(seller)
    expect(codeOf(await control('revive'))).toEqual([409, 'seller_details_missing'])
  })
})

describe('a draft with a price', () => {
  it('names what is missing in its checklist until the seller has provided it; a free one needs nothing', async () => {
    const seller = await test.person('seller')
    const workflow_id = (await call(seller, 'POST', '/workflows', { name: 'Echo', document: form })).body.data.id
    const { id } = (await call(seller, 'POST', '/agents', { workflow_id })).body.data
    const details = async () => {
      const { checklist } = (await call(seller, 'GET', `/seller/agents/${id}`)).body.data
      return checklist.find(({ key }: { key: string }) => key === 'seller_details')
    }
    expect(await details()).toMatchObject({ done: true })
    await call(seller, 'PUT', `/agents/${id}`, { price_type: 'per_run', price_paise: 500 })
    expect(await details()).toMatchObject({
      done: false,
      required: true,
      step: 'price',
      reason: 'Add your legal name, your address and an email or phone number for complaints to sell',
    })
    const body = { legal_name: 'Asha Rao', kind: 'individual', address: '1 MG Road', state_code: '27' }
    await call(seller, 'PUT', '/seller/profile', body)
    expect(await details()).toMatchObject({ reason: 'Add an email or phone number for complaints to sell' })
    await call(seller, 'PUT', '/seller/profile', { ...body, contact_phone: '+91 98765 43210' })
    expect(await details()).toMatchObject({ done: true })
  })
})
