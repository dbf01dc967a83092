import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { CONDITIONS, TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { RowFilter } from '#contract/workflows/data-tables.ts'
import { objectFrom } from '#nodes/lib/data/values.ts'
import { defineNode, type NodeContext, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const writes = { when: { field: 'operation', is: ['add', 'update', 'add_or_update'] } } as const
const filters = { when: { field: 'operation', is: ['find', 'update', 'add_or_update', 'delete'] } } as const
const finds = { when: { field: 'operation', is: ['find'] } } as const

const Config = z.strictObject({
  table_id: z
    .uuid('Choose a data table')
    .optional()
    .describe('One of your data tables.')
    .meta({ title: 'Data table', widget: 'data_table', expression: 'none', needed: true }),
  operation: z
    .enum(['find', 'add', 'update', 'add_or_update', 'delete'])
    .default('find')
    .describe(
      'add: Adds rows. update: Sets values in rows that match. add_or_update: Updates the rows that match, or adds one. delete: Deletes rows that match.',
    )
    .meta({ title: 'Operation' }),
  values: value(
    'Values',
    'An object with a value for each column; to add several rows, a list of them. Leave empty to use the input.',
  ).meta({ title: 'Values', widget: 'expression', placeholder: '{{ $input }}', ...writes }),
  conditions: z
    .array(
      z.strictObject({
        column: z.string().min(1, 'Enter a column').max(63).describe('The name of a column.').meta({ title: 'Column' }),
        is: z.enum(CONDITIONS).default('is').describe('How the value is compared.').meta({ title: 'Condition' }),
        value: Json.optional().describe('What to compare with.').meta({ title: 'Value', widget: 'expression' }),
      }),
    )
    .max(TABLE_LIMITS.conditions)
    .default([])
    .describe('Which rows. Without conditions a search finds all of them.')
    .meta({ title: 'Conditions', ...filters }),
  match: z
    .enum(['all', 'any'])
    .default('all')
    .describe('Whether all conditions must be met, or any of them.')
    .meta({ title: 'Match', ...filters }),
  sort: z
    .string()
    .max(63)
    .default('created_at')
    .describe('A column, or created_at or updated_at.')
    .meta({ title: 'Sort by', ...finds }),
  order: z
    .enum(['asc', 'desc'])
    .default('asc')
    .describe('asc: smallest first.')
    .meta({ title: 'Order', ...finds }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(TABLE_LIMITS.at_once)
    .default(100)
    .describe('Maximum number of rows to return.')
    .meta({ title: 'Rows', ...finds }),
})
type Config = z.output<typeof Config>
type Context = NodeContext<Config>

export const dataTable = defineNode({
  type: 'data_table',
  version: 1,
  title: 'Data table',
  category: 'integration',
  icon: 'table-2',
  description: 'Finds, adds, updates or deletes rows in one of your data tables.',
  kind: 'effect',
  config: Config,
  example: {
    table_id: '00000000-0000-4000-8000-000000000000',
    conditions: [{ column: 'email', is: 'is', value: '{{ $input.email }}' }],
  },
  output: z.object({
    /** Those that were found or added. */
    rows: z.array(z.record(z.string(), Json)).optional(),
    /** How many there are, when rows were searched for. */
    total: z.number().int().optional(),
    added: z.number().int().optional(),
    updated: z.number().int().optional(),
    deleted: z.number().int().optional(),
  }),
  sentence: ({ operation }) =>
    ({
      find: 'Finds rows',
      add: 'Adds rows',
      update: 'Updates rows',
      add_or_update: 'Updates rows or adds one',
      delete: 'Deletes rows',
    })[operation],
  run: async (ctx) => output(await work(ctx)),
})

function rowsOf({ config, input }: Context): Json[] {
  const given = config.values === undefined ? input : config.values
  const rows = Array.isArray(given) ? given : [objectFrom(given, null, 'values')]
  if (rows.length === 0) throw new NodeError('table_value', 'There is no row to add', { field: 'values' })
  if (rows.length > TABLE_LIMITS.at_once)
    throw new NodeError('table_value', `A step adds at most ${TABLE_LIMITS.at_once} rows`, { field: 'values' })
  return rows
}

/** What changes rows says which: an expression that found nothing must not change all of them. */
function filterOf({ conditions, match }: Config): RowFilter {
  if (conditions.length === 0)
    throw new NodeError('table_condition', 'Add a condition that says which rows', { field: 'conditions' })
  return { conditions, match }
}

async function work(ctx: Context): Promise<JsonObject> {
  const { config, tables, run } = ctx
  const { table_id, operation } = config
  if (table_id === undefined) throw new NodeError('table_missing', 'Choose a data table', { field: 'table_id' })
  const values = () => objectFrom(config.values, ctx.input, 'values')
  switch (operation) {
    case 'find': {
      const { conditions, match, sort, order, limit } = config
      const query = { filter: { conditions, match }, sort, order, limit, offset: 0 }
      return { ...(await tables.find(table_id, query, run.as)) }
    }
    case 'add': {
      const rows = await tables.add(table_id, rowsOf(ctx), run.idempotency_key, run.as)
      return { rows, added: rows.length }
    }
    case 'update':
      return { updated: await tables.update(table_id, filterOf(config), values(), run.as) }
    case 'add_or_update':
      return { ...(await tables.addOrUpdate(table_id, filterOf(config), values(), run.idempotency_key, run.as)) }
    case 'delete':
      return { deleted: await tables.delete(table_id, filterOf(config), run.as) }
  }
}
