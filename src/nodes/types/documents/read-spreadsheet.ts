import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { fileFrom, fileSetting, openFile } from '#nodes/lib/document/file-reference.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

type Row = Json[] | JsonObject

export const readSpreadsheet = defineNode({
  type: 'read_spreadsheet',
  version: 1,
  title: 'Read spreadsheet',
  category: 'document',
  icon: 'sheet',
  description:
    'Reads an XLSX or CSV file as rows, or as records named by the first row. Formulas return the last saved value; dates are returned as 2026-01-31.',
  kind: 'pure',
  timeout_ms: 90_000,
  config: z.strictObject({
    file: fileSetting('File', 'An XLSX or CSV file. Leave empty to use the file of the input.'),
    sheet: z
      .string()
      .max(100)
      .optional()
      .describe('The name of a sheet. Leave empty to use the first.')
      .meta({ title: 'Sheet' }),
    header: z
      .boolean()
      .default(true)
      .describe('The first row contains the column names.')
      .meta({ title: 'First row is a header' }),
    most_rows: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(10_000)
      .describe('Further rows are left out, and the output says so.')
      .meta({ title: 'Maximum rows' }),
  }),
  output: z.object({
    sheet: z.string(),
    /** The names of all sheets. */
    sheets: z.array(z.string()),
    columns: z.array(z.string()),
    rows: z.array(z.union([z.record(z.string(), Json), z.array(Json)])),
    count: z.number().int(),
    /** There was more than the most rows. */
    cut: z.boolean(),
  }),
  sentence: ({ sheet, most_rows }) => `${sheet ?? 'First sheet'}, up to ${most_rows} rows`,
  async run(ctx) {
    const { sheet: wanted, header, most_rows } = ctx.config
    const content = await openFile(ctx, fileFrom(ctx.config.file, ctx.input))
    const { data, files } = await ctx.paperwork(
      { do: 'read_spreadsheet', sheet: wanted?.trim() || null, most_rows: most_rows + (header ? 1 : 0) },
      [content],
      ctx.signal,
    )
    const { sheet, cut } = data
    const sheets = data.sheets as string[]
    if (typeof sheet !== 'string')
      throw new NodeError(
        'sheet_missing',
        `There is no sheet “${wanted ?? ''}”. Sheets in this file: ${sheets.slice(0, 20).join(', ')}`,
        { field: 'sheet' },
      )
    const { columns, rows } = await inSlices(readRows(files[0]?.bytes ?? new Uint8Array(), header), ctx)
    return output({ sheet, sheets, columns, rows, count: rows.length, cut: cut === true })
  },
})

/** Rows of cells, a line each, as rows or as records. */
function* readRows(bytes: Uint8Array, header: boolean): Generator<void, { columns: string[]; rows: Row[] }> {
  const decoder = new TextDecoder()
  const rows: Row[] = []
  let columns: string[] | null = header ? null : []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, from)
    const row: Json[] = JSON.parse(decoder.decode(bytes.subarray(from, end)))
    if (columns === null) columns = columnNames(row)
    else rows.push(header ? Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])) : row)
    from = end + 1
    yield
  }
  return { columns: columns ?? [], rows }
}

const LINE_END = 0x0a

/** Each column has a name of its own. */
function columnNames(head: readonly Json[]): string[] {
  const names: string[] = []
  head.forEach((cell, index) => {
    const name = String(cell ?? '').trim() || `column_${index + 1}`
    names.push(names.includes(name) || name === '__proto__' ? `${name}_${index + 1}` : name)
  })
  return names
}
