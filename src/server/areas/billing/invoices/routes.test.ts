import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invoice } from '#contract/billing/invoices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { workForServer } from '#nodes/work-for.ts'
import { createOrder } from '#server/areas/billing/payments/orders.ts'
import { ordersFor } from '#server/areas/billing/subscriptions/subscriptions.policy.ts'
import { splitSale } from '#server/areas/billing/tax/split-sale.ts'
import { findSellerTax, findTaxRates } from '#server/areas/billing/tax/tax.store.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { REAL_INVOICES, TEST_FIRM } from '#test/support/firm.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { type Invoicing, notifyMissingParticulars } from './firm.ts'
import { invoicePages } from './invoice-pages.ts'
import { findInvoice, findOfPlatform } from './invoices.store.ts'
import { issueDue } from './issue.ts'

const NOVEMBER = new Date('2026-11-20T10:00:00Z')
const DECEMBER = new Date('2026-12-01T10:00:00Z')
const GSTIN = '27AAPFU0939F1ZV'

let runners: Runners
let test: TestApp
let boss: Person
/** Has a GSTIN and lives in Maharashtra. */
let registered: PaidAgent
/** Has said nothing. */
let plain: PaidAgent
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ deps: { paperwork: runners.paperwork } })
  boss = await test.person('super_admin')
  const document = workflow([node('start', 'manual_trigger'), node('end', 'effect')], wires('start > end'))
  registered = await insertAgent(test.database, document)
  plain = await insertAgent(test.database, document)
  await test.database.pool.query(
    `insert into seller_profiles (seller_id, legal_name, kind, address, state_code, pan_last, gstin, verified_gstin, status)
     values ($1, 'Ravi & Sons LLP', 'firm', '1 MG Road, Pune', '27', '939F', $2, $2, 'verified')
     on conflict (seller_id) do update set legal_name = excluded.legal_name, pan_last = excluded.pan_last, gstin = excluded.gstin,
       verified_gstin = excluded.verified_gstin, status = 'verified'`,
    [registered.seller, GSTIN],
  )
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

/** A paid order of somebody in a state. */
async function order(
  buyer: UserId,
  purpose: string,
  paise: number,
  { state = '27', gstin = null as string | null } = {},
) {
  const id = randomUUID()
  await test.database.pool.query(
    `insert into orders (id, user_id, purpose, subject, title, amount_paise, state_code, gstin, billing_name, billing_address, gateway,
      receipt, status, paid_at, fulfilled_at)
     values ($1, $2, $3, '{}', $4, $5, $6, $7, '=Asha', '22 FC Road', 'test', $8, 'paid', $9, $9)`,
    [
      id,
      buyer,
      purpose,
      purpose === 'plan' ? 'Starter, monthly' : 'Paid agent',
      paise,
      state,
      gstin,
      id.slice(0, 30),
      NOVEMBER,
    ],
  )
  return id
}

async function sale(buyer: UserId, of: PaidAgent, paise: number, order_id: string | null = null, at = NOVEMBER) {
  const { db, pool } = test.database
  const seller = await findSellerTax(db, of.seller, at)
  const rates = await findTaxRates(db, at)
  const split = splitSale({ gross_paise: paise, commission_rate: 0.15, seller: { ...seller, has_pan: true } }, rates)
  const id = randomUUID()
  await pool.query(
    `insert into sales (id, buyer_id, seller_id, agent_id, agent_version_id, kind, execution_id, order_id, gross_paise, supplier,
      commission_rate, commission_paise, commission_gst_paise, gst_paise, tcs_paise, tds_paise, seller_paise, held_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0.15, $11, $12, $13, $14, $15, $16, $17, $17)`,
    [
      id,
      buyer,
      of.seller,
      of.agent_id,
      of.agent_version_id,
      order_id ? 'once' : 'run',
      order_id ? null : randomUUID(),
      order_id,
      paise,
      split.supplier,
      split.commission_paise,
      split.commission_gst_paise,
      split.gst_paise,
      split.tcs_paise,
      split.tds_paise,
      split.seller_paise,
      at,
    ],
  )
  return id
}

