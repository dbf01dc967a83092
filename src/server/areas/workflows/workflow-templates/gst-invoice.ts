import { documentForm, flow, NOTHING, readIt, type WorkflowTemplate } from './template.ts'

export const gstInvoice: WorkflowTemplate = {
  slug: 'read-a-gst-invoice',
  name: 'Read and check a GST invoice',
  description:
    'Extracts supplier, buyer, lines and taxes of a GST invoice, checks the GSTIN and the amounts, and decides whether it can be booked.',
  category: 'finance',
  tags: ['gst', 'invoice', 'accounts payable', 'tax', 'purchase'],
  needs: NOTHING,
  sample: {
    title: 'Paper and pens from Pune',
    input: {
      text: 'TAX INVOICE\nSahyadri Stationers\n14 Laxmi Road, Pune 411030\nGSTIN: 27AABCS1429B1ZU\tPhone: 020-2445 1234\n\nInvoice No: SS/2025-26/0148\tInvoice Date: 12-06-2025\nPlace of Supply: 27-Maharashtra\tReverse Charge: No\n\nBill To\nAsha Family Clinic Pvt Ltd\n22 FC Road, Pune\nGSTIN: 27AAPFU0939F1ZV\n\nSl No\tDescription\tHSN\tQty\tRate\tTaxable Value\tGST %\tAmount\n1\tA4 paper 75 gsm (ream)\t4802\t20\t260.00\t5,200.00\t12%\t5,824.00\n2\tBall pens, box of 50\t9608\t4\t350.00\t1,400.00\t12%\t1,568.00\nTaxable Value\t\t\t\t\t6,600.00\nCGST @ 6%\t\t\t\t\t396.00\nSGST @ 6%\t\t\t\t\t396.00\nGrand Total\t\t\t\t\t7,392.00\nAmount in words: Rupees Seven Thousand Three Hundred Ninety Two Only\n',
    },
  },
  expected: 'The invoice SS/2025-26/0148 with two lines and a total of ₹7,392.',
  document: flow([
    { id: 'invoice', type: 'input_form', title: 'Invoice', config: documentForm('Invoice') },
    readIt,
    {
      id: 'fields',
      type: 'gst_invoice_fields',
      title: 'Read the invoice',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the invoice',
      config: { view: 'invoice', data: '{{ $nodes.fields }}', document: '{{ $nodes.read }}' },
    },
  ]),
}
