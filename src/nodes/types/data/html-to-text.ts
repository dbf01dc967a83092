import { z } from 'zod'
import { plainText } from '#nodes/lib/data/html-text.ts'
import { textFrom } from '#nodes/lib/data/values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const htmlToText = defineNode({
  type: 'html_to_text',
  version: 1,
  title: 'HTML to text',
  category: 'data',
  icon: 'remove-formatting',
  description:
    'Extracts the visible text of HTML: paragraphs, lists and tables as lines, without scripts, styles or tags.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    value: value('HTML', 'The HTML. Leave empty to use the input.'),
    links: z
      .boolean()
      .default(false)
      .describe('Add the address of each link after its text.')
      .meta({ title: 'Keep link addresses' }),
  }),
  example: { value: '<h1>Hello</h1><p>A <b>bold</b> word &amp; more.</p>' },
  output: z.string(),
  sentence: () => 'Extracts the visible text',
  run: (ctx) => output(plainText(textFrom(ctx.config.value, ctx.input), ctx.config.links)),
})
