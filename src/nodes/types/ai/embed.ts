import { z } from 'zod'
import { textsFrom } from '#nodes/lib/ai/texts.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

/** Some 10 ms a text. */
const AT_A_TIME = 64
const MOST_TEXTS = 2_000

export const embed = defineNode({
  type: 'embed',
  version: 1,
  title: 'Embed texts',
  category: 'ai',
  icon: 'binary',
  description:
    'Turns texts into vectors of 512 numbers that are close together when their meanings are similar. Calculated on this server, without an AI model.',
  kind: 'pure',
  timeout_ms: 120_000,
  config: z.strictObject({
    texts: value('Texts', 'A text or a list of texts; objects with a text also work. Leave empty to use the input.'),
    digits: z.number().int().min(2).max(8).default(5).describe('Number of decimal places.').meta({ title: 'Digits' }),
  }),
  output: z.object({ vectors: z.array(z.array(z.number())), dimensions: z.number().int(), count: z.number().int() }),
  sentence: () => 'Turns texts into vectors',
  async run(ctx) {
    const texts = textsFrom(ctx.config.texts, ctx.input)
    if (texts.length > MOST_TEXTS)
      throw new NodeError('too_many', `At most ${MOST_TEXTS} texts can be embedded, not ${texts.length}`, {
        field: 'texts',
      })
    const scale = 10 ** ctx.config.digits
    const vectors: number[][] = []
    for (let from = 0; from < texts.length; from += AT_A_TIME) {
      ctx.progress(from / texts.length, `${from} of ${texts.length} texts`)
      const found = await ctx.embed(texts.slice(from, from + AT_A_TIME), ctx.signal)
      for (const vector of found) vectors.push(Array.from(vector, (number) => Math.round(number * scale) / scale))
    }
    return output({ vectors, dimensions: vectors[0]?.length ?? 0, count: vectors.length })
  },
})
