import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { requireText } from '#nodes/lib/ai/texts.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, listFrom, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const MOST_ITEMS = 2_000
const AT_A_TIME = 64

export const similarity = defineNode({
  type: 'similarity',
  version: 1,
  title: 'Compare meaning',
  category: 'ai',
  icon: 'git-compare',
  description:
    'Ranks a list by how close each item is in meaning to a text. Items are texts, objects with a text, or vectors from Embed texts. Calculated on this server.',
  kind: 'pure',
  timeout_ms: 120_000,
  config: z.strictObject({
    query: z
      .string()
      .min(1, 'Enter a text')
      .max(20_000)
      .describe('The text to compare with.')
      .meta({ title: 'Text', widget: 'expression' }),
    items: value('Items', 'The list. Leave empty to use the input.'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(10)
      .describe('Maximum number of items to return.')
      .meta({ title: 'At most' }),
    threshold: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .describe('From 0 (unrelated) to 1 (identical).')
      .meta({ title: 'At least' }),
  }),
  example: { query: 'How do I get my money back?', items: ['Refunds take five days', 'Our office is in Pune'] },
  output: z.object({
    /** Nearest first. */
    results: z.array(z.object({ index: z.number().int(), score: z.number(), item: Json })),
    best: z.number().nullable(),
  }),
  sentence: (config) => `Ranks by similarity to “${brief(config.query, 30)}”`,
  async run(ctx) {
    const { query, items, limit, threshold } = ctx.config
    const list = listFrom(items, ctx.input, 'items')
    if (list.length > MOST_ITEMS)
      throw new NodeError('too_many', `At most ${MOST_ITEMS} items can be compared, not ${list.length}`, {
        field: 'items',
      })
    const [asked] = await ctx.embed([query], ctx.signal)
    if (!asked) throw new Error('a text has a vector')
    const vectors = list.map((item, index) => vectorOf(item, asked.length, `items.${index}`))
    const open = list.flatMap((item, index) =>
      vectors[index] ? [] : [{ index, text: requireText(item, `items.${index}`) }],
    )
    for (let from = 0; from < open.length; from += AT_A_TIME) {
      const part = open.slice(from, from + AT_A_TIME)
      const found = await ctx.embed(
        part.map(({ text }) => text),
        ctx.signal,
      )
      part.forEach(({ index }, at) => {
        vectors[index] = found[at] ?? null
      })
    }
    const results = list
      .map((item, index) => ({ index, score: cosine(asked, vectors[index] ?? []), item }))
      .filter(({ score }) => score >= threshold)
      .sort((a, b) => b.score - a.score || a.index - b.index)
      .slice(0, limit)
    return output({ results, best: results[0]?.score ?? null })
  },
})

/** @throws NodeError `not_a_vector` for numbers of another length */
function vectorOf(item: Json, length: number, field: string): readonly number[] | Float32Array | null {
  const found = isObject(item) ? item.vector : item
  if (!Array.isArray(found)) return null
  const numbers = found.filter((value) => typeof value === 'number')
  if (numbers.length !== found.length || found.length !== length)
    throw new NodeError('not_a_vector', `A vector of Embed texts has ${length} numbers`, { field })
  return numbers
}

/** −1 to 1, to four digits; 0 for a vector of zeros. */
function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, left, right] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0]
    product += x * y
    left += x * x
    right += y * y
  }
  const scale = Math.sqrt(left * right)
  return scale === 0 ? 0 : Math.round((product / scale) * 10_000) / 10_000
}
