import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { Found, lookUp, queryFrom, resultLimit } from '#nodes/lib/clinical/code-nodes.ts'
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
    limit: resultLimit,
  }),
  example: { query: 'rolling walker' },
  output: Found,
  sentence: ({ limit }) => `Up to ${limit} codes`,
  async run({ config: { query, limit }, input, codes }) {
    const found = await lookUp(codes, { system: 'hcpcs', query: queryFrom(query, input), most: limit })
    return output(found as unknown as Json)
  },
})
