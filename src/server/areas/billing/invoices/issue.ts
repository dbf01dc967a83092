/**
 * Issuing. Plans and bought agents are invoiced at once, runs and commission once their month in India is over; what went back, by a
 * refund or a lost dispute, as credit notes. Everything is invoiced at its whole price, so that what is given back is always a credit note. A seller with a GSTIN is the supplier
 * (the platform issues in their name, CGST Act s. 52 and rule 46); otherwise the platform is.
 */
import type { InvoiceLine, InvoiceParty } from '#contract/billing/invoices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { gstInside } from '#server/areas/billing/tax/split-sale.ts'
import { findTaxRates } from '#server/areas/billing/tax/tax.store.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as due from './due.store.ts'
import { firmParty, type Invoicing } from './firm.ts'
import { financialYear, formatInvoiceNumber, isTestNumber, testSeries } from './invoice-number.ts'
import * as store from './invoices.store.ts'

const KINDS = { invoice: ['CH', 'S'], credit_note: ['CN', 'R'], commission: ['CM', 'CM'] } as const

interface Issuing extends Invoicing {
  tx: Queryable
  now: Date
}

interface Drawn {
  kind: keyof typeof KINDS
  supplier_id: UserId | null
  customer_id: UserId
  supplier: InvoiceParty
  customer: InvoiceParty
  lines: readonly InvoiceLine[]
  rate_bps: number
  at: Date
  /** No tax document: the payment was a test. */
  test: boolean
  credits: store.NewInvoice['credits']
}

async function seriesOf(tx: Queryable, { kind, supplier_id, test }: Drawn): Promise<string> {
  const [platform, seller] = KINDS[kind]
  const series =
    supplier_id === null ? platform : `${seller}${(await store.sellerCode(tx, supplier_id)).toString(36).toUpperCase()}`
  return test ? testSeries(series) : series
}

