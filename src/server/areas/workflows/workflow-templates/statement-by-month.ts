import { documentForm, flow, NOTHING, readIt, type WorkflowTemplate } from './template.ts'

export const statementByMonth: WorkflowTemplate = {
  slug: 'bank-statement-by-category',
  name: 'Where the money went',
  description:
    'Reads a bank statement, categorises each payment, adds up the categories and shows unusual transactions.',
  category: 'finance',
  tags: ['bank', 'statement', 'budget', 'spending', 'upi', 'bookkeeping'],
  needs: NOTHING,
  sample: {
    title: 'Four lines as CSV',
    input: {
      text: 'Date,Narration,Withdrawal,Deposit,Balance\n01/06/2026,NEFT-ACME LTD SALARY,,50000.00,60000.00\n03/06/2026,UPI-SWIGGY-swiggy@axb,456.00,,59544.00\n05/06/2026,UPI-RENT JUNE,15000.00,,44544.00\n06/06/2026,UPI-SWIGGY-swiggy@axb,456.00,,44088.00\n',
    },
  },
  expected: 'Four transactions with their categories, totals per category, and the food payment that occurs twice.',
  document: flow(
    [
      { id: 'statement', type: 'input_form', title: 'Statement', config: documentForm('Bank statement') },
      readIt,
      {
        id: 'transactions',
        type: 'bank_statement_parse',
        title: 'Find the transactions',
        config: { document: '{{ $nodes.read.document }}' },
      },
      {
        id: 'categories',
        type: 'categorise_transactions',
        title: 'Categorise the transactions',
        config: { transactions: '{{ $nodes.transactions.transactions }}' },
      },
      {
        id: 'unusual',
        type: 'detect_anomalies',
        title: 'Find anomalies',
        config: { items: '{{ $nodes.categories.transactions }}' },
      },
      { id: 'together', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
      {
        id: 'result',
        type: 'render_result',
        title: 'Show the transactions',
        config: { view: 'transactions', data: '{{ $nodes.together }}', document: '{{ $nodes.read }}' },
      },
    ],
    [
      'statement > read > transactions > categories > unusual > together',
      'transactions > together',
      'categories > together > result',
    ],
  ),
}
