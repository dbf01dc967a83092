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
    'Searches the installed HCPCS Level II table by words or the beginning of a code: equipment, supplies, drugs and services.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    query: value('Words or a code', 'For example rolling walker, or E01. Leave empty to use the text of the input.'),
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
