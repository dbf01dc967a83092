import { z } from 'zod'
import { textFrom } from '#nodes/lib/ai/input-text.ts'
import { ALLOWED_HOSTS, askModel, describeUse, MODEL_TIMEOUT_MS, UNUSED, USED } from '#nodes/lib/ai/model-settings.ts'
import { MOST_PARTS, splitText } from '#nodes/lib/ai/parts-of-text.ts'
import { shownText } from '#nodes/lib/ai/shown.ts'
import { DATA_RULE, fenceUntrusted } from '#nodes/lib/ai/untrusted.ts'
import { usesModel, WITH_OR_WITHOUT } from '#nodes/lib/ai/with-or-without.ts'
import { keySentences } from '#nodes/lib/insight/key-sentences.ts'
import type { ModelAnswer, ModelUsage } from '#nodes/model-port.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

/** What the sentences of a text are ranked over; a longer one is judged by its beginning. */
const MOST_RANKED = 300_000
/** Calls at the same time. */
const AT_ONCE = 3

const Config = z.strictObject({
  text: value('Text', 'Text or a document from Read document. Leave empty to use that of the input.'),
  sentences: z
    .number()
    .int()
    .min(1)
    .max(40)
    .default(5)
    .describe('Approximate number of sentences.')
    .meta({ title: 'Sentences' }),
  form: z
    .enum(['prose', 'points'])
    .default('prose')
    .describe('Running text or a list of points.')
    .meta({ title: 'Form' }),
  focus: z
    .string()
    .max(2_000)
    .default('')
    .describe('What matters to the reader. Used only with a model.')
    .meta({ title: 'Focus', when: { field: 'how', is: ['auto', 'model'] }, placeholder: 'Deadlines and sums' }),
  ...WITH_OR_WITHOUT,
  allowed_hosts: ALLOWED_HOSTS.meta({ when: { field: 'how', is: ['auto', 'model'] } }),
})
type Config = z.output<typeof Config>

export const aiSummarise = defineNode({
  type: 'ai_summarise',
  version: 1,
  title: 'AI summarise',
  category: 'ai',
  icon: 'text-quote',
  description:
    'Summarises a text: with a model if available, in parts if the text is long; otherwise by selecting its most important sentences.',
  kind: 'effect',
  timeout_ms: 2 * MODEL_TIMEOUT_MS,
  config: Config,
  output: z.object({
    summary: z.string(),
    /** With rules: the sentences with their places. */
    sentences: z.array(z.object({ text: z.string(), start: z.number().int(), end: z.number().int() })),
    parts: z.number().int(),
    by: z.enum(['model', 'rules']),
    ...USED,
  }),
  sentence: (config) => `Summarises in ${config.sentences} sentences`,
  async run(ctx) {
    const { text, allowed_hosts } = ctx.config
    const given = textFrom(text, ctx.input)
    if (!(await usesModel(ctx))) return output({ ...byRules(given, ctx.config), by: 'rules', ...UNUSED })
    const parts = splitText(given)
    if (parts.length === MOST_PARTS) ctx.log(`Only the first ${MOST_PARTS} parts of the text were read.`)
    const sums: ModelUsage = { input_tokens: 0, output_tokens: 0, cost_micros: 0 }
    const shorten = async (part: string, instruction: string, done: number): Promise<ModelAnswer> => {
      const content = `${instruction}${ctx.config.focus === '' ? '' : ` The reader cares about: ${ctx.config.focus}.`} Say only what stands in the text.\n\n${DATA_RULE}`
      const messages = [
        { role: 'system' as const, content },
        { role: 'user' as const, content: fenceUntrusted(part) },
      ]
      const answer = await askModel(ctx, { messages, temperature: 0.2 }, done)
      sums.input_tokens += answer.usage.input_tokens
      sums.output_tokens += answer.usage.output_tokens
      return answer
    }
    let texts = parts
    while (texts.length > 1) {
      const noted = await inTurns(texts, (part, index) =>
        shorten(
          part,
          'Note what matters in this part of a longer text, in at most ten sentences.',
          index / texts.length,
        ),
      )
      // Notes are shorter than what they were made from; when they are not, the rest is left out.
      texts = splitText(noted.map((answer) => answer.text).join('\n\n')).slice(0, Math.max(1, texts.length - 1))
    }
    const form =
      ctx.config.form === 'points' ? 'as a list of points, each on a line that begins with "- "' : 'as running text'
    const last = await shorten(
      texts[0] ?? '',
      `Sum up the text in about ${ctx.config.sentences} sentences, ${form}.`,
      0.9,
    )
    const summary = shownText(last.text, allowed_hosts)
    return output({
      summary,
      sentences: [],
      parts: parts.length,
      by: 'model',
      ...describeUse({ ...last, usage: sums }),
    })
  },
})

function byRules(text: string, { sentences: limit, form }: Config) {
  const ranked = text.slice(0, MOST_RANKED)
  const found = keySentences(ranked, limit).map(({ start, end }) => ({ text: ranked.slice(start, end), start, end }))
  // A text without full sentences is its own beginning.
  const [beginning = ''] = ranked.trim().split(/\n\s*\n/)
  const lines = found.length > 0 ? found.map((one) => one.text.replace(/\s+/g, ' ')) : [beginning.slice(0, 500)]
  return {
    summary: form === 'points' ? lines.map((line) => `- ${line}`).join('\n') : lines.join(' '),
    sentences: found,
    parts: 1,
  }
}

/** A few at a time, answers in the order of the items; the first failure ends it. */
async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
