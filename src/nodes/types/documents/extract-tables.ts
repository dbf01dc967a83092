import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { csvOf, recordsOf, tablesIn } from '#nodes/lib/document/tables.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const extractTables = defineNode({
  type: 'extract_tables',
  version: 1,
  title: 'Extract tables',
  category: 'document',
  icon: 'table',
  description:
    'Extracts the tables of a document as rows, as records named by the first row, and as CSV, with their pages.',
  kind: 'pure',
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    min_rows: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(2)
      .describe('Smaller tables are left out.')
      .meta({ title: 'Minimum rows' }),
    min_columns: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(2)
      .describe('Narrower tables are left out.')
      .meta({ title: 'Minimum columns' }),
    header: z
      .boolean()
      .default(true)
      .describe('The first row contains the column names.')
      .meta({ title: 'First row is a header' }),
  }),
  output: z.object({
    tables: z.array(
      z.object({
        index: z.number().int(),
        page: z.number().int(),
        start: z.number().int(),
        end: z.number().int(),
        columns: z.array(z.string()),
        rows: z.array(z.array(z.string())),
        records: z.array(z.record(z.string(), z.string())),
        csv: z.string(),
      }),
    ),
    count: z.number().int(),
  }),
  sentence: ({ min_rows }) => `Tables of at least ${min_rows} rows`,
  run(ctx) {
    const { document, min_rows, min_columns, header } = ctx.config
    const found = tablesIn(documentFrom(document, ctx.input)).filter(
      ({ rows }) => rows.length >= min_rows && Math.max(0, ...rows.map((row) => row.length)) >= min_columns,
    )
    const tables = found.map(({ page, start, end, rows }, index) => {
      const columns = header ? (rows[0] ?? []) : []
      const body = header ? rows.slice(1) : rows
      return {
        index: index + 1,
        page,
        start,
        end,
        columns,
        rows: body,
        records: header ? recordsOf(columns, body) : [],
        csv: csvOf(rows),
      }
    })
    return output({ tables: tables as unknown as Json, count: tables.length })
  },
})
