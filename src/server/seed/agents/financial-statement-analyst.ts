import type { JsonObject } from '#contract/core/primitives.ts'
import { type FirstPartyAgent, sampleFile, workflow } from './agent.ts'

const input: JsonObject = {
  fields: [
    {
      name: 'file',
      label: 'Statements',
      type: 'file',
      help: 'Balance sheet, profit and loss account, cash flow: PDF, DOCX or text, up to 25 MB.',
    },
    { name: 'text', label: 'Or paste the text', type: 'textarea', help: 'Paste the statements.', max_length: 500_000 },
  ],
  at_least_one_of: [['file', 'text']],
}

const document = workflow(
  [
    { id: 'statements', type: 'input_form', title: 'Statements', config: input },
    {
      id: 'read',
      type: 'read_document',
      title: 'Read the statements',
      config: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
    },
    {
      id: 'lines',
      type: 'parse_statement',
      title: 'Find the lines',
      config: { document: '{{ $nodes.read.document }}' },
    },
    { id: 'ratios', type: 'financial_ratios', title: 'Calculate ratios', config: { statement: '{{ $nodes.lines }}' } },
    { id: 'together', type: 'merge', title: 'Combine', config: { mode: 'combine' } },
    {
      id: 'result',
      type: 'render_result',
      title: 'Show the analysis',
      config: { view: 'statement', data: '{{ $nodes.together }}', document: '{{ $nodes.read }}' },
    },
  ],
  [
    ['statements', 'read'],
    ['read', 'lines'],
    ['lines', 'ratios'],
    ['lines', 'together'],
    ['ratios', 'together'],
    ['together', 'result'],
  ],
)

const LOSS = `Aravalli Health Clinics Private Limited
Extract of the audited accounts (Rs. in '000)

Particulars\t2025\t2024
Revenue from operations\t18,450\t21,300
Other income\t120\t-
Total income\t18,570\t21,300
Employee benefits expense\t11,200\t10,900
Finance costs\t2,640\t2,110
Depreciation\t1,980\t1,875
Other expenses\t6,340\t6,015
Total expenses\t22,160\t20,900
Profit / (loss) before tax\t(3,590)\t400
Tax expense\t-\t104
Profit / (loss) for the year\t(3,590)\t296
Total current assets\t4,210\t5,900
Total current liabilities\t7,480\t5,150
Borrowings\t14,000\t11,500
Total equity\t2,150\t5,740`

const list = { type: 'array', items: { type: 'object' } }

export const financialStatementAnalyst: FirstPartyAgent = {
  slug: 'financial-statement-analyst',
  name: 'Financial statement analyst',
  tagline:
    'Reads balance sheet, profit and loss account and cash flow statement, checks the totals and calculates 19 ratios.',
  description:
    'Upload the accounts of a company as PDF or text. The agent reads every line for each year, in lakh, crore or rupees, checks whether the totals match their lines, and calculates margins, returns, liquidity, debt, turnover and growth, each with its formula and the lines it uses.',
  category: 'finance',
  icon: 'banknote',
  tags: ['accounts', 'ratios', 'credit-analysis', 'schedule-iii'],
  view: 'statement',
  document,
  output_schema: {
    type: 'object',
    required: ['periods', 'lines', 'checks', 'ratios'],
    properties: { periods: { type: 'array', items: { type: 'string' } }, lines: list, checks: list, ratios: list },
  },
  samples: [
    sampleFile('Annual accounts of a manufacturer (PDF)', 'annual-accounts'),
    { title: 'A clinic with a loss (text)', input: { text: LOSS }, file: null },
  ],
  permissions: {
    reads: ['The statements you provide'],
    sends_to: [],
    models: [],
    kept: 'A visitor’s document is deleted after 24 hours. Runs of signed-in users are kept until they are deleted.',
  },
  listing: {
    does: [
      'Reads the lines of Schedule III and their common alternative names, for several years',
      'Understands lakh, crore, thousands, brackets for negatives and note numbers',
      'Checks whether totals match their parts, year by year',
      'Calculates 19 ratios with formula and an assessment against common thresholds',
    ],
    does_not: [
      'Give lending or investment advice',
      'Read scanned pages',
      'Assess banks and insurers, whose statements have a different structure',
    ],
    how_it_works:
      'Rows of the document are matched with the names of Schedule III lines; the section decides between names that are used twice. Figures belong to the year of their column and are converted to whole paise. Ratios are calculated from the lines found; ratios with missing lines are listed as missing. No data leaves this server.',
    disclaimer: 'Calculated from the figures provided; not lending or investment advice',
    workflow_open: true,
  },
}
