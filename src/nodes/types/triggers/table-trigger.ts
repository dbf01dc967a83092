import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { CONDITIONS, TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import { defineNode, output } from '#nodes/node.ts'

const EVENTS = {
  added: 'When a row is added',
  changed: 'When a row changes',
  added_or_changed: 'When a row is added or changes',
  deleted: 'When a row is deleted',
  any: 'When a row is added, changes or is deleted',
} as const

const Change = z.object({
  change: z.enum(['added', 'changed', 'deleted']),
  row: z.record(z.string(), Json),
  before: z.record(z.string(), Json).nullable(),
  changed_columns: z.array(z.string()),
  at: z.string(),
})

export const tableTrigger = defineNode({
  type: 'table_trigger',
  version: 1,
  title: 'Data table change',
  category: 'trigger',
  icon: 'table-properties',
  description:
    'Starts when rows of one of your data tables are added, changed or deleted. Changes made by this workflow’s own runs don’t start it, also not through other workflows.',
  kind: 'pure',
  trigger: true,
  config: z.strictObject({
    table_id: z
      .uuid('Choose a data table')
      .optional()
      .describe('One of your data tables, or one that is shared with you.')
      .meta({ title: 'Data table', widget: 'data_table', expression: 'none', needed: true }),
    event: z
      .enum(['added', 'changed', 'added_or_changed', 'deleted', 'any'])
      .default('added')
      .describe('What happens to a row. A value that is set to what it was before is no change.')
      .meta({ title: 'Event', expression: 'none' }),
    columns: z
      .array(z.string().min(1, 'Enter a column').max(63))
      .max(TABLE_LIMITS.columns)
      .default([])
      .describe('Only changes of these columns count. Leave empty for all of them.')
      .meta({
        title: 'Columns',
        expression: 'none',
        when: { field: 'event', is: ['changed', 'added_or_changed', 'any'] },
      }),
    conditions: z
      .array(
        z.strictObject({
          column: z
            .string()
            .min(1, 'Enter a column')
            .max(63)
            .describe('The name of a column.')
            .meta({ title: 'Column', expression: 'none' }),
          is: z
            .enum(CONDITIONS)
            .default('is')
            .describe('How the value is compared.')
            .meta({ title: 'Condition', expression: 'none' }),
          value: Json.optional().describe('What to compare with.').meta({ title: 'Value', expression: 'none' }),
        }),
      )
      .max(TABLE_LIMITS.conditions)
      .default([])
      .describe('Only rows that match, as they are after the change. A deleted row is compared as it was.')
      .meta({ title: 'Conditions' }),
    match: z
      .enum(['all', 'any'])
      .default('all')
      .describe('Whether all conditions must be met, or any of them.')
      .meta({ title: 'Match', expression: 'none' }),
    runs: z
      .enum(['each', 'together'])
      .default('each')
      .describe(
        'each: One run for each row. together: One run for up to 100 rows, as “changes”. At most 10 runs are under way at once. More changes wait in their order.',
      )
      .meta({ title: 'Runs', expression: 'none' }),
  }),
  example: {
    table_id: '00000000-0000-4000-8000-000000000000',
    event: 'added',
    conditions: [{ column: 'status', is: 'is', value: 'new' }],
  },
  output: z.union([
    Change.partial().extend({ table: z.object({ id: z.string(), name: z.string() }).optional() }),
    z.object({ table: z.object({ id: z.string(), name: z.string() }), changes: z.array(Change) }),
  ]),
  sentence: ({ event }) => EVENTS[event],
  run: (ctx) => output(ctx.input),
})
