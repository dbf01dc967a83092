import { z } from 'zod'
import type { Json } from '#contract/primitives.ts'
import { FoundEntry, queryFrom, shown } from '#nodes/clinical/code-nodes.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const hcpcsLookup = defineNode({
  type: 'hcpcs_lookup',
  version: 1,
  title: 'Look up HCPCS',
  category: 'healthcare',
  icon: 'book-search',
  description:
    'Finds HCPCS Level II codes by words or the beginning of a code in the installed table: equipment, supplies, drugs, services.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    query: value('Words or a code', 'For example rolling walker, or E01. Left out, the text of the input is taken.'),
    limit: z.number().int().min(1).max(100).default(10).describe('Most results.').meta({ title: 'Results' }),
  }),
  example: { query: 'rolling walker' },
  output: z.object({
    /** The code itself when the query is one; null otherwise. */
    exact: FoundEntry.nullable(),
    /** Best first; the score compares within one look-up only. */
    matches: z.array(FoundEntry.extend({ score: z.number() })),
    count: z.number().int(),
    table_version: z.string(),
    /** The file the table was installed from. */
    table: z.string().nullable(),
  }),
  sentence: ({ limit }) => `Up to ${limit} codes`,
  async run(ctx) {
    const query = queryFrom(ctx.config.query, ctx.input)
    const { version, source = null } = await ctx.codes.table('hcpcs')
    const exact = await ctx.codes.get('hcpcs', query)
    const found = await ctx.codes.search('hcpcs', query, ctx.config.limit)
    const matches = found.map((match) => ({ ...shown(match), score: match.score }))
    return output({
      exact: exact && shown(exact),
      matches,
      count: matches.length,
      table_version: version,
      table: source,
    } as unknown as Json)
  },
})
