import { z } from 'zod'
import type { JsonObject } from '#contract/core/primitives.ts'
import { askModel, describeUse, MODEL_TIMEOUT_MS, USED } from '#nodes/lib/ai/model-settings.ts'
import { DATA_RULE, fenceUntrusted, withoutHidden } from '#nodes/lib/ai/untrusted.ts'
import { usesModel, WITH_OR_WITHOUT } from '#nodes/lib/ai/with-or-without.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { answers } from '#nodes/lib/second-look/answers.ts'
import { checks } from '#nodes/lib/second-look/checks.ts'
import { clauses } from '#nodes/lib/second-look/clauses.ts'
import { diagnoses } from '#nodes/lib/second-look/diagnoses.ts'
import { MOST_READ, type SecondLookTask, type Taken } from '#nodes/lib/second-look/task.ts'
import { tickets } from '#nodes/lib/second-look/tickets.ts'
import { transactions } from '#nodes/lib/second-look/transactions.ts'
import { defineNode, type NodeContext, NodeError, output, skipped } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const LOOKS = { answers, clauses, checks, diagnoses, tickets, transactions } satisfies Record<string, SecondLookTask>
const KINDS = Object.keys(LOOKS) as [keyof typeof LOOKS, ...(keyof typeof LOOKS)[]]

const Config = z.strictObject({
  look_for: z
    .enum(KINDS)
    .describe(`What to look for. ${KINDS.map((kind) => `${kind}: ${LOOKS[kind].title.toLowerCase()}`).join('; ')}.`)
    .meta({ title: 'Look for', expression: 'none' }),
  found: value('Found', 'The findings of the rules. Leave empty to use the input.'),
  document: value('Document', 'The document the rules read. Leave empty to use the document of the input.'),
  ...WITH_OR_WITHOUT,
})

const Told = z.object({
  by: z.enum(['model', 'rules']),
  added: z.number().int(),
  /** Claims that had no place in the document, or that the rules refute. */
  dropped: z.number().int(),
  /** Why no model was asked, or why its answer was not used. */
  reason: z.string().nullable(),
  ...USED,
})
type Told = z.output<typeof Told>

type Context = NodeContext<z.output<typeof Config>>

const RULE =
  'Another reader has read this already and left out what it was not sure of. Copy the words that decide exactly as they stand; what you ' +
  'cannot quote does not count. When there is nothing to find, answer with an empty list.'

const byRules = (reason: string): Told => ({
  by: 'rules',
  added: 0,
  dropped: 0,
  reason,
  model: null,
  input_tokens: 0,
  output_tokens: 0,
})

export const secondLook = defineNode({
  type: 'second_look',
  version: 1,
  title: 'Second look',
  category: 'ai',
  icon: 'scan-text',
  description:
    'A model checks what the rules left open. Everything it finds must be quoted word for word from the document, or it is dropped. Without a model, or if the model fails, the findings of the rules are passed on unchanged.',
  kind: 'effect',
  timeout_ms: MODEL_TIMEOUT_MS,
  config: Config,
  example: { look_for: 'clauses', found: '{{ $input }}' },
  output: z.looseObject({ second_look: Told }).nullable(),
  sentence: (config) => LOOKS[config.look_for].title,
  async run(ctx) {
    const given = ctx.config.found === undefined ? ctx.input : ctx.config.found
    // What gave nothing, such as an empty question, has nothing to look at again.
    if (given === null) return skipped(null)
    if (!isObject(given))
      throw new NodeError('not_an_object', 'A second look needs the findings of a rule-based node', { field: 'found' })
    const { data, told, asked } = await lookAgain(ctx, given)
    const value = { ...data, second_look: told }
    return asked ? output(value) : skipped(value)
  },
})

async function lookAgain(ctx: Context, found: JsonObject): Promise<{ data: JsonObject; told: Told; asked: boolean }> {
  const look: SecondLookTask = LOOKS[ctx.config.look_for]
  // Nobody pays for the models of a visitor's run.
  if (ctx.config.how === 'auto' && 'visitor_key' in ctx.run.owner)
    return { data: found, told: byRules('Models are available only to signed-in users'), asked: false }
  if (!(await usesModel(ctx))) return { data: found, told: byRules('No model is set up'), asked: false }
  if (found.knowledge_only === true)
    return { data: found, told: byRules('The answer is from a knowledge base'), asked: false }
  const document = documentFrom(ctx.config.document, ctx.input)
  const question = await look.ask(found, document, ctx)
  if (question === null) return { data: found, told: byRules('The rules left nothing open'), asked: false }
  if (document.text.length > MOST_READ) ctx.log(`The model read only the first ${MOST_READ} characters.`)
  try {
    const answer = await askModel(ctx, {
      schema: question.schema,
      temperature: 0,
      messages: [
        { role: 'system', content: [question.task, RULE, DATA_RULE].join('\n\n') },
        { role: 'user', content: fenceUntrusted(withoutHidden(question.text)) },
      ],
    })
    const { data, added, dropped }: Taken = await look.take(answer.object as JsonObject, found, document, ctx)
    return { data, told: { by: 'model', added, dropped, reason: null, ...describeUse(answer) }, asked: true }
  } catch (error) {
    // If a model was requested explicitly, its failure fails the step; otherwise the findings of the rules are enough.
    if (!(error instanceof NodeError) || ctx.signal.aborted || ctx.config.how === 'model') throw error
    ctx.log(`The model couldn’t help: ${error.message}`)
    return { data: found, told: byRules(`The model couldn’t help (${error.code})`), asked: true }
  }
}
