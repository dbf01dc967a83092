import { flow, NOTHING, type WorkflowTemplate } from './template.ts'

export const gstQuote: WorkflowTemplate = {
  slug: 'quotation-with-gst',
  name: 'Quotation with GST',
  description:
    'Calculates CGST and SGST or IGST for an offer from the two states, and writes the quotation with the amount in words.',
  category: 'finance',
  tags: ['gst', 'quote', 'offer', 'tax', 'invoice', 'sales'],
  needs: NOTHING,
  sample: {
    title: '₹999.99 within Maharashtra',
    input: {
      customer: 'Asha Family Clinic',
      item: 'Two reams of paper',
      amount: 999.99,
      rate: 18,
      from_state: 'Maharashtra',
      to_state: 'Maharashtra',
    },
  },
  expected: 'A quotation for ₹1,179.99 with the tax split into CGST and SGST.',
  document: flow([
    {
      id: 'offer',
      type: 'input_form',
      title: 'Offer',
      config: {
        fields: [
          { name: 'customer', label: 'Customer', required: true },
          { name: 'item', label: 'Item or service', required: true },
          { name: 'amount', label: 'Amount before tax, in rupees', type: 'number', required: true },
          { name: 'rate', label: 'GST rate in percent', type: 'number', required: true },
          { name: 'from_state', label: 'Your state', required: true },
          { name: 'to_state', label: 'Customer’s state', required: true },
        ],
      },
    },
    {
      id: 'tax',
      type: 'gst_compute',
      title: 'Calculate the tax',
      config: {
        lines: '{{ [{"amount": $round($trigger.amount * 100), "rate": $trigger.rate}] }}',
        supplier_state: '{{ $trigger.from_state }}',
        place_of_supply: '{{ $trigger.to_state }}',
      },
    },
    {
      id: 'letter',
      type: 'template',
      title: 'Write the quotation',
      config: {
        text: '# Quotation for {{ $trigger.customer }}\n\n{{ $trigger.item }}: ₹{{ $formatNumber($nodes.tax.taxable_paise / 100, "#,##0.00") }}\n{{ $nodes.tax.intra_state ? "CGST ₹" & $formatNumber($nodes.tax.cgst_paise / 100, "#,##0.00") & ", SGST ₹" & $formatNumber($nodes.tax.sgst_paise / 100, "#,##0.00") : "IGST ₹" & $formatNumber($nodes.tax.igst_paise / 100, "#,##0.00") }}\n\nTo pay: ₹{{ $formatNumber($nodes.tax.payable_paise / 100, "#,##0.00") }}\n{{ $nodes.tax.payable_in_words }}',
      },
    },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the quotation',
      config: {
        view: 'markdown',
        data: '{{ {"markdown": $nodes.letter, "payable_paise": $nodes.tax.payable_paise} }}',
      },
    },
  ]),
}
