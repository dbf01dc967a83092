import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief } from '#nodes/settings.ts'

/** `$1` … `$n` outside of nothing in particular: a number that has no parameter is told before anything is sent. */
function highestParameter(query: string): number {
  let highest = 0
  for (const [, digits = '0'] of query.matchAll(/\$(\d{1,4})/g)) highest = Math.max(highest, Number(digits))
  return highest
}

export const postgresQuery = defineNode({
  type: 'postgres_query',
  version: 1,
  title: 'Postgres query',
  category: 'integration',
  icon: 'database',
  description:
    'Queries a Postgres database. Values are bound as parameters and never become part of the query. Read-only unless you allow writing.',
  kind: 'effect',
  timeout_ms: 65_000,
  config: z.strictObject({
    credential: credentialField(['postgres'], 'The database to use.', 'Database', true),
    query: z
      .string()
      .min(1, 'Enter a query')
      .max(20_000)
      .refine(
        (text) => !text.includes('{{'),
        'A query can’t contain expressions: write $1 and enter the value as a parameter',
      )
      .describe('One statement, with $1, $2, … for values.')
      .meta({ title: 'Query', widget: 'textarea', expression: 'none' }),
    parameters: z
      .array(Json)
      .max(100)
      .default([])
      .describe('The values of $1, $2, … in order.')
      .meta({ title: 'Parameters', widget: 'json' }),
    mode: z
      .enum(['read', 'write'])
      .default('read')
      .describe('Reading uses a read-only transaction, so nothing can be changed.')
      .meta({ title: 'Mode' }),
    max_rows: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .default(1000)
      .describe('Maximum number of rows to return.')
      .meta({ title: 'Rows' }),
    timeout_ms: z
      .number()
      .int()
      .min(100)
      .max(60_000)
      .default(15_000)
      .describe('In milliseconds.')
      .meta({ title: 'Time limit' }),
  }),
  example: {
    credential: '01890000-0000-7000-8000-000000000001',
    query: 'select name, city from customers where city = $1',
    parameters: ['{{ $input.city }}'],
  },
  output: z.object({
    rows: z.array(z.record(z.string(), Json)),
    row_count: z.number().int(),
    truncated: z.boolean(),
  }),
  sentence: (config) => brief(config.query, 60),
  async run(ctx) {
    const { credential, query, parameters, mode, max_rows, timeout_ms } = ctx.config
    if (!credential) throw new NodeError('credential_missing', 'Choose a database', { field: 'credential' })
    const needed = highestParameter(query)
    if (needed > parameters.length)
      throw new NodeError(
        'parameter_missing',
        `The query uses $${needed}, but there are ${parameters.length} parameters`,
        {
          field: 'parameters',
        },
      )
    const asked = { text: query, parameters, mode, max_rows, timeout_ms }
    const { rows, row_count, truncated } = await ctx.sql.query(asked, credential, ctx.run.as, ctx.signal)
    return output({ rows, row_count, truncated })
  },
})
