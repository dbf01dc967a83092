import { z } from 'zod'
import { bounded, compilePattern, type Found, findAll, MOST_MATCHES } from '#nodes/lib/data/pattern.ts'
import { LONGEST_TEXT, textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

export const replaceText = defineNode({
  type: 'replace_text',
  version: 1,
  title: 'Replace in a text',
  category: 'data',
  icon: 'replace',
  description: 'Replaces words, or all matches of a pattern, with other text.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    value: value('Text', 'The text. Leave empty to use the input.'),
    find: z
      .string()
      .min(1, 'Enter the text to replace')
      .max(1000)
      .describe('The text, or a regular expression if “Pattern” is on.')
      .meta({ title: 'Find', expression: 'none' }),
    replacement: z
      .string()
      .max(10_000)
      .default('')
      .describe('If “Pattern” is on, $1 is the first group, $0 the whole match and $$ a dollar sign.')
      .meta({ title: 'Replace with' }),
    is_pattern: z.boolean().default(false).describe('“Find” is a regular expression.').meta({ title: 'Pattern' }),
    ignore_case: z
      .boolean()
      .default(false)
      .describe('Upper and lower case are treated the same.')
      .meta({ title: 'Ignore case' }),
    first_only: z.boolean().default(false).describe('Replace only the first match.').meta({ title: 'Only the first' }),
  }),
  example: { find: '[0-9]{12}', replacement: '************', is_pattern: true, value: 'Aadhaar 123412341234' },
  output: z.string(),
  sentence: (config) => `${brief(config.find, 20)} becomes ${brief(config.replacement, 20) || 'nothing'}`,
  run(ctx) {
    const { find, replacement, is_pattern, ignore_case, first_only } = ctx.config
    const text = bounded(textFrom(ctx.config.value, ctx.input))
    const source = is_pattern ? find : find.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const matches = findAll(compilePattern(source, ignore_case, 'find'), text, first_only ? 1 : MOST_MATCHES + 1)
    const parts: string[] = []
    let at = 0
    let length = text.length
    for (const match of matches) {
      const put = is_pattern ? filled(replacement, match) : replacement
      length += put.length
      if (length > LONGEST_TEXT)
        throw new NodeError('text_too_long', 'The text would become too long', { field: 'replacement' })
      parts.push(text.slice(at, match.start), put)
      at = match.end
    }
    return output(parts.join('') + text.slice(at))
  },
})

const filled = (replacement: string, match: Found): string =>
  replacement.replace(/\$(\$|\d{1,2})/g, (_, what: string) => {
    if (what === '$') return '$'
    return what === '0' ? match.text : (match.groups[Number(what) - 1] ?? '')
  })
