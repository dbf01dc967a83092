/**
 * What the platform supplied in a month, in the columns of form GSTR-1: to registered persons (B2B), to others (B2C), credit notes to
 * both (CDNR, CDNUR).
 */
import { toCsv } from '#contract/core/csv.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { stateByCode } from '#contract/india/states.ts'
import { monthSpanInIndia } from '#contract/india/time.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findOfPlatform, type IssuedRow } from './invoices.store.ts'

const HEAD = [
  'Section',
  'GSTIN of recipient',
  'Receiver name',
  'Invoice number',
  'Invoice date',
  'Invoice value',
  'Place of supply',
  'Reverse charge',
  'Rate',
  'Taxable value',
  'Integrated tax',
  'Central tax',
  'State tax',
  'Original invoice number',
]

function sectionOf({ kind, customer }: IssuedRow): string {
  const registered = customer.gstin !== null
  if (kind === 'credit_note') return registered ? 'CDNR' : 'CDNUR'
  return registered ? 'B2B' : 'B2C'
}

const rupees = (paise: number): string => (paise / 100).toFixed(2)
const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' })
    .format(at)
    .replaceAll(' ', '-')

const rowOf = (row: IssuedRow): string[] => [
  sectionOf(row),
  row.customer.gstin ?? '',
  row.customer.name,
  row.number,
  dayOf(row.issued_at),
  rupees(row.total_paise),
  `${row.place_of_supply}-${stateByCode(row.place_of_supply)?.name ?? ''}`,
  'N',
  String(row.rate_bps / 100),
  rupees(row.taxable_paise),
  rupees(row.igst_paise),
  rupees(row.cgst_paise),
  rupees(row.sgst_paise),
  row.credits_number ?? '',
]

/** @param month `2026-11`, in India */
export async function exportGstr1(
  db: Queryable,
  grant: Grant<'invoice.export', UserId>,
  month: string,
): Promise<{ name: string; csv: string }> {
  const { from, until } = monthSpanInIndia(month)
  const rows = await findOfPlatform(db, from, until)
  const details = { month, invoices: rows.length }
  await insertAudit(db, { actor_id: grant.on, action: grant.action, target_id: grant.on, reason: null, details })
  return { name: `gstr1-${month}.csv`, csv: toCsv([HEAD, ...rows.map(rowOf)]) }
}
