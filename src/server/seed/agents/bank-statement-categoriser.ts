import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    { name: 'file', label: 'Statement', type: 'file', help: 'PDF, XLSX, CSV or text of your bank, up to 25 MB.' },
    {
      name: 'text',
      label: 'Or its text',
      type: 'textarea',
      help: 'Paste the statement, with its header line.',
      max_length: 1_000_000,
    },
  ],
  at_least_one_of: [['file', 'text']],
}

const document = workflow(
  [
    { id: 'statement', type: 'input_form', title: 'Statement', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the statement',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
    },
    {
      id: 'transactions',
      type: 'bank_statement_parse',
      title: 'Find the transactions',
      config: { document: '{{ $nodes.read.document }}' },
    },
    {
      id: 'categories',
      type: 'categorise_transactions',
      title: 'Say what each was for',
      config: { transactions: '{{ $nodes.transactions.transactions }}' },
    },
    secondLook('categories', 'transactions'),
    {
      id: 'anomalies',
      type: 'detect_anomalies',
      title: 'Find what stands out',
      config: { items: '{{ $nodes.second.transactions }}' },
    },
    { id: 'together', type: 'merge', title: 'Put together', config: { mode: 'combine' } },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the transactions',
      config: { view: 'transactions', data: '{{ $nodes.together }}', document: '{{ $nodes.read }}' },
    },
  ],
  [
    ['statement', 'read'],
    ['read', 'transactions'],
    ['transactions', 'categories'],
    ['categories', 'second'],
    ['second', 'anomalies'],
    ['transactions', 'together'],
    ['second', 'together'],
    ['anomalies', 'together'],
    ['together', 'result'],
  ],
)

const list = { type: 'array', items: { type: 'object' } }

export const bankStatementCategoriser: FirstPartyAgent = {
  slug: 'bank-statement-categoriser',
  name: 'Bank statement categoriser',
  tagline: 'Says what every payment of a bank statement was for, checks the balance and shows what stands out.',
  description:
    'Give it a statement of an Indian bank as PDF, CSV or text. It reads every transaction, checks each step against the printed balance, sorts them into 25 categories by rules and a dictionary of merchants, adds up months, and shows recurring payments, likely duplicates and unusual sums with the reason for each.',
  category: 'finance',
  icon: 'banknote',
  tags: ['bank-statements', 'upi', 'budget', 'bookkeeping'],
  view: 'transactions',
  document,
  output_schema: {
    type: 'object',
    required: ['transactions', 'by_category', 'by_month', 'anomalies'],
    properties: { transactions: list, by_category: list, by_month: list, recurring: list, anomalies: list },
  },
  samples: [
    sampleFile('Three months of a salary account (PDF)', 'bank-statement'),
    {
      title: 'The same as CSV',
      input: { text: readFileSync(join(import.meta.dirname, '../samples/bank-statement.csv'), 'utf8').trim() },
      file: null,
    },
  ],
  permissions: {
    reads: ['The statement you give it'],
    sends_to: [],
    models: [SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. A signed-in user’s runs are kept until deleted.',
  },
  listing: {
    does: [
      'Reads statements of HDFC, SBI, ICICI, Axis, Kotak and others by the names of their columns',
      'Checks every step against the printed balance and names the line that does not fit',
      'Tells UPI, NEFT, IMPS, RTGS, card, ATM, NACH and cheque, and who is on the other side',
      'Says for every category which word decided',
    ],
    does_not: [
      'Connect to your bank or ask for a password',
      'Read scanned images',
      'Guess the purpose of a transfer to a person',
    ],
    how_it_works:
      'The header line names the columns; figures go under the column they stand in. Rules and a dictionary of some four hundred Indian names decide the category, your direction of money deciding between two. Outliers are told by median and spread within a category. Account numbers are shortened to four digits. ' +
      SECOND_LOOK.how,
    disclaimer: null,
    workflow_open: true,
  },
  changelog: 'First version.',
}
