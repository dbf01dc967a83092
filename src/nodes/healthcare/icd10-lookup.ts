import { z } from 'zod'
import type { Json } from '#contract/primitives.ts'
import { FoundEntry, queryFrom, shown } from '#nodes/clinical/code-nodes.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const icd10Lookup = defineNode({
  type: 'icd10_lookup',
  version: 1,
  title: 'Look up ICD-10-CM',
  category: 'healthcare',
  icon: 'book-search',
  description:
    'Finds diagnosis codes by words, abbreviations or the beginning of a code in the installed ICD-10-CM table.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    query: value(
      'Words or a code',
      'For example type 2 diabetes with neuropathy, or E11. Left out, the text of the input is taken.',
    ),
    limit: z.number().int().min(1).max(100).default(10).describe('Most results.').meta({ title: 'Results' }),
    billable_only: z
      .boolean()
      .default(false)
      .describe('Leaves out headings, which no bill takes.')
      .meta({ title: 'Billable only' }),
  }),
  example: { query: 'type 2 diabetes' },
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
    const { version, source = null } = await ctx.codes.table('icd10cm')
    const exact = await ctx.codes.get('icd10cm', query)
    const { limit, billable_only } = ctx.config
    const found = await ctx.codes.search('icd10cm', query, billable_only ? limit * 5 : limit)
    const wanted = found.filter(({ billable }) => billable || !billable_only).slice(0, limit)
    const matches = wanted.map((match) => ({ ...shown(match), score: match.score }))
    return output({
      exact: exact && shown(exact),
      matches,
      count: matches.length,
      table_version: version,
      table: source,
    } as unknown as Json)
  },
})
