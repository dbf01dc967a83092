import { z } from 'zod'
import { bounded, compilePattern, findAll, MOST_MATCHES } from '#nodes/lib/data/pattern.ts'
import { textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

export const findText = defineNode({
  type: 'find_text',
  version: 1,
  title: 'Find in a text',
  category: 'data',
  icon: 'text-search',
  description: 'Finds all matches of a pattern in a text, with their groups and positions.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    value: value('Text', 'The text. Leave empty to use the input.'),
    pattern: z
      .string()
      .min(1, 'Enter a pattern')
      .max(1000)
      .describe('A regular expression without slashes, for example INV-(\\d+). Look-around is not supported.')
      .meta({ title: 'Pattern', expression: 'none' }),
    ignore_case: z
      .boolean()
      .default(false)
      .describe('Upper and lower case are treated the same.')
      .meta({ title: 'Ignore case' }),
    first_only: z.boolean().default(false).describe('Stop after the first match.').meta({ title: 'Only the first' }),
  }),
  example: { pattern: 'INV-(?P<number>[0-9]+)', value: 'INV-42 and INV-43' },
  output: z.array(
    z.object({
      text: z.string(),
      start: z.number(),
      end: z.number(),
      groups: z.array(z.string().nullable()),
      named: z.record(z.string(), z.string().nullable()),
    }),
  ),
  sentence: (config) => `Finds ${brief(config.pattern)}`,
  run(ctx) {
    const { pattern, ignore_case, first_only } = ctx.config
    const text = bounded(textFrom(ctx.config.value, ctx.input))
    const found = findAll(compilePattern(pattern, ignore_case), text, first_only ? 1 : MOST_MATCHES + 1)
    return output(found.map((match) => ({ ...match })))
  },
})
