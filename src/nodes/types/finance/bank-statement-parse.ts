import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { readStatement } from '#nodes/lib/finance/bank.ts'
import { accountOf } from '#nodes/lib/finance/bank-account.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

export const BankTransaction = z.object({
  index: z.number().int(),
  date: z.string(),
  value_date: z.string().nullable(),
  narration: z.string(),
  reference: z.string().nullable(),
  /** Whole paise; money in is positive. */
  amount_paise: z.number().int(),
  balance_paise: z.number().int().nullable(),
  balance_ok: z.boolean().nullable(),
  ...PLACE,
})

export const BankStatementReport = z.object({
  account: z.object({
    bank: z.string().nullable(),
    number_last4: z.string().nullable(),
    ifsc: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
  transactions: z.array(BankTransaction),
  opening_paise: z.number().int().nullable(),
  closing_paise: z.number().int().nullable(),
  in_paise: z.number().int(),
  out_paise: z.number().int(),
  /** Every step agrees with the printed balances; null where none are printed. */
  balanced: z.boolean().nullable(),
  problems: z.array(z.object({ reason: z.string(), ...PLACE })),
})

const MOST_ROWS = 50_000

/** Rows of a spreadsheet as a document of tabs, so that every transaction has a place in it. @throws NodeError `too_many` */
function fromRows(rows: readonly Json[]): ParsedDocument {
  if (rows.length > MOST_ROWS) throw new NodeError('too_many', `At most ${MOST_ROWS} rows at once`, { field: 'rows' })
  const cell = (one: Json | undefined): string =>
    one === null || one === undefined
      ? ''
      : (typeof one === 'object' ? JSON.stringify(one) : String(one)).replace(/\s+/g, ' ')
  const [first] = rows
  const names = isObject(first) ? Object.keys(first) : null
  const lines = rows.map((row) => {
    if (Array.isArray(row)) return row.map(cell).join('\t')
    return isObject(row) ? (names ?? []).map((name) => cell(row[name])).join('\t') : cell(row)
  })
  return documentFromText([...(names === null ? [] : [names.join('\t')]), ...lines].join('\n'))
}

export const bankStatementParse = defineNode({
  type: 'bank_statement_parse',
  version: 1,
  title: 'Parse bank statement',
  category: 'finance',
  icon: 'landmark',
  description:
    'Reads the transactions of an Indian bank statement from PDF, CSV, text or spreadsheet rows, whatever its columns are called, and checks every step against the printed balances.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value('Statement', 'A parsed document or a text. Left out, the document of the input is taken.'),
    rows: value(
      'Rows',
      'Rows of a spreadsheet instead: lists of cells, or objects. Their first row names the columns.',
    ),
  }),
  output: BankStatementReport,
  sentence: () => 'Reads transactions and checks the balance',
  timeout_ms: 60_000,
  run(ctx) {
    const { rows, document: given } = ctx.config
    if (rows !== undefined && rows !== null && !Array.isArray(rows))
      throw new NodeError('not_a_list', 'Expected a list of rows', { field: 'rows' })
    const document = Array.isArray(rows) ? fromRows(rows) : documentFrom(given, ctx.input)
    const statement = readStatement(document)
    if (statement.transactions.length === 0)
      throw new NodeError(
        'no_transactions',
        'No transaction was found: a statement needs a date and a sum on each line',
        {
          field: 'document',
        },
      )
    const transactions = statement.transactions.map(({ start, end, ...one }, index) => ({
      index,
      ...one,
      ...placed(document, { start, end }),
    }))
    const checked = transactions.filter((one) => one.balance_ok !== null)
    const wrong = transactions.filter((one) => one.balance_ok === false)
    return output({
      account: { ...accountOf(document.text) },
      transactions,
      opening_paise: statement.opening_paise,
      closing_paise: statement.closing_paise,
      in_paise: transactions.reduce((sum, { amount_paise }) => sum + Math.max(0, amount_paise), 0),
      out_paise: transactions.reduce((sum, { amount_paise }) => sum - Math.min(0, amount_paise), 0),
      balanced: checked.length === 0 ? null : wrong.length === 0,
      problems: [
        ...wrong.map(({ start, end }) => ({
          reason: 'The balance does not follow from the line before and the amount.',
          ...placed(document, { start, end }),
        })),
        ...statement.skipped.map(({ reason, ...span }) => ({ reason, ...placed(document, span) })),
      ].slice(0, 200),
    })
  },
})
