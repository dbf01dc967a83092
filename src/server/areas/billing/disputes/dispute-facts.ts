/** What this installation knows of a disputed payment, as a bank reads it: dates, sums and counts; never what runs held. */
import type { Block } from '#nodes/paperwork.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { DisputeRow } from './disputes.store.ts'
import type { Known } from './evidence.store.ts'

export interface Fact {
  label: string
  value: string
}

const time = (at: Date): string =>
  `${at.toLocaleString('en-IN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' })} IST`

/** @param whole also what only admins may see: whom the invoice names, and where they signed in from */
export function collectFacts(known: Known, whole: boolean): Fact[] {
  const facts: [string, string | null][] = [
    ['Bought', known.title],
    ['Ordered', known.ordered_at && time(known.ordered_at)],
    ['Paid', known.paid_at && time(known.paid_at)],
    ['Amount', `${rupees(known.paise)}${known.method === null ? '' : `, by ${known.method}`}`],
    ['Payment', known.gateway_payment_id],
    ['Receipt', known.receipt],
    ['Invoice', known.invoices.join(', ') || null],
    ['Refunded so far', known.refunded_paise ? rupees(known.refunded_paise) : null],
    ['Account since', known.account_since && time(known.account_since)],
    ['Runs since the payment', known.paid_at && `${known.runs}, of which ${known.runs_succeeded} succeeded`],
    ['Last run', known.last_run_at && time(known.last_run_at)],
  ]
  const ofBuyer: [string, string | null][] = [
    ['Billed to', [known.billing_name, known.billing_address].filter(Boolean).join(', ') || null],
    ['GSTIN', known.gstin],
    ['Signed in from', known.addresses.join(', ') || null],
  ]
  return [...facts, ...(whole ? ofBuyer : [])].flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

/** The record that is handed in, for the PDF. */
export const recordPages = (
  { gateway_dispute_id, reason, created_at }: DisputeRow,
  facts: readonly Fact[],
): { title: string; blocks: Block[] } => ({
  title: 'Record of service',
  blocks: [
    { kind: 'heading', level: 1, text: 'Record of service' },
    {
      kind: 'paragraph',
      text: `Dispute ${gateway_dispute_id} (${reason.replaceAll('_', ' ')}), opened ${time(created_at)}. From the records of the platform.`,
    },
    { kind: 'table', rows: [['Record', 'Value'], ...facts.map(({ label, value }) => [label, value])] },
  ],
})
