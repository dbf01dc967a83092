import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { type Invoice, readInvoice } from '#nodes/lib/finance/invoice.ts'
import type { Value } from '#nodes/lib/finance/invoice-labels.ts'
import { defineNode, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { value } from '#nodes/settings.ts'

const Field = z.object(PLACE).nullable()
const Dated = z.object({ iso: z.string(), ...PLACE }).nullable()
const Paise = z.number().int().nullable()
const Party = z.object({ name: Field, gstin: Field, gstin_valid: z.boolean().nullable(), state: z.string().nullable() })

export const InvoiceReport = z.object({
  kind: z.enum(['tax_invoice', 'bill_of_supply', 'credit_note', 'proforma', 'invoice']),
  number: Field,
  date: Dated,
  due: Dated,
  order: Field,
  place_of_supply: z.object({ code: z.string(), name: z.string(), ...PLACE }).nullable(),
  reverse_charge: z.boolean().nullable(),
  irn: z.object({ valid: z.boolean(), ...PLACE }).nullable(),
  supplier: Party,
  buyer: Party,
  lines: z.array(
    z.object({
      description: z.string(),
      hsn: z.string().nullable(),
      quantity: z.number().nullable(),
      rate_paise: Paise,
      taxable_paise: Paise,
      /** Percent. */
      tax_rate: z.number().nullable(),
      total_paise: Paise,
      ...PLACE,
    }),
  ),
  /** Amounts keyed by taxable, cgst, sgst, igst, cess, discount, freight, round_off, total_tax, total. */
  totals: z.record(z.string(), z.object({ paise: z.number().int(), rate: z.number().nullable(), ...PLACE })),
  in_words: z.object({ paise: z.number().int(), ...PLACE }).nullable(),
  checks: z.array(z.object({ check: z.string(), status: z.enum(['ok', 'wrong', 'missing']), reason: z.string() })),
  /** No check is wrong. */
  consistent: z.boolean(),
})

/** The place of a value, with what it says besides its words. */
function field<More extends object>(document: ParsedDocument, found: (Value & More) | null) {
  if (found === null) return null
  const { text: _, start, end, ...more } = found
  return { ...more, ...placed(document, { start, end }) }
}

const present = (document: ParsedDocument, invoice: Invoice) => {
  const party = ({ name, gstin, gstin_valid, state }: Invoice['supplier']) => ({
    name: field(document, name),
    gstin: field(document, gstin),
    gstin_valid,
    state,
  })
  return {
    kind: invoice.kind,
    number: field(document, invoice.number),
    date: field(document, invoice.date),
    due: field(document, invoice.due),
    order: field(document, invoice.order),
    place_of_supply: field(document, invoice.place_of_supply),
    reverse_charge: invoice.reverse_charge,
    irn: field(document, invoice.irn),
    supplier: party(invoice.supplier),
    buyer: party(invoice.buyer),
    lines: invoice.items.map(({ start, end, ...line }) => ({ ...line, ...placed(document, { start, end }) })),
    totals: Object.fromEntries(Object.entries(invoice.totals).map(([name, sum]) => [name, field(document, sum)])),
    in_words: field(document, invoice.in_words),
    checks: invoice.checks.map((one) => ({ ...one })),
    consistent: invoice.checks.every(({ status }) => status !== 'wrong'),
  }
}

export const gstInvoiceFields = defineNode({
  type: 'gst_invoice_fields',
  version: 1,
  title: 'GST invoice fields',
  category: 'finance',
  icon: 'receipt-indian-rupee',
  description:
    'Extracts the fields of a GST invoice: supplier and buyer with GSTIN, number, date, place of supply, lines with HSN, CGST, SGST, IGST, total and IRN. Checks the GSTINs, the type of tax and the arithmetic.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value('Invoice', 'A document from Read document, or text. Leave empty to use the document of the input.'),
  }),
  output: InvoiceReport,
  sentence: () => 'Reads and checks a GST invoice',
  timeout_ms: 60_000,
  run(ctx) {
    const document = documentFrom(ctx.config.document, ctx.input)
    return output(present(document, readInvoice(document)) as unknown as Json)
  },
})
