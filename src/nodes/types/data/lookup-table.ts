import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Row = z.strictObject({
  key: z.string().min(1, 'Enter the value to look up').max(500).meta({ title: 'When the value is' }),
  value: Json.optional().meta({ title: 'Output', widget: 'expression' }),
})

export const lookupTable = defineNode({
  type: 'lookup_table',
  version: 1,
  title: 'Look up in a table',
  category: 'data',
  icon: 'table-2',
  description: 'Looks up a value in a table: for example names for state codes or addresses for departments.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Value', 'The value to look up. Leave empty to use the input.'),
    rows: z
      .array(Row)
      .min(1, 'Add at least one row')
      .max(5000)
      .describe('The first matching row is used.')
      .meta({ title: 'Table' }),
    ignore_case: z
      .boolean()
      .default(true)
      .describe('Ignores upper and lower case and surrounding spaces.')
      .meta({ title: 'Ignore case' }),
    when_missing: z
      .enum(['default', 'fail'])
      .default('default')
      .describe('What happens when no row matches.')
      .meta({ title: 'When missing' }),
    default: Json.optional()
      .describe('Output when no row matches; leave empty for null.')
      .meta({ title: 'Otherwise output', when: { field: 'when_missing', is: ['default'] }, widget: 'expression' }),
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