/** Within one state half of the tax each as CGST and SGST, between states all of it as IGST. */
async function issue(tx: Queryable, drawn: Drawn, cause: store.Cause): Promise<void> {
  const { at, lines, supplier, customer, test: _, ...rest } = drawn
  const taxable_paise = lines.reduce((sum, line) => sum + line.taxable_paise, 0)
  const gst = lines.reduce((sum, line) => sum + line.gst_paise, 0)
  const within = supplier.state_code === customer.state_code
  const financial_year = financialYear(at)
  const series = await seriesOf(tx, drawn)
  const number = formatInvoiceNumber(series, financial_year, await store.takeNumber(tx, series, financial_year))
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

const lineOf = (sac: string, [title, quantity, gross]: readonly [string, number, number], bps: number): InvoiceLine => {
  const gst_paise = gstInside(gross, bps)
  return { title, sac, quantity, taxable_paise: gross - gst_paise, gst_paise, discount: null }
}

/** What a code took off is shown without tax: the value that is taxed is what is left (CGST Act, 2017, s. 15(3)(a)). */
function lineOfSale(sac: string, sale: due.DueSale, bps: number): InvoiceLine {
  const line = lineOf(sac, [sale.title, sale.quantity, sale.gross_paise], bps)
  const { coupon_code, off_paise = 0 } = sale
  if (!coupon_code) return line
  const { taxable_paise } = lineOf(sac, [sale.title, sale.quantity, sale.gross_paise + off_paise], bps)
  return { ...line, discount: { code: coupon_code, paise: taxable_paise - line.taxable_paise } }
}

async function supplierOf({ tx, firm }: Issuing, seller: UserId | null, gstin: string | null): Promise<InvoiceParty> {
  return (seller && (await due.findSellerParty(tx, seller, gstin))) ?? firmParty(firm)
}

/** One invoice of sales that go together: one rate of GST applied to all of them. */
async function issueSales(issuing: Issuing, sales: readonly due.DueSale[]): Promise<void> {
  const { tx, firm, test, now: at } = issuing
  const [first] = sales
  if (!first) return
  const { gst } = await findTaxRates(tx, first.at)
  const customer = first.customer ?? {
    name: first.customer_name,
    address: '',
    gstin: null,
    state_code: firmParty(firm).state_code,
  }
  const drawn: Drawn = {
    kind: 'invoice',
    supplier_id: first.supplier_id,
    customer_id: first.buyer_id,
    supplier: await supplierOf(issuing, first.supplier_id, first.supplier_gstin),
    customer,
    lines: sales.map((sale) => lineOfSale(firm.company.sac, sale, gst)),
    rate_bps: gst,
    at,
    test,
    credits: null,
  }
  await issue(tx, drawn, { type: first.type, ids: sales.flatMap(({ ids }) => ids) })
}

async function issueRuns(issuing: Issuing): Promise<number> {
  const { tx, now } = issuing
  const rows = await due.findDueRuns(tx, now)
  const together = Map.groupBy(rows, ({ type, buyer_id, supplier_id, supplier_gstin, period }) =>
    [type, buyer_id, supplier_id, supplier_gstin, period].join(),
  )
  for (const sales of together.values()) await issueSales(issuing, sales)
  return together.size
}

async function issueCommissions(issuing: Issuing): Promise<number> {
  const { tx, firm, test, now } = issuing
  const rows = await due.findDueCommissions(tx, now)
  for (const { seller_id, supplier_gstin, ids, commission_paise, gst_paise, sales, at } of rows) {
    const { gst } = await findTaxRates(tx, at)
    const title = 'Commission on sales'
    const customer = await supplierOf(issuing, seller_id, supplier_gstin)
    const line = {
      title,
      sac: firm.company.sac,
      quantity: sales,
      taxable_paise: commission_paise,
      gst_paise,
      discount: null,
    }
    const drawn: Drawn = {
      kind: 'commission',
      supplier_id: null,
      customer_id: seller_id,
      supplier: firmParty(firm),
      customer,
      lines: [line],
      rate_bps: gst,
      at: now,
      test,
      credits: null,
    }
    await issue(tx, drawn, { type: 'commission', ids })
  }
  return rows.length
}

/** What of `part` goes back with this one: all of it once everything went back, never more. Even, as tax is, where `step` is 2. */
function shareOf(part: number, { paise, before_paise, whole_paise }: due.DueCredit, step = 1): number {
  const upTo = (back: number) => step * Math.floor((part * back) / step / whole_paise)
  return upTo(before_paise + paise) - upTo(before_paise)
}

function creditLine(sac: string, row: due.DueCredit, bps: number): InvoiceLine {
  const { title, paise, whole_paise, commission_paise, commission_gst_paise } = row
  const common = { sac, quantity: 1, discount: null }
  if (commission_paise !== null)
    return {
      ...common,
      title: `Commission refunded: ${title}`,
      taxable_paise: shareOf(commission_paise, row),
      gst_paise: shareOf(commission_gst_paise ?? 0, row, 2),
    }
  const gst_paise = shareOf(gstInside(whole_paise, bps), row, 2)
  return { ...common, title: `Refund: ${title}`, taxable_paise: paise - gst_paise, gst_paise }
}

async function issueCreditNotes({ tx, firm, test, now }: Issuing): Promise<number> {
  const rows = await due.findDueCredits(tx, now)
  for (const row of rows) {
    const of = await store.findInvoice(tx, row.invoice_id)
    if (!of) throw new Error('The invoice that a credit note refers to is missing')
    const { supplier_id, customer_id, supplier, customer, rate_bps } = of
    const drawn: Drawn = {
      kind: 'credit_note',
      supplier_id,
      customer_id,
      supplier,
      customer,
      lines: [creditLine(firm.company.sac, row, rate_bps)],
      rate_bps,
      at: now,
      // A credit note is of the kind of its invoice, whatever payments are now.
      test: test || isTestNumber(of.number),
      credits: row.invoice_id,
    }
    await issue(tx, drawn, { type: row.type, ids: [row.id] })
  }
  return rows.length
}

async function issueSome(db: Database, invoicing: Invoicing, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const issuing = { ...invoicing, tx, now }
    await store.lockIssuing(tx)
    const orders = await due.findDueOrders(tx, now)
    for (const order of orders) await issueSales(issuing, [order])
    const runs = await issueRuns(issuing)
    const commissions = await issueCommissions(issuing)
    return orders.length + runs + commissions + (await issueCreditNotes(issuing))
  })
}

/**
 * Issues everything that is due, a part at a time; may be called by any process at any time. While the firm's own particulars are
 * placeholders real invoices wait without a number, and get theirs in order once they are filled in.
 * @returns how many
 */
export async function issueDue(db: Database, invoicing: Invoicing, now = new Date()): Promise<number> {
  if (!invoicing.test && invoicing.firm.missing.length > 0) return 0
  let issued = 0
  while (await due.isAnythingDue(db, now)) {
    const more = await issueSome(db, invoicing, now)
    if (more === 0) break
    issued += more
  }
  return issued
}
