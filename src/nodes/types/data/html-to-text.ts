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
    'Takes what a reader sees out of HTML: paragraphs, lists and tables as lines; no scripts, styles or tags.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    value: value('HTML', 'The HTML. The input when left out.'),
    links: z
      .boolean()
      .default(false)
      .describe('Write the address of a link behind its words.')
      .meta({ title: 'Keep addresses of links' }),
  }),
  example: { value: '<h1>Hello</h1><p>A <b>bold</b> word &amp; more.</p>' },
  output: z.string(),
  sentence: () => 'What a reader sees',
  run: (ctx) => output(plainText(textFrom(ctx.config.value, ctx.input), ctx.config.links)),
})