const refund = (buyer: UserId, of: { order_id?: string; sale_id?: string }, paise: number) =>
  test.database.pool.query(
    `insert into refunds (order_id, sale_id, buyer_id, title, paise, origin, reason, status, decided_at)
     values ($1, $2, $3, 'Paid agent', $4, 'admin', 'It did not work', 'approved', $5)`,
    [of.order_id ?? null, of.sale_id ?? null, buyer, paise, NOVEMBER],
  )

const issue = (now = NOVEMBER) => issueDue(test.database.db, REAL_INVOICES, now)
const mine = async (as: Person, side = 'customer'): Promise<Invoice[]> =>
  (await test.call('GET', '/api/v1/invoices', { as, query: { as: side } })).body.data.items
const knownSeller = async (id: UserId): Promise<Person> => {
  const person: Person = { id, role: 'seller', token: `session.${id}.signature` }
  test.know(person)
  return person
}

describe('invoices', () => {
  it('of a plan name both sides and halve the tax within a state', async () => {
    const buyer = await test.person()
    await order(buyer.id, 'plan', 118_000, { state: '11' })
    await issue()
    const [invoice] = await mine(buyer)
    expect(invoice).toMatchObject({
      kind: 'invoice',
      taxable_paise: 100_000,
      cgst_paise: 9_000,
      sgst_paise: 9_000,
      igst_paise: 0,
      total_paise: 118_000,
      customer: { name: '=Asha', address: '22 FC Road', state_code: '11' },
      lines: [{ title: 'Starter, monthly', quantity: 1 }],
    })
    expect(invoice?.number).toMatch(/^CH\/26-27\/\d{6}$/)
  })

  it('between states bear the whole tax as IGST', async () => {
    const buyer = await test.person()
    await order(buyer.id, 'plan', 118_000, { gstin: GSTIN })
    await issue()
    expect((await mine(buyer))[0]).toMatchObject({
      cgst_paise: 0,
      sgst_paise: 0,
      igst_paise: 18_000,
      customer: { gstin: GSTIN },
    })
  })

  it('of an agent are the seller’s own where the seller is registered, in a series of their own', async () => {
    const buyer = await test.person()
    await sale(buyer.id, registered, 59_000, await order(buyer.id, 'agent', 59_000))
    await sale(buyer.id, plain, 59_000, await order(buyer.id, 'agent', 59_000))
    await issue()
    const found = await mine(buyer)
    const [own] = found.filter(({ number }) => number.startsWith('S'))
    expect(found).toHaveLength(2)
    expect(own).toMatchObject({
      supplier: { name: 'Ravi & Sons LLP', gstin: GSTIN },
      cgst_paise: 4_500,
      sgst_paise: 4_500,
    })
    const theirs = await mine(await knownSeller(registered.seller), 'supplier')
    expect(theirs.map(({ id }) => id)).toContain(own?.id)
  })

  it('of runs come once their month is over, one a supplier, a line an agent', async () => {
    const buyer = await test.person()
    await order(buyer.id, 'credits', 100_000)
    for (const paise of [500, 500, 700]) await sale(buyer.id, plain, paise)
    await sale(buyer.id, registered, 1_180)
    await issue(NOVEMBER)
    expect(await mine(buyer)).toEqual([])
    await issue(DECEMBER)
    const found = await mine(buyer)
    expect(found.map(({ total_paise }) => total_paise).toSorted((a, b) => a - b)).toEqual([1_180, 1_700])
    expect(found.find(({ total_paise }) => total_paise === 1_700)?.lines).toMatchObject([{ quantity: 3 }])
    const commission = (await mine(await knownSeller(registered.seller))).filter(({ kind }) => kind === 'commission')
    expect(commission[0]).toMatchObject({ customer: { gstin: GSTIN }, supplier: { gstin: expect.any(String) } })
    expect(await issue(DECEMBER)).toBe(0)
  })

  it('of a month in which the rate of GST changed tax each run at the rate of its day', async () => {
    const buyer = await test.person()
    await order(buyer.id, 'credits', 100_000)
    const later = new Date(NOVEMBER.getTime() + 3 * 86_400_000)
    const { pool } = test.database
    await pool.query(
      `insert into tax_rules (kind, effective_from, value, source) values ('gst', $1::date, 2800, 'A test')`,
      [new Date(later.getTime() - 86_400_000)],
    )
    try {
      for (const at of [NOVEMBER, NOVEMBER, later]) await sale(buyer.id, registered, 11_800, null, at)
      await issue(DECEMBER)
      const seller = await knownSeller(registered.seller)
      const taxed = ({ total_paise, cgst_paise, sgst_paise, igst_paise }: Invoice) =>
        [total_paise, cgst_paise + sgst_paise + igst_paise].join()
      // 23,600 at 18 % hold 3,600 of tax, 11,800 at 28 % hold 2,582.
      expect((await mine(buyer)).map(taxed).toSorted()).toEqual(['11800,2582', '23600,3600'])
      const { rows } = await pool.query(
        `select i.rate_bps, sum(s.commission_gst_paise)::int as booked, i.total_paise::int - i.taxable_paise::int as billed
         from invoices i join invoiced d on d.invoice_id = i.id and d.cause_type = 'commission' join sales s on s.id = d.cause_id
         where i.customer_id = $1 and s.buyer_id = $2 group by i.id order by i.rate_bps`,
        [seller.id, buyer.id],
      )
      expect(rows.map(({ rate_bps }) => rate_bps)).toEqual([1800, 2800])
      for (const { booked, billed } of rows) expect(billed).toBe(booked)
    } finally {
      await pool.query(`delete from tax_rules where source = 'A test'`)
    }
  })

  it('stand on the receipt of what they are for, and name its order to the buyer alone', async () => {
    const buyer = await test.person()
    const of = await order(buyer.id, 'agent', 59_000)
    const plan = await order(buyer.id, 'plan', 118_000)
    const topUp = await order(buyer.id, 'credits', 100_000)
    await sale(buyer.id, registered, 59_000, of)
    const receipt = async (id: string, as = buyer) =>
      (await test.call('GET', `/api/v1/payments/orders/${id}`, { as })).body
    expect((await receipt(of)).data.papers).toEqual([])
    await issue()
    await refund(buyer.id, { order_id: of }, 29_500)
    await issue()
    const found = await mine(buyer)
    const [invoice, note] = ['invoice', 'credit_note'].map((kind) =>
      found.find((one) => one.kind === kind && one.order_id === of),
    )
    expect((await receipt(of)).data.papers).toEqual([
      { id: invoice?.id, kind: 'invoice', number: invoice?.number },
      { id: note?.id, kind: 'credit_note', number: note?.number },
    ])
    expect((await receipt(plan)).data.papers).toMatchObject([{ kind: 'invoice' }])
    expect((await receipt(topUp)).data.papers).toEqual([])
    expect((await receipt(of, await test.person())).errors[0].code).toBe('not_found')
    const sold = await mine(await knownSeller(registered.seller), 'supplier')
    expect(sold.find(({ id }) => id === invoice?.id)).toMatchObject({ order_id: null })
  })

  it('are taken from by credit notes, once', async () => {
    const buyer = await test.person()
    const of = await order(buyer.id, 'agent', 59_000)
    await sale(buyer.id, plain, 59_000, of)
    await refund(buyer.id, { order_id: of }, 29_500)
    await issue()
    await issue()
    const found = await mine(buyer)
    const note = found.find(({ kind }) => kind === 'credit_note')
    expect(found).toHaveLength(2)
    expect(note).toMatchObject({
      total_paise: 29_500,
      igst_paise: 4_500,
      credits: found.find(({ kind }) => kind === 'invoice')?.number,
    })
    expect(note?.number).toMatch(/^CN\//)
  })

  it('have numbers without a gap, however many issue at a time', async () => {
    const buyers = await Promise.all([...Array(12)].map(() => test.person()))
    for (const { id } of buyers) await order(id, 'plan', 11_800)
    await Promise.all([...Array(6)].map(() => issue()))
    const { rows } = await test.database.pool.query(
      `select series, financial_year, number from invoices order by series, financial_year, number`,
    )
    for (const numbers of Map.groupBy(rows, ({ series, financial_year }) => `${series} ${financial_year}`).values()) {
      const counts = numbers.map(({ number }) => Number(number.split('/')[2]))
      expect(counts).toEqual(counts.map((_, index) => index + 1))
    }
    const { rows: twice } = await test.database.pool.query(
      `select cause_id from invoiced group by cause_type, cause_id having count(*) > 1`,
    )
    expect(twice).toEqual([])
  })

  it('are read without waiting for a process that issues', async () => {
    const buyer = await test.person()
    await order(buyer.id, 'plan', 118_000)
    await issue()
    await order(buyer.id, 'plan', 59_000)
    const { pool } = test.database
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('select pg_advisory_xact_lock($1)', [LOCKS.invoices])
      expect(await mine(buyer)).toHaveLength(1)
    } finally {
      await other.query('rollback')
      other.release()
    }
    await issue()
    expect(await mine(buyer)).toHaveLength(2)
  })

  it('leave nothing due behind but what waits for its month, and credits that were given back have none', async () => {
    const buyer = await test.person()
    await refund(buyer.id, { order_id: await order(buyer.id, 'credits', 5_000) }, 5_000)
    const run = await sale(buyer.id, registered, 1_180)
    await refund(buyer.id, { sale_id: run }, 590)
    await issue()
    const due = async () =>
      (await test.database.pool.query(`select cause_type from invoices_due order by 1`)).rows.map(
        ({ cause_type }) => cause_type,
      )
    expect(new Set(await due())).toEqual(new Set(['commission', 'commission_refund', 'refund', 'sale']))
    await issue(DECEMBER)
    await issue(DECEMBER)
    expect(await due()).toEqual([])
  })

  it('are never changed', async () => {
    for (const statement of ['update invoices set total_paise = 0', 'delete from invoices'])
      await expect(test.database.pool.query(statement)).rejects.toMatchObject({ code: 'CH500' })
  })

  it('are files of their customer, their supplier and the books, and of nobody else', async () => {
    const buyer = await test.person()
    await order(buyer.id, 'plan', 118_000)
    await issue()
    const [invoice] = await mine(buyer)
    const url = `/api/v1/invoices/${invoice?.id}/pdf`
    const answers = await Promise.all(
      [boss, await test.person('admin'), null].map((as) => test.call('GET', url, { as })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401])
    const text = await textOf(await pdfOf(url, buyer))
    for (const part of [
      'Tax invoice',
      invoice?.number ?? '',
      '₹1,180.00',
      'IGST 18 %',
      '₹180.00',
      '22 FC Road',
      'Maharashtra (27)',
      'Rupees one thousand one hundred eighty only',
      'SAC',
      'Reverse charge',
    ])
      expect(text).toContain(part)
  })

  it('are read in Hindi by who has chosen it, with the English that others read', async () => {
    const buyer = await test.person()
    await test.call('PUT', '/api/v1/auth/profile', { as: buyer, body: { language: 'hi' } })
    await order(buyer.id, 'plan', 118_000)
    await issue()
    const [invoice] = await mine(buyer)
    const url = `/api/v1/invoices/${invoice?.id}/pdf`
    // Letters joined into one sign have no text in a PDF of Skia's: what is read back here has few of them.
    const text = await textOf(await pdfOf(url, buyer))
    for (const part of [
      'कर बीजक / Tax invoice',
      '20 नवंबर 2026 / 20 November 2026',
      'पंजीकृत',
      'Place of supply',
      'Maharashtra (27)',
      'एक सौ',
      'Rupees one thousand one hundred eighty only',
      'IGST 18 %',
      '₹1,180.00',
    ])
      expect(text).toContain(part)
    expect(await textOf(await pdfOf(url, boss))).not.toMatch(/\p{Script=Devanagari}/u)
  })

  it('make a table for form GSTR-1 that no spreadsheet runs', async () => {
    const month = { month: '2026-11' }
    expect(
      (await test.call('GET', '/api/v1/admin/gstr1', { as: await test.person('admin'), query: month })).status,
    ).toBe(403)
    const { csv } = (await test.call('GET', '/api/v1/admin/gstr1', { as: boss, query: month })).body.data
    const rows = csv.trim().split('\r\n') as string[]
    expect(rows.some((row) => row.startsWith('B2B,27AAPFU0939F1ZV,'))).toBe(true)
    expect(rows.some((row) => row.startsWith('CDNUR,,'))).toBe(true)
    expect(csv).toContain("'=Asha")
    expect(csv).not.toMatch(/(^|,)=Asha/m)
    const { rows: sums } = await test.database.pool.query(
      `select sum(total_paise)::float8 as sum from invoices where supplier_id is null and issued_at < '2026-11-30T18:30:00Z'`,
    )
    const total = rows.slice(1).reduce((sum, row) => sum + Math.round(Number(row.split(',')[5]) * 100), 0)
    expect(total).toBe(sums[0].sum)
  })
})

