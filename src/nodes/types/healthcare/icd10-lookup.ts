import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { Found, lookUp, queryFrom, resultLimit } from '#nodes/lib/clinical/code-nodes.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const icd10Lookup = defineNode({
  type: 'icd10_lookup',
  version: 1,
  title: 'Look up ICD-10-CM',
  category: 'healthcare',
  icon: 'book-search',
  description: 'Searches the installed ICD-10-CM table by words, abbreviations or the beginning of a code.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    query: value(
      'Words or a code',
      'For example type 2 diabetes with neuropathy, or E11. Leave empty to use the text of the input.',
    ),
    limit: resultLimit,
    billable_only: z
      .boolean()
      .default(false)
      .describe('Leaves out category headings, which can’t be billed.')
      .meta({ title: 'Billable only' }),
  }),
  example: { query: 'type 2 diabetes' },
  output: Found,
  sentence: ({ limit }) => `Up to ${limit} codes`,
  async run({ config: { query, limit, billable_only }, input, codes }) {
    const asked = {
      system: 'icd10cm' as const,
      query: queryFrom(query, input),
      most: billable_only ? limit * 5 : limit,
    }
    const found = await lookUp(codes, asked, (all) =>
      all.filter(({ billable }) => billable || !billable_only).slice(0, limit),
    )
    return output(found as unknown as Json)
  },
})
