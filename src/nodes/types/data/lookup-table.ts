import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Row = z.strictObject({
  key: z.string().min(1, 'Give the value to look for').max(500).meta({ title: 'When it is' }),
  value: Json.optional().meta({ title: 'Give', widget: 'expression' }),
})

export const lookupTable = defineNode({
  type: 'lookup_table',
  version: 1,
  title: 'Look up in a table',
  category: 'data',
  icon: 'table-2',
  description: 'Gives what a table says for a value: state codes to names, departments to addresses.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Value', 'What to look for. The input when left out.'),
    rows: z
      .array(Row)
      .min(1, 'Add at least one row')
      .max(5000)
      .describe('The first row that fits decides.')
      .meta({ title: 'Table' }),
    ignore_case: z
      .boolean()
      .default(true)
      .describe('Upper and lower case, and spaces around, do not count.')
      .meta({ title: 'Ignore case' }),
    when_missing: z
      .enum(['default', 'fail'])
      .default('default')
      .describe('What happens when no row fits.')
      .meta({ title: 'When missing' }),
    default: Json.optional()
      .describe('Given when no row fits; nothing when left out.')
      .meta({ title: 'Otherwise give', when: { field: 'when_missing', is: ['default'] }, widget: 'expression' }),
  }),
  example: {
    value: 'KA',
    rows: [
      { key: 'KA', value: 'Karnataka' },
      { key: 'MH', value: 'Maharashtra' },
    ],
  },
  output: Json,
  sentence: ({ rows }) => `A table of ${rows.length} rows`,
  run(ctx) {
    const { rows, ignore_case, when_missing } = ctx.config
    const plain = (text: string) => (ignore_case ? text.trim().toLowerCase() : text)
    const wanted = textFrom(ctx.config.value, ctx.input)
    const sought = plain(wanted)
    const row = rows.find(({ key }) => plain(key) === sought)
    if (row) return output(row.value ?? null)
    if (when_missing === 'default') return output(ctx.config.default ?? null)
    throw new NodeError('not_in_table', `The table has no row for “${wanted.slice(0, 100)}”`, { field: 'value' })
  },
})
