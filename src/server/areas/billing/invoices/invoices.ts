/** The verbs of reading invoices; issuing is `issue.ts`. */
import type { Invoice } from '#contract/billing/invoices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { workForOwner } from '#nodes/work-for.ts'
import { findLanguageOf } from '#server/areas/accounts/accounts.ts'
import { ownerOfCaller, personBehind } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { readCompany } from '#server/platform/settings/company.ts'
import { invoicePages } from './invoice-pages.ts'
import * as store from './invoices.store.ts'

const presentInvoice = ({
  supplier_id: _s,
  customer_id: _c,
  credits_number,
  credits_issued_at: _at,
  issued_at,
  ...row
}: store.IssuedRow & { order_id: string | null }): Invoice => ({
  ...row,
  // Those of before there were coupons say nothing of them.
  lines: row.lines.map((line) => ({ ...line, discount: line.discount ?? null })),
  credits: credits_number,
  issued_at: issued_at.toISOString(),
})

/** Only reads: what was bought has its invoice within seconds (`calendar.ts`). */
export async function listInvoices(
  db: Database,
  { on: user }: Grant<'invoice.list', UserId>,
  { as: side, limit, offset }: { as: 'customer' | 'supplier'; limit: number; offset: number },
) {
  const { rows, total } = await store.findInvoices(db, { side, user }, { limit, offset })
  return { items: rows.map(presentInvoice), total, limit, offset }
}

/** Renders it again each time, in the language of who reads it: an invoice never changes. */
export async function drawInvoice(
  { db, paperwork }: { db: Queryable; paperwork: DoPaperwork },
  { by, on: row }: Grant<'invoice.see', store.IssuedRow>,
  signal: AbortSignal,
): Promise<{ name: string; bytes: Uint8Array }> {
  const work = workForOwner(ownerOfCaller(by), signal)
  const language = (by.type === 'user' && (await findLanguageOf(db, personBehind(by)))) || 'en'
  const { files } = await paperwork(
    { do: 'write_pdf', ...invoicePages(row, await readCompany(db), language) },
    [],
    work,
  )
  const [file] = files
  if (!file) throw new Error('The PDF of an invoice is missing after it was written')
  return { name: `${row.number.replaceAll('/', '-')}.pdf`, bytes: file.bytes }
}
