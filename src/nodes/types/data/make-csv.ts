import { z } from 'zod'
import { inertCell, quoteCell } from '#contract/core/csv.ts'
import type { Json } from '#contract/core/primitives.ts'
import { charactersLeft } from '#graph/values/value-size.ts'
import { MOST_CHARACTERS, tooLarge } from '#nodes/lib/data/write-values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf, listFrom, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

export const makeCsv = defineNode({
  type: 'make_csv',
  version: 1,
  title: 'Make CSV',
  category: 'data',
  icon: 'sheet',
  description:
    'Writes a list of objects as comma-separated values. Texts that a spreadsheet would run as a formula are made safe.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    items: value('Items', 'A list of objects. Leave empty to use the input.'),
    columns: z
      .array(z.string().min(1).max(200))
      .max(1000)
      .default([])
      .describe('The fields to write, in order. Leave empty for all fields.')
      .meta({ title: 'Columns' }),
    delimiter: z
      .enum(['comma', 'semicolon', 'tab', 'pipe'])
      .default('comma')
      .describe('Separates values.')
      .meta({ title: 'Delimiter' }),
    header: z
      .boolean()
      .default(true)
      .describe('The first row contains the column names.')
      .meta({ title: 'Header row' }),
    allow_formulas: z
      .boolean()
      .default(false)
      .describe("If off, a text that begins with =, +, - or @ gets a leading ' so that no spreadsheet runs it.")
      .meta({ title: 'Allow formulas' }),
  }),
  example: { columns: ['name', 'price'] },
  output: z.string(),
  sentence: (config) => (config.columns.length > 0 ? `With ${config.columns.join(', ')}` : 'With all fields'),
  run(ctx) {
    const { columns: chosen, delimiter, header, allow_formulas: raw } = ctx.config
    const items = listFrom(ctx.config.items, ctx.input, 'items').map((item, at) => {
      if (isObject(item)) return item
      throw new NodeError('not_an_object', `Item ${at + 1} is ${kindOf(item)}; every row must be an object`, {
        field: 'items',
      })
    })
    const columns = chosen.length > 0 ? chosen : [...new Set(items.flatMap((item) => Object.keys(item)))]
    const separator = DELIMITERS[delimiter]
    const line = (cells: Json[]) => cells.map((cell) => written(cell, separator, raw)).join(separator)
    let left = MOST_CHARACTERS
    const rows = items.map((item) => {
      const cells = columns.map((name) => (Object.hasOwn(item, name) ? (item[name] ?? null) : null))
      left = charactersLeft(left, cells)
      if (left < 0) throw tooLarge()
      return line(cells)
    })
    // RFC 4180: rows end in CRLF.
    return output([...(header ? [line(columns)] : []), ...rows].map((row) => `${row}\r\n`).join(''))
  },
})

function written(cell: Json, separator: string, raw: boolean): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' ? cell : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return quoteCell(!raw && typeof cell === 'string' ? inertCell(text) : text, separator)
}