async function textOf(pdf: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-invoice-'))
  const path = join(folder, 'invoice.pdf')
  writeFileSync(path, pdf)
  const { text } = await runners.documents.parse(path, workForServer(AbortSignal.timeout(30_000)))
  rmSync(folder, { recursive: true })
  return text
}

async function pdfOf(url: string, { token }: Person): Promise<Buffer> {
  const response = await test.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
  expect(response.headers['content-type']).toBe('application/pdf')
  return response.rawPayload
}

describe('an invoice waits or is marked as a test', () => {
  const numbersOf = async (buyer: UserId) =>
    (
      await test.database.pool.query<{ number: string }>(
        'select number from invoices where customer_id = $1 order by issued_at, number',
        [buyer],
      )
    ).rows.map(({ number }) => number)
  const unready: Invoicing = { firm: { ...TEST_FIRM, missing: ['gstin'] }, test: false }

  it('has no number while the firm’s own particulars are placeholders, and gets the next one afterwards', async () => {
    await issue()
    const { id } = await test.person()
    for (let n = 0; n < 2; n++) await order(id, 'plan', 118_000)
    expect(await issueDue(test.database.db, unready, NOVEMBER)).toBe(0)
    expect(await numbersOf(id)).toEqual([])
    await issue()
    const [first = '', second = ''] = await numbersOf(id)
    expect(first).toMatch(/^CH\/26-27\/\d{6}$/)
    expect(Number(second.slice(-6))).toBe(Number(first.slice(-6)) + 1)
  })

  it('takes no number of the real series for a test payment, says so on its face, and is in no return', async () => {
    const { id } = await test.person()
    await order(id, 'plan', 118_000)
    await issueDue(test.database.db, { firm: TEST_FIRM, test: true }, NOVEMBER)
    const [number = ''] = await numbersOf(id)
    expect(number).toBe('TCH/26-27/000001')
    const { rows } = await test.database.pool.query('select id from invoices where number = $1', [number])
    const row = await findInvoice(test.database.db, rows[0].id)
    expect(row && JSON.stringify(invoicePages(row, TEST_FIRM.company, 'en'))).toContain('TEST — not a tax invoice')
    const returned = await findOfPlatform(test.database.db, new Date('2026-10-31'), new Date('2026-12-02'))
    expect(returned.length).toBeGreaterThan(0)
    expect(returned.map((one) => one.number)).not.toContain(number)
  })

  it('means that nobody can pay real money: the order is refused with a named error and nothing is ordered', async () => {
    const { id } = await test.person()
    const { gateway } = test.payments.paying
    const deps = {
      ...test.payments.on(test.database.db),
      gateway: { ...gateway, test_mode: false },
      firm: unready.firm,
    }
    const asked = {
      buying: { purpose: 'credits' as const, subject: { paise: 50_000 } },
      billing: { name: 'Asha', address: '', state_code: '27', gstin: null },
      expected_paise: 50_000,
      idempotency_key: randomUUID(),
    }
    await expect(createOrder(deps, ordersFor(id), asked)).rejects.toMatchObject({
      code: 'payments_unavailable',
      status: 503,
    })
    expect((await test.database.pool.query('select 1 from orders where user_id = $1', [id])).rows).toEqual([])
    const ready = { ...deps, firm: TEST_FIRM }
    expect((await createOrder(ready, ordersFor(id), asked)).order.status).toBe('created')
  })

  it('is told to the super admins and the log, once, until the particulars are filled in', async () => {
    const said: string[] = []
    const log = { warn: (_detail: object, message: string) => void said.push(message) }
    const unread = async () =>
      (
        await test.database.pool.query(
          `select title from notifications where user_id = $1 and group_key = 'firm_particulars' and read_at is null`,
          [boss.id],
        )
      ).rows.length
    for (let start = 0; start < 2; start++) await notifyMissingParticulars(test.database.db, unready, log)
    expect([said.length, await unread()]).toEqual([2, 1])
    await notifyMissingParticulars(test.database.db, REAL_INVOICES, log)
    expect(await unread()).toBe(0)
  })
})
