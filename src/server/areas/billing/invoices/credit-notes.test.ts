/** What went back, on paper as in the books: whatever takes tax off the books has a credit note, and nothing else has one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Buying } from '#contract/billing/payments.ts'
import { platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import { sendRefunds } from '#server/areas/billing/refunds/send.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { buy, dispute, settleDispute } from '#test/support/at-gateway.ts'
import { node, workflow } from '#test/support/engine.ts'
import { REAL_INVOICES } from '#test/support/firm.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { issueDue } from './issue.ts'

const GSTIN = '27AAPFU0939F1ZV'
const document = workflow([node('start', 'manual_trigger')], [])
/** Every month that something waits for is over. */
const LATER = new Date(Date.now() + 70 * 86_400_000)

let test: TestApp
let admin: Person
let buyer: Person
let before: number
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  test.payments.peer.behave({ hold: true })
})
afterAll(() => test.close())

const books = () => platformBalance(test.database.db, 'gst_payable')

async function bought(buying: Buying, paise: number, times = 1) {
  buyer = await test.person()
  before = await books()
  return buy(test, buyer, buying, paise, times)
}
async function agentOf({ gstin, paise }: { gstin: string | null; paise: number }) {
  const agent = await insertAgent(test.database, document, { type: 'one_time', paise })
  await test.database.pool.query(
    `insert into seller_profiles as p (seller_id, legal_name, kind, address, state_code, pan_last, gstin, verified_gstin, status)
     values ($1, 'Ravi & Sons LLP', 'firm', '1 MG Road, Pune', '27', '939F', $2, $2, 'verified')
     on conflict (seller_id) do update set gstin = $2, verified_gstin = $2, state_code = '27'`,
    [agent.seller, gstin],
  )
  return agent
}
const give = async (order_id: string, paise: number) => {
  const given = await test.call('POST', '/api/v1/refunds/give', { as: admin, body: { order_id, paise, reason: 'x' } })
  expect(given.status).toBe(201)
}
const issue = () => issueDue(test.database.db, REAL_INVOICES, LATER)
/** GST on invoices less that on credit notes, of which the platform is the supplier. */
async function onPaper(customer: string): Promise<number> {
  const { rows } = await test.database.pool.query(
    `select coalesce(sum(case when kind = 'credit_note' then -1 else 1 end * (cgst_paise + sgst_paise + igst_paise)), 0)::int as gst
     from invoices where supplier_id is null and customer_id = $1`,
    [customer],
  )
  return rows[0].gst
}
const notes = async (customer: string) =>
  (
    await test.database.pool.query(
      `select total_paise::int as paise from invoices where kind = 'credit_note' and customer_id = $1 order by issued_at, total_paise`,
      [customer],
    )
  ).rows.map(({ paise }) => paise)

describe('credit notes', () => {
  it('give back commission with what it was taken from, also in parts and after its invoice', async () => {
    const agent = await agentOf({ gstin: GSTIN, paise: 118_000 })
    const { order } = await bought({ purpose: 'agent', subject: { agent_id: agent.agent_id } }, 118_000)
    await give(order, 40_000)
    await issue()
    await give(order, 78_000)
    await issue()
    expect([await books(), await onPaper(agent.seller)]).toEqual([before, 0])
    expect(await notes(agent.seller)).toHaveLength(2)
    expect((await notes(buyer.id)).toSorted()).toEqual([40_000, 78_000])
  })

  it('come with a dispute that was lost, for what was taken back', async () => {
    const agent = await agentOf({ gstin: null, paise: 118_000 })
    const { order, payment } = await bought({ purpose: 'agent', subject: { agent_id: agent.agent_id } }, 118_000)
    await give(order, 18_000)
    await sendRefunds(test.payments.on(test.database.db))
    await settleDispute(test, await dispute(test, payment), 'lost')
    await issue()
    expect([await books(), await onPaper(buyer.id)]).toEqual([before, 0])
    expect((await notes(buyer.id)).toSorted()).toEqual([100_000, 18_000])
  })

  it('of parts carry no more tax than the invoice', async () => {
    const agent = await agentOf({ gstin: null, paise: 99_999 })
    const { order } = await bought({ purpose: 'agent', subject: { agent_id: agent.agent_id } }, 99_999)
    for (let n = 0; n < 3; n++) await give(order, 33_333)
    await issue()
    expect([await books(), await onPaper(buyer.id)]).toEqual([before, 0])
  })

  it.each(['sent again', 'settled with a dispute'])(
    'are written once for a refund that failed and is %s, and keep no other invoice from its number',
    async (how) => {
      const agent = await agentOf({ gstin: null, paise: 118_000 })
      const { order, payment } = await bought({ purpose: 'agent', subject: { agent_id: agent.agent_id } }, 118_000)
      await give(order, 118_000)
      await issue()
      const { rows } = await test.database.pool.query(
        `update refunds set status = 'failed' where order_id = $1 returning id`,
        [order],
      )
      const first = buyer
      if (how === 'sent again') {
        const path = `/api/v1/admin/refunds/${rows[0].id}/retry`
        expect((await test.call('POST', path, { as: admin, body: {} })).status).toBe(200)
      } else {
        await settleDispute(test, await dispute(test, payment), 'lost')
      }
      await bought({ purpose: 'plan', subject: { plan_id: 'starter', billing: 'monthly' } }, 100_000)
      await issue()
      expect(await onPaper(buyer.id)).toBe((await books()) - before)
      expect(await notes(first.id)).toEqual([118_000])
    },
  )

  it('are not written for a second payment, which was never invoiced', async () => {
    await bought({ purpose: 'plan', subject: { plan_id: 'starter', billing: 'monthly' } }, 100_000, 2)
    await issue()
    expect(await notes(buyer.id)).toEqual([])
    expect(await onPaper(buyer.id)).toBe((await books()) - before)
  })
})

describe('a GSTIN that no admin has verified', () => {
  it('makes its seller the supplier of nothing', async () => {
    const agent = await agentOf({ gstin: GSTIN, paise: 118_000 })
    await test.database.pool.query(
      `update seller_profiles set status = 'pending', verified_gstin = null where seller_id = $1`,
      [agent.seller],
    )
    await bought({ purpose: 'agent', subject: { agent_id: agent.agent_id } }, 118_000)
    await issue()
    const { rows } = await test.database.pool.query(
      'select supplier_id, supplier ->> $2 as gstin from invoices where customer_id = $1',
      [buyer.id, 'gstin'],
    )
    expect(rows).toEqual([{ supplier_id: null, gstin: REAL_INVOICES.firm.company.gstin }])
  })

  it('is on no invoice of what was sold under another one before', async () => {
    const agent = await agentOf({ gstin: GSTIN, paise: 118_000 })
    await bought({ purpose: 'agent', subject: { agent_id: agent.agent_id } }, 118_000)
    await test.database.pool.query(
      `update seller_profiles set gstin = '29AABCU9603R1ZN', state_code = '29', status = 'pending' where seller_id = $1`,
      [agent.seller],
    )
    await issue()
    const { rows } = await test.database.pool.query(
      'select supplier, igst_paise::int from invoices where customer_id = $1',
      [buyer.id],
    )
    expect(rows).toMatchObject([{ supplier: { gstin: GSTIN, state_code: '27' }, igst_paise: 0 }])
  })
})
