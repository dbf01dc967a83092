import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { safeKey, textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const MOST_ROWS = 100_000
const MOST_COLUMNS = 1000
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

export const readCsv = defineNode({
  type: 'read_csv',
  version: 1,
  title: 'Read CSV',
  category: 'data',
  icon: 'table',
  description: 'Reads comma-separated values as a list: one object or one list per row.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    value: value('Text', 'The CSV text. Leave empty to use the input.'),
    delimiter: z
      .enum(['auto', 'comma', 'semicolon', 'tab', 'pipe'])
      .default('auto')
      .describe('Separates values; “auto” detects it from the first line.')
      .meta({ title: 'Delimiter' }),
    header: z
      .boolean()
      .default(true)
      .describe('The first row contains the column names.')
      .meta({ title: 'First row is a header' }),
    numbers: z
      .boolean()
      .default(false)
      .describe('Values such as 42 and 3.5 become numbers. Values with leading zeros remain text.')
      .meta({ title: 'Parse numbers' }),
  }),
  example: { value: 'name,price\npen,10\n"book, big",30', numbers: true },
  output: z.array(Json),
  sentence: (config) => (config.header ? 'One object per row' : 'One list per row'),
  async run(ctx) {
    const { delimiter, header, numbers } = ctx.config
    const text = textFrom(ctx.config.value, ctx.input)
    const rows = await parse(text, delimiter === 'auto' ? guess(text) : DELIMITERS[delimiter])
    const read = (cell: string): Json => (numbers && isNumber(cell) ? Number(cell) : cell)
    if (!header) return output(rows.map((row) => row.map(read)))
    const [names = [], ...records] = rows
    const columns = columnNames(names)
    return output(
      records.map((row) => {
        const item: JsonObject = {}
        columns.forEach((column, at) => {
          item[column] = at < row.length ? read(row[at] ?? '') : null
        })
        return item
      }),
    )
  },
})

async function parse(text: string, delimiter: string): Promise<string[][]> {
  const { parse: parseCsv } = await import('csv-parse/browser/esm/sync')
  let rows: string[][]
  try {
    const options = { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, to: MOST_ROWS + 1 }
    rows = parseCsv(text, options) as string[][]
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : ''
    throw new NodeError('bad_csv', `This isn’t valid CSV: ${reason}`, { field: 'value', cause })
  }
  if (rows.length > MOST_ROWS)
    throw new NodeError('too_many_rows', `At most ${MOST_ROWS} rows can be read`, { field: 'value' })
  if (rows.some((row) => row.length > MOST_COLUMNS)) {
    throw new NodeError('too_many_columns', `A row can have at most ${MOST_COLUMNS} values`, { field: 'value' })
  }
  return rows
}

/** The delimiter that is most frequent in the first line outside of quotes; a comma when there is none. */
function guess(text: string): string {
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0, '|': 0 }
  let quoted = false
  for (const character of text.slice(0, 10_000)) {
    if (character === '"') quoted = !quoted
    else if (!quoted && character === '\n') break
    else if (!quoted && character in counts) counts[character] = (counts[character] ?? 0) + 1
  }
  return Object.entries(counts).reduce((best, one) => (one[1] > best[1] ? one : best), [',', 0])[0]
}

const isNumber = (cell: string) => /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(cell)

/** Names are trimmed; an empty one is called by its place, and one that comes again gets a number. */
function columnNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((raw, at) => {
    const name = safeKey(raw.trim()) || `column_${at + 1}`
    let unique = name
    for (let again = 2; used.has(unique); again++) unique = `${name}_${again}`
    used.add(unique)
    return unique
  })
}
