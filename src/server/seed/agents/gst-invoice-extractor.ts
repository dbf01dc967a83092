import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, sampleFile, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'file', label: 'Invoice', type: 'file', help: 'PDF, DOCX or text, up to 25 MB.' },
    {
      name: 'text',
      label: 'Or paste the text',
      type: 'textarea',
      help: 'Paste the text of an invoice.',
      max_length: 200_000,
    },
  ],
  at_least_one_of: [['file', 'text']],
}

const document = workflow(
  [
    { id: 'invoice', type: 'input_form', title: 'Invoice', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the invoice',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
    },
    {
      id: 'fields',
      type: 'gst_invoice_fields',
      title: 'Extract and check the fields',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the invoice',
      config: { view: 'invoice', data: '{{ $nodes.fields }}', document: '{{ $nodes.read }}' },
    },
  ],
  [
    ['invoice', 'read'],
    ['read', 'fields'],
    ['fields', 'result'],
  ],
)

const WRONG = `TAX INVOICE
Delhi Gadgets
GSTIN: 07AAACD3456R1Z9
Invoice #: DG-77/2025/000000000123
Date: 2025-09-01
Customer: Ms. Ritu Sharma
Place of Supply: Haryana

Description\tHSN/SAC\tQty\tUnit Price\tAmount
Power bank 20,000 mAh\t8507\t2\t1,499.00\t2,998.00
USB cable\t8544\t3\t199.00\t600.00
Sub Total\t\t\t\t3,598.00
CGST @ 9%\t\t\t\t323.82
SGST @ 9%\t\t\t\t320.00
Total\t\t\t\t4,300.00`

const list = { type: 'array', items: { type: 'object' } }

export const gstInvoiceExtractor: FirstPartyAgent = {
  slug: 'gst-invoice-extractor',
  name: 'GST invoice extractor',
  tagline: 'Extracts the fields and lines of a GST invoice and checks its GSTINs, taxes and totals.',
  description:
    'Upload a tax invoice as PDF or text. The agent extracts supplier, buyer, number, dates, place of supply, every line with HSN, CGST, SGST, IGST and the total, shows where each is, and reports what is wrong: an invalid GSTIN, the wrong type of tax, or a total that doesn’t match its lines.',
  category: 'document-processing',
  icon: 'receipt',
  tags: ['gst', 'invoices', 'accounts-payable', 'india'],
  view: 'invoice',
  document,
  output_schema: {
    type: 'object',
    required: ['supplier', 'buyer', 'lines', 'totals', 'checks'],
    properties: {
      supplier: { type: 'object' },
      buyer: { type: 'object' },
      lines: list,
      totals: { type: 'object' },
      checks: list,
    },
  },
  samples: [
    sampleFile('Invoice for services (PDF)', 'gst-invoice'),
    { title: 'Invoice with errors (text)', input: { text: WRONG }, file: null },
  ],
  permissions: {
    reads: ['The invoice you provide'],
    sends_to: [],
    models: [],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Extracts parties, GSTINs, number, dates, place of supply, lines, taxes, total and IRN',
      'Verifies the check character of every GSTIN',
      'Determines whether CGST and SGST or IGST is due from the two states',
      'Recalculates lines, taxes, total and the amount in words, to the paisa',
    ],
    does_not: [
      'Check with the GST portal whether a GSTIN is registered',
      'Read photos and scans without text',
      'Separate several invoices in one file',
    ],
    how_it_works:
      'The document is read as rows of cells with their positions. Labels such as Invoice No or Place of Supply lead to the values next to or below them; the line table is found by its header, and totals by their names. Then every amount is recalculated in whole paise. No data leaves this server.',
    disclaimer: null,
    workflow_open: true,
  },
}
