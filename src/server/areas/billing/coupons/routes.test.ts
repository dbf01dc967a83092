/** Coupons: who makes them, and what they take off from the price to the books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoicePages } from '#server/areas/billing/invoices/invoice-pages.ts'
import { findInvoice } from '#server/areas/billing/invoices/invoices.store.ts'
import { issueDue } from '#server/areas/billing/invoices/issue.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import {
  agentWith,
  anyCode,
  giving,
  makeCoupon,
  orderOf,
  payOrder,
  placesOf,
  planWith,
  quoteOf,
  sellerOf,
} from '#test/support/coupons.ts'
import { node, workflow } from '#test/support/engine.ts'
import { REAL_INVOICES, TEST_FIRM } from '#test/support/firm.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'

const document = workflow([node('start', 'manual_trigger')], [])
const DAY = 86_400_000

let test: TestApp
let agent: PaidAgent
let seller: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  agent = await insertAgent(test.database, document, { type: 'one_time', paise: 100_000 })
  seller = sellerOf(test, agent)
  admin = await test.person('super_admin')
})
afterAll(async () => {
  expect(await findDrift(test.database.db)).toEqual([])
  expect((await sumKinds(test.database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await test.close()
})

const make = (over: object = {}, as = seller) => makeCoupon(test, as, over)
const other = (over: object) => insertAgent(test.database, document, { type: 'one_time', paise: 100_000, ...over })

describe('making a coupon', () => {
  it('takes a code in any case, once among those of one seller', async () => {
    const code = anyCode()
    const coupon = await make({ code: ` ${code.toLowerCase()} `, note: 'Diwali' })
    expect(coupon).toMatchObject({
      code,
      state: 'active',
      note: 'Diwali',
      items: null,
      once_per_person: true,
      redeemed: 0,
      abilities: { pause: { allowed: true }, resume: { allowed: false }, end: { allowed: true } },
    })
    const again = await test.call('POST', '/api/v1/coupons', { as: seller, body: giving({ code }) })
    expect([again.status, again.body.errors[0].field]).toEqual([409, 'code'])
    await make({ code }, sellerOf(test, await other({})))
    await make({ code, scope: 'platform' }, admin)
    await test.call('POST', `/api/v1/coupons/${coupon.id}/end`, { as: seller })
    await make({ code })
    const audit = await test.database.pool.query('select action from audit_log where target_id = $1 order by id', [
      coupon.id,
    ])
    expect(audit.rows.map(({ action }) => action)).toEqual(['coupon.create', 'coupon.end'])
  })

  it.each([
    ['a code that is too short', { code: 'AB' }, 'code'],
    ['a code with other signs', { code: 'TEN %' }, 'code'],
    ['a code of 41', { code: 'A'.repeat(41) }, 'code'],
    ['0 percent', { gives: { type: 'percent', percent: 0 } }, 'gives.percent'],
    ['101 percent', { gives: { type: 'percent', percent: 101 } }, 'gives.percent'],
    ['part of a percent', { gives: { type: 'percent', percent: 12.5 } }, 'gives.percent'],
    ['nothing', { gives: { type: 'amount', paise: 0 } }, 'gives.paise'],
    ['less than nothing', { gives: { type: 'amount', paise: -100 } }, 'gives.paise'],
    ['part of a paisa', { gives: { type: 'amount', paise: 100.5 } }, 'gives.paise'],
    ['1e21', { gives: { type: 'amount', paise: 1e21 } }, 'gives.paise'],
    ['text', { gives: { type: 'amount', paise: '500' } }, 'gives.paise'],
    ['dollars', { gives: { type: 'amount', paise: 500, currency: 'USD' } }, 'gives.currency'],
    ['both', { gives: { type: 'percent', percent: 5, paise: 500 } }, 'gives.paise'],
    ['an end before the beginning', { starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' }, 'ends_at'],
    ['an end in the past', { starts_at: '2020-01-01T00:00:00Z', ends_at: '2021-01-01T00:00:00Z' }, 'ends_at'],
    ['no day', { ends_at: 'tomorrow' }, 'ends_at'],
    ['none at all', { most: 0 }, 'most'],
    ['a negative least', { least_paise: -1 }, 'least_paise'],
    ['no agent', { items: [] }, 'items'],
    ['a plan', { items: ['starter'] }, 'items'],
    ['a year of agents', { periods: ['yearly'] }, 'periods'],
  ])('refuses %s', async (_, over, field) => {
    const { status, body } = await test.call('POST', '/api/v1/coupons', { as: seller, body: giving(over) })
    expect([status, body.errors[0].field ?? '']).toEqual([400, field])
  })

  it('is for own agents, for plans by a super admin, and nobody else changes it', async () => {
    const foreign = await other({})
    const theirs = await test.call('POST', '/api/v1/coupons', {
      as: seller,
      body: giving({ items: [agent.agent_id, foreign.agent_id] }),
    })
    expect([theirs.status, theirs.body.errors[0].field]).toEqual([400, 'items'])
    const create = (as: Person, over: object) => test.call('POST', '/api/v1/coupons', { as, body: giving(over) })
    expect((await create(await test.person('admin'), { scope: 'platform' })).status).toBe(403)
    expect((await create(await test.person(), {})).status).toBe(403)
    expect((await create(admin, { scope: 'platform', items: ['gold'] })).status).toBe(400)
    const plan = await make({ scope: 'platform', items: ['starter'] }, admin)
    expect(plan.items).toEqual([{ id: 'starter', name: 'Starter', slug: null }])
    const own = await make()
    for (const as of [sellerOf(test, foreign), await test.person('admin'), admin])
      for (const verb of ['pause', 'resume', 'end'])
        expect((await test.call('POST', `/api/v1/coupons/${own.id}/${verb}`, { as })).status).toBe(404)
    expect((await test.call('POST', `/api/v1/coupons/${plan.id}/end`, { as: seller })).status).toBe(404)
    const list = await test.call('GET', '/api/v1/coupons', { as: sellerOf(test, foreign) })
    expect(list.body.data.total).toBe(0)
    expect((await test.call('GET', '/api/v1/coupons', { as: seller, query: { scope: 'platform' } })).status).toBe(403)
  })

  it('never changes what it gives, for any caller of the database', async () => {
    const { id } = await make()
    await expect(test.database.pool.query('update coupons set percent = 90 where id = $1', [id])).rejects.toThrow(
      'only ever added to',
    )
  })
})

describe('an agent bought with a code', () => {
  it('costs less from the quote to the books, the invoice and the credit note', async () => {
    const sold = await other({})
    const giver = sellerOf(test, sold)
    const { code, id } = await make({}, giver)
    const buyer = await test.person()
    const quote = await quoteOf(test, buyer, agentWith(sold, code.toLowerCase()))
    expect(quote.body.data).toMatchObject({ amount_paise: 75_000, coupon: { code, off_paise: 25_000 } })
    expect((await orderOf(test, buyer, agentWith(sold, code), 100_000)).body.errors[0].code).toBe('price_changed')
    const made = await orderOf(test, buyer, agentWith(sold, code), 75_000)
    expect(made.body.data.order).toMatchObject({ amount_paise: 75_000, coupon: { code, off_paise: 25_000 } })
    expect(await placesOf(test, id)).toEqual({ held: 1, counted: 1 })
    const paid = await payOrder(test, buyer, made.body.data.order.id)
    expect(paid.body.data).toMatchObject({ status: 'paid', amount_paise: 75_000 })
    expect(await placesOf(test, id)).toEqual({ taken: 1, counted: 1 })
    // 75,000 with 18 % inside: 63,560 without; 15 % commission and 1 % TDS of that.
    const sale = await test.database.pool.query(
      'select gross_paise::int, commission_paise::int from sales where seller_id = $1',
      [sold.seller],
    )
    expect(sale.rows).toEqual([{ gross_paise: 75_000, commission_paise: 9534 }])
    expect(await balanceOf(test.database.db, 'earnings_held', sold.seller)).toBeLessThan(63_560 - 9534 + 1)
    await issueDue(test.database.db, REAL_INVOICES)
    const invoices = () => test.call('GET', '/api/v1/invoices', { as: buyer })
    const [invoice] = (await invoices()).body.data.items
    expect(invoice).toMatchObject({
      total_paise: 75_000,
      taxable_paise: 63_560,
      lines: [{ taxable_paise: 63_560, gst_paise: 11_440, discount: { code, paise: 84_746 - 63_560 } }],
    })
    const row = await findInvoice(test.database.db, invoice.id)
    const { blocks } = invoicePages(row as NonNullable<typeof row>, TEST_FIRM.company, 'en')
    expect(blocks).toContainEqual({
      kind: 'table',
      rows: [
        ['Value before discount', '₹847.46'],
        [`Discount, code ${code}`, '−₹211.86'],
        ['Value before tax', '₹635.60'],
        expect.arrayContaining([expect.stringContaining('IGST')]),
        ['Total', '₹750.00'],
      ],
    })
    const given = await test.call('POST', '/api/v1/refunds/give', {
      as: admin,
      body: { order_id: made.body.data.order.id, paise: 37_500, reason: 'Half of it' },
    })
    expect(given.status).toBeLessThan(300)
    await issueDue(test.database.db, REAL_INVOICES)
    const [note] = (await invoices()).body.data.items.filter(({ kind }: { kind: string }) => kind === 'credit_note')
    expect(note).toMatchObject({ total_paise: 37_500, taxable_paise: 31_780, lines: [{ discount: null }] })
    const [shown] = (await test.call('GET', '/api/v1/coupons', { as: giver })).body.data.items
    expect(shown).toMatchObject({ reserved: 0, redeemed: 1, beyond: 0, given_paise: 12_500, paid_paise: 37_500 })
    const mail = await test.database.pool.query(`select body from mails where body like '%' || $1 || '%'`, [code])
    expect(mail.rows[0].body).toContain(`Code ${code}: ₹250 off`)
  })

  it('is had at once when nothing is left to pay: no gateway, no sale, a receipt, and nothing to give back', async () => {
    const sold = await other({ paise: 5_000 })
    const { code, id } = await make({ gives: { type: 'amount', paise: 4_950 } }, sellerOf(test, sold))
    const buyer = await test.person()
    // 50 paise would be left, which no gateway takes.
    const { body } = await orderOf(test, buyer, agentWith(sold, code), 0)
    expect(body.data).toMatchObject({
      checkout: null,
      order: { status: 'paid', amount_paise: 0, coupon: { off_paise: 5_000 }, payment: null },
    })
    expect(await placesOf(test, id)).toEqual({ taken: 1, counted: 1 })
    const terms = await test.call('GET', `/api/v1/agents/${sold.agent_id}/terms`, { as: buyer })
    expect(terms.body.data.next).toBe('purchase')
    expect((await test.database.pool.query('select 1 from sales where seller_id = $1', [sold.seller])).rows).toEqual([])
    await issueDue(test.database.db, REAL_INVOICES)
    expect((await test.call('GET', '/api/v1/invoices', { as: buyer })).body.data.total).toBe(0)
    const ask = await test.call('POST', '/api/v1/refunds', {
      as: buyer,
      body: { order_id: body.data.order.id, reason: 'x' },
    })
    expect(ask.status).toBe(409)
    expect(body.data.order.abilities.ask_refund.allowed).toBe(false)
    const mail = await test.database.pool.query(`select body from mails where body like '%' || $1 || '%'`, [
      body.data.order.receipt,
    ])
    expect(mail.rows[0].body).toContain('There was nothing to pay.')
  })

  it('keeps its price when the agent costs more, or the code is ended, before it is paid', async () => {
    const sold = await other({})
    const giver = sellerOf(test, sold)
    const { code, id } = await make({ most: 1 }, giver)
    const buyer = await test.person()
    const { body } = await orderOf(test, buyer, agentWith(sold, code), 75_000)
    await test.call('POST', `/api/v1/coupons/${id}/end`, { as: giver })
    await test.database.pool.query('update agents set price_paise = 900000 where id = $1', [sold.agent_id])
    expect((await payOrder(test, buyer, body.data.order.id)).body.data).toMatchObject({
      status: 'paid',
      amount_paise: 75_000,
    })
    expect(await placesOf(test, id)).toEqual({ taken: 1, counted: 1 })
  })
})

describe('a plan bought with a code', () => {
  it('costs less for its first period, counts what was paid when it grows, and renews at its price', async () => {
    const { code } = await make({ scope: 'platform', gives: { type: 'percent', percent: 50 } }, admin)
    const buyer = await test.person()
    const made = await orderOf(test, buyer, planWith('starter', code), 50_000)
    await payOrder(test, buyer, made.body.data.order.id)
    const current = await test.call('GET', '/api/v1/subscriptions/current', { as: buyer })
    expect(current.body.data.subscription).toMatchObject({ status: 'active', price_paise: 100_000 })
    const grow = await test.call('GET', '/api/v1/subscriptions/quote', {
      as: buyer,
      query: { plan_id: 'professional', billing: 'monthly' },
    })
    expect(grow.body.data).toMatchObject({ kind: 'upgrade', credit_paise: 50_000, amount_paise: 450_000 })
    await test.database.pool.query(
      `update subscriptions set status = 'past_due', period_start = period_start - interval '40 days', period_end = period_end - interval '40 days'
       where user_id = $1`,
      [buyer.id],
    )
    const any = await make({ scope: 'platform' }, admin)
    const late = await quoteOf(test, buyer, planWith('starter', any.code))
    expect([late.status, late.body.errors[0].field]).toEqual([400, 'coupon'])
  })

  it('is had for nothing with a code of 100 percent, and is no money in the books', async () => {
    const { code } = await make({ scope: 'platform', gives: { type: 'percent', percent: 100 } }, admin)
    const buyer = await test.person()
    const made = await orderOf(test, buyer, planWith('professional', code), 0)
    expect(made.body.data.order.status).toBe('paid')
    const grow = await test.call('GET', '/api/v1/subscriptions/quote', {
      as: buyer,
      query: { plan_id: 'enterprise', billing: 'monthly' },
    })
    expect(grow.body.data).toMatchObject({ kind: 'upgrade', credit_paise: 0 })
    await issueDue(test.database.db, REAL_INVOICES)
    expect((await test.call('GET', '/api/v1/invoices', { as: buyer })).body.data.total).toBe(0)
  })
})

describe('a code that does not work', () => {
  const GENERIC = 'This code isn’t valid here. Check the spelling and what it’s for.'
  const said = async (as: Person, buying: object): Promise<string> => {
    const { status, body } = await quoteOf(test, as, buying)
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe('coupon')
    return body.errors[0].message
  }

  it('is told apart from one that is not there only where that is worth nothing to a guesser', async () => {
    const sold = await other({})
    const giver = sellerOf(test, sold)
    const buyer = await test.person()
    const of = async (over: object) => said(buyer, agentWith(sold, (await make(over, giver)).code))
    const paused = await make({}, giver)
    await test.call('POST', `/api/v1/coupons/${paused.id}/pause`, { as: giver })
    const elsewhere = await make()
    const ended = await make({}, giver)
    await test.call('POST', `/api/v1/coupons/${ended.id}/end`, { as: giver })
    const generic = [
      await said(buyer, agentWith(sold, 'NO-SUCH-CODE')),
      await said(buyer, agentWith(sold, elsewhere.code)),
      await said(buyer, agentWith(sold, paused.code)),
      await of({ periods: ['monthly'] }),
      await of({ starts_at: new Date(Date.now() + DAY).toISOString() }),
      await said(buyer, planWith('starter', paused.code)),
    ]
    expect(new Set(generic)).toEqual(new Set([GENERIC]))
    expect(await said(buyer, agentWith(sold, ended.code))).toBe('This code has ended.')
    expect(await of({ least_paise: 100_001 })).toBe('This code is only for purchases of ₹1,000.01 or more.')
    await test.call('POST', `/api/v1/coupons/${paused.id}/resume`, { as: giver })
    expect((await quoteOf(test, buyer, agentWith(sold, paused.code))).status).toBe(200)
  })

  it('is for a first purchase, for once, and not for one’s own agents', async () => {
    const sold = await other({ type: 'monthly', paise: 50_000 })
    const giver = sellerOf(test, sold)
    const first = await make({ first_purchase: true, once_per_person: false }, giver)
    const once = await make({}, giver)
    const buyer = await test.person()
    const made = await orderOf(test, buyer, agentWith(sold, first.code), 37_500)
    await payOrder(test, buyer, made.body.data.order.id)
    await test.database.pool.query(`update purchases set ends_at = now() + interval '1 day' where buyer_id = $1`, [
      buyer.id,
    ])
    expect(await said(buyer, agentWith(sold, first.code))).toBe(
      'This code is only for a first purchase from this seller.',
    )
    const second = await orderOf(test, buyer, agentWith(sold, once.code), 37_500)
    await payOrder(test, buyer, second.body.data.order.id)
    await test.database.pool.query(`update purchases set ends_at = now() + interval '1 day' where buyer_id = $1`, [
      buyer.id,
    ])
    expect(await said(buyer, agentWith(sold, once.code))).toBe('You’ve already used this code.')
    const own = await quoteOf(test, giver, agentWith(sold, once.code))
    expect(own.body.errors[0].code).toBe('not_runnable')
  })

  it('is for no top-up', async () => {
    const { body } = await quoteOf(test, await test.person(), {
      purpose: 'credits',
      subject: { paise: 50_000 },
      coupon: 'ANY-CODE',
    })
    expect(body.errors[0].code).toBe('invalid_input')
  })

  it('is tried thirty times an hour, right or wrong', async () => {
    const buyer = await test.person()
    const { code } = await make()
    const tries = await Promise.all(
      Array.from({ length: 200 }, (_, n) => quoteOf(test, buyer, agentWith(agent, `GUESS-${n}`))),
    )
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(30)
    expect((await quoteOf(test, buyer, agentWith(agent, code))).status).toBe(429)
    expect((await quoteOf(test, buyer, agentWith(agent))).status).toBe(200)
  })
})

describe('codes for free runs', () => {
  const running = () => insertAgent(test.database, document, { paise: 500 })
  const enter = (as: Person | null, body: object) => test.call('POST', '/api/v1/coupons/enter', { as, body })
  const gives = { type: 'runs', runs: 5 }

  it('are of one agent that is paid by the run, once per person', async () => {
    const paid = await running()
    const whose = sellerOf(test, paid)
    const bought = await other({})
    await test.database.pool.query('update agents set seller_id = $1 where id = $2', [paid.seller, bought.agent_id])
    const refused = async (over: object) => {
      const { status, body } = await test.call('POST', '/api/v1/coupons', {
        as: whose,
        body: giving({ gives, ...over }),
      })
      return [status, body.errors[0].field]
    }
    expect(await refused({})).toEqual([400, 'items'])
    expect(await refused({ items: [bought.agent_id] })).toEqual([400, 'items'])
    expect(await refused({ items: [paid.agent_id, bought.agent_id] })).toEqual([400, 'items'])
    expect(await refused({ items: [agent.agent_id] })).toEqual([400, 'items'])
    const items = [paid.agent_id]
    expect(await refused({ items, periods: ['once'] })).toEqual([400, 'periods'])
    expect(await refused({ items, once_per_person: false })).toEqual([400, 'once_per_person'])
    expect(await refused({ items, least_paise: 100 })).toEqual([400, 'least_paise'])
    for (const runs of [0, 101, 1.5, 1e21, '5', -1])
      expect(await refused({ items, gives: { type: 'runs', runs } })).toEqual([400, 'gives.runs'])
  })

  it('are entered on the page of the agent, and take nothing off at a checkout', async () => {
    const paid = await running()
    const { code, id } = await make({ gives, items: [paid.agent_id], most: 2 }, sellerOf(test, paid))
    const buyer = await test.person()
    const body = { agent_id: paid.agent_id, code: code.toLowerCase() }
    expect((await enter(null, body)).status).toBe(401)
    expect((await enter(buyer, { ...body, agent_id: crypto.randomUUID() })).status).toBe(404)
    expect((await enter(buyer, { ...body, agent_id: agent.agent_id })).body.errors[0].field).toBe('code')
    expect((await enter(buyer, body)).body.data).toEqual({ runs: 5, trial_runs_left: 5 })
    expect((await enter(buyer, body)).status).toBe(400)
    const terms = await test.call('GET', `/api/v1/agents/${paid.agent_id}/terms`, { as: buyer })
    expect(terms.body.data).toMatchObject({ next: 'trial', trial_runs_left: 5 })
    const listed = await test.call('GET', '/api/v1/coupons', { as: sellerOf(test, paid) })
    expect(listed.body.data.items[0]).toMatchObject({ id, gives, redeemed: 1, reserved: 0, given_paise: 0 })
    const quoted = await quoteOf(test, await test.person(), agentWith(paid, code))
    expect(quoted.status).toBeGreaterThanOrEqual(400)
  })
})
