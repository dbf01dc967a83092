import { z } from 'zod'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { SECTIONS, STATEMENTS } from '#nodes/lib/finance/line-names.ts'
import { readFinancials } from '#nodes/lib/finance/statement.ts'
import { arithmetic } from '#nodes/lib/finance/statement-checks.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const StatementReport = z.object({
  statements: z.array(z.enum(STATEMENTS)),
  periods: z.array(z.string()),
  /** Rupees per printed figure. */
  unit: z.number(),
  unit_words: z.string().nullable(),
  lines: z.array(
    z.object({
      label: z.string(),
      key: z.string().nullable(),
      title: z.string().nullable(),
      statement: z.enum(STATEMENTS).nullable(),
      section: z.enum(SECTIONS),
      /** Whole paise, one per period. */
      values: z.array(z.number().int().nullable()),
      ...PLACE,
    }),
  ),
  checks: z.array(z.object({ check: z.string(), period: z.string(), ok: z.boolean(), reason: z.string() })),
})

export const parseStatement = defineNode({
  type: 'parse_statement',
  version: 1,
  title: 'Parse financial statement',
  category: 'finance',
  icon: 'table-properties',
  description:
    'Reads balance sheets, profit and loss accounts and cash flow statements: every line with its Schedule III name, per period, in whole paise (understands lakh, crore and brackets), with its location, and checks the totals.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Statement',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
  }),
  output: StatementReport,
  sentence: () => 'Reads the lines of financial statements',
  timeout_ms: 60_000,
  run(ctx) {
    const document = documentFrom(ctx.config.document, ctx.input)
    const statement = readFinancials(document)
    const known = statement.lines.filter(({ key }) => key !== null)
    if (known.length < 2)
      throw new NodeError(
        'no_statement',
        'No lines of a balance sheet, profit and loss account or cash flow were found',
        { field: 'document' },
      )
    return output({
      statements: STATEMENTS.filter((kind) => known.filter((line) => line.statement === kind).length >= 2),
      periods: statement.periods,
      unit: statement.unit,
      unit_words: statement.unit_words,
      lines: statement.lines.map(({ start, end, ...line }) => ({ ...line, ...placed(document, { start, end }) })),
      checks: arithmetic(statement).map((one) => ({ ...one })),
    })
  },
})
