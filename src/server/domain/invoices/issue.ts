/**
 * Issuing. Plans and bought agents are invoiced at once, runs and commission once their month in India is over, refunds as credit notes.
 * Everything is invoiced at its whole price, so that what is given back is always a credit note. A seller with a GSTIN is the supplier
 * (the platform issues in their name, CGST Act s. 52 and rule 46); otherwise the platform is.
 */
import { COMPANY } from '#contract/company.ts'
import { stateFrom } from '#contract/india/states.ts'
import type { InvoiceLine, InvoiceParty } from '#contract/invoices.ts'
import type { UserId } from '#contract/primitives.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { gstInside } from '#server/domain/tax/split-sale.ts'
import { findTaxRates } from '#server/domain/tax/tax.store.ts'
import * as due from './due.store.ts'
import * as store from './invoices.store.ts'
import { financialYear, numberOf } from './number.ts'

export const PLATFORM: InvoiceParty = {
  name: COMPANY.name,
  address: COMPANY.registered_office,
  gstin: COMPANY.gstin,
  state_code: stateFrom(COMPANY.state)?.code ?? stateFrom(COMPANY.gstin)?.code ?? '97',
}

const KINDS = { invoice: ['CH', 'S'], credit_note: ['CN', 'R'], commission: ['CM', 'CM'] } as const

interface Drawn {
  kind: keyof typeof KINDS
  supplier_id: UserId | null
  customer_id: UserId
  supplier: InvoiceParty
  customer: InvoiceParty
  lines: readonly InvoiceLine[]
  rate_bps: number
  at: Date
  credits: store.NewInvoice['credits']
}

async function seriesOf(tx: Queryable, { kind, supplier_id }: Drawn): Promise<string> {
  const [platform, seller] = KINDS[kind]
  return supplier_id === null
    ? platform
    : `${seller}${(await store.sellerCode(tx, supplier_id)).toString(36).toUpperCase()}`
}

/** Within one state half of the tax each as CGST and SGST, between states all of it as IGST. */
async function issue(tx: Queryable, drawn: Drawn, cause: store.Cause): Promise<void> {
  const { at, lines, supplier, customer, ...rest } = drawn
  const taxable_paise = lines.reduce((sum, line) => sum + line.taxable_paise, 0)
  const gst = lines.reduce((sum, line) => sum + line.gst_paise, 0)
  const within = supplier.state_code === customer.state_code
  const financial_year = financialYear(at)
  const series = await seriesOf(tx, drawn)
  const number = numberOf(series, financial_year, await store.takeNumber(tx, series, financial_year))
  const invoice: store.NewInvoice = {
    ...rest,
    supplier,
    customer,
    lines: [...lines],
    number,
    series,
    financial_year,
    place_of_supply: customer.state_code,
    taxable_paise,
    cgst_paise: within ? gst / 2 : 0,
    sgst_paise: within ? gst / 2 : 0,
    igst_paise: within ? 0 : gst,
    total_paise: taxable_paise + gst,
    issued_at: at,
  }
  await store.insertInvoice(tx, invoice, cause)
}

const lineOf = (title: string, quantity: number, gross: number, bps: number): InvoiceLine => {
  const gst_paise = gstInside(gross, bps)
  return { title, sac: COMPANY.sac, quantity, taxable_paise: gross - gst_paise, gst_paise, discount: null }
}

/** What a code took off is shown without tax: the value that is taxed is what is left (CGST Act, 2017, s. 15(3)(a)). */
function lineOfSale(sale: due.DueSale, bps: number): InvoiceLine {
  const line = lineOf(sale.title, sale.quantity, sale.gross_paise, bps)
  const { coupon_code, off_paise = 0 } = sale
  if (!coupon_code) return line
  const { taxable_paise } = lineOf(sale.title, sale.quantity, sale.gross_paise + off_paise, bps)
  return { ...line, discount: { code: coupon_code, paise: taxable_paise - line.taxable_paise } }
}

async function supplierOf(tx: Queryable, seller: UserId | null): Promise<InvoiceParty> {
  return (seller && (await due.findSellerParty(tx, seller))) ?? PLATFORM
}

/** One invoice of sales that go together. */
async function issueSales(tx: Queryable, sales: readonly due.DueSale[], at: Date): Promise<void> {
  const [first] = sales
  if (!first) return
  const { gst } = await findTaxRates(tx, first.at)
  const customer = first.customer ?? {
    name: first.customer_name,
    address: '',
    gstin: null,
    state_code: PLATFORM.state_code,
  }
  const drawn: Drawn = {
    kind: 'invoice',
    supplier_id: first.supplier_id,
    customer_id: first.buyer_id,
    supplier: await supplierOf(tx, first.supplier_id),
    customer,
    lines: sales.map((sale) => lineOfSale(sale, gst)),
    rate_bps: gst,
    at,
    credits: null,
  }
  await issue(tx, drawn, { type: first.type, ids: sales.flatMap(({ ids }) => ids) })
}

async function issueRuns(tx: Queryable, now: Date): Promise<number> {
  const rows = await due.findDueRuns(tx, now)
  const together = Map.groupBy(rows, ({ type, buyer_id, supplier_id, month }) =>
    [type, buyer_id, supplier_id, month].join(),
  )
  for (const sales of together.values()) await issueSales(tx, sales, now)
  return together.size
}

async function issueCommissions(tx: Queryable, now: Date): Promise<number> {
  const rows = await due.findDueCommissions(tx, now)
  for (const { seller_id, ids, commission_paise, gst_paise, sales, at } of rows) {
    const { gst } = await findTaxRates(tx, at)
    const title = 'Commission on sales'
    const customer = await supplierOf(tx, seller_id)
    const line = {
      title,
      sac: COMPANY.sac,
      quantity: sales,
      taxable_paise: commission_paise,
      gst_paise,
      discount: null,
    }
    const drawn: Drawn = {
      kind: 'commission',
      supplier_id: null,
      customer_id: seller_id,
      supplier: PLATFORM,
      customer,
      lines: [line],
      rate_bps: gst,
      at: now,
      credits: null,
    }
    await issue(tx, drawn, { type: 'commission', ids })
  }
  return rows.length
}

async function issueCreditNotes(tx: Queryable, now: Date): Promise<number> {
  const rows = await due.findDueRefunds(tx, now)
  for (const { id, title, paise, invoice_id } of rows) {
    const of = await store.findInvoice(tx, invoice_id)
    if (!of) throw new Error('An invoice that is referred to is there')
    const { supplier_id, customer_id, supplier, customer, rate_bps } = of
    const lines = [lineOf(`Refund: ${title}`, 1, paise, rate_bps)]
    const drawn: Drawn = {
      kind: 'credit_note',
      supplier_id,
      customer_id,
      supplier,
      customer,
      lines,
      rate_bps,
      at: now,
      credits: invoice_id,
    }
    await issue(tx, drawn, { type: 'refund', ids: [id] })
  }
  return rows.length
}

async function issueSome(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await store.lockIssuing(tx)
    const orders = await due.findDueOrders(tx, now)
    for (const order of orders) await issueSales(tx, [order], now)
    const runs = await issueRuns(tx, now)
    const commissions = await issueCommissions(tx, now)
    return orders.length + runs + commissions + (await issueCreditNotes(tx, now))
  })
}

/** Issues everything that is due, a part at a time; may be asked by any process at any time. @returns how many */
export async function issueDue(db: Database, now = new Date()): Promise<number> {
  let issued = 0
  while (await due.isAnythingDue(db, now)) {
    const more = await issueSome(db, now)
    if (more === 0) break
    issued += more
  }
  return issued
}
