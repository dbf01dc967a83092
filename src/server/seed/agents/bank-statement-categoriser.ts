import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, SECOND_LOOK, sampleFile, secondLook, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    {
      name: 'file',
      label: 'Statement',
      type: 'file',
      help: 'A PDF, XLSX, CSV or text statement from your bank, up to 25 MB.',
    },
    {
      name: 'text',
      label: 'Or paste the text',
      type: 'textarea',
      help: 'Paste the statement, including its header line.',
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
      title: 'Categorise the transactions',
      config: { transactions: '{{ $nodes.transactions.transactions }}' },
    },
    secondLook('categories', 'transactions'),
    {
      id: 'anomalies',
      type: 'detect_anomalies',
      title: 'Find anomalies',
      config: { items: '{{ $nodes.second.transactions }}' },
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
  tagline: 'Categorises every payment of a bank statement, checks the balance and shows unusual transactions.',
  description:
    'Upload a statement of an Indian bank as PDF, CSV or text. The agent reads every transaction, checks each line against the printed balance, sorts transactions into 25 categories by rules and a dictionary of merchants, adds up each month, and shows recurring payments, likely duplicates and unusual amounts with the reason for each.',
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
      title: 'The same statement as CSV',
      input: { text: readFileSync(join(import.meta.dirname, '../samples/bank-statement.csv'), 'utf8').trim() },
      file: null,
    },
  ],
  permissions: {
    reads: ['The statement you provide'],
    sends_to: [],
    models: [SECOND_LOOK.model],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Reads statements of HDFC, SBI, ICICI, Axis, Kotak and other banks by their column names',
      'Checks every line against the printed balance and shows the line that doesn’t match',
      'Recognises UPI, NEFT, IMPS, RTGS, card, ATM, NACH and cheque payments, and the other party',
      'Shows the words that decided each category',
    ],
    does_not: [
      'Connect to your bank or ask for a password',
      'Read scanned pages',
      'Guess the purpose of a transfer to a person',
    ],
    how_it_works:
      'The header line names the columns, and each figure belongs to the column it is in. Rules and a dictionary of about four hundred Indian names decide the category; the direction of the money decides between two. Outliers are identified by median and spread within a category. Account numbers are shortened to four digits. ' +
      SECOND_LOOK.how,
    disclaimer: null,
    workflow_open: true,
  },
}
