/** The order of passages by a model, which reads each of them with the question. A search compares them by words and vectors alone. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import { isObject } from '#shared/json.ts'
import { askModel, describeUse, type ModelChoice, UNUSED } from './model-settings.ts'
import { DATA_RULE, fenceUntrusted, withoutHidden } from './untrusted.ts'

/** More is left in the order of the search. */
const MOST_READ = 50
/** Characters of each: what a passage is about is known by then. */
const MOST_OF_EACH = 1_500

const Order = z.object({ order: z.array(z.number()) })
const SCHEMA: JsonObject = {
  type: 'object',
  properties: { order: { type: 'array', items: { type: 'integer' } } },
  required: ['order'],
  additionalProperties: false,
}

const RULE =
  'You order passages by how well each answers a question. Give the numbers of all passages, the best first. Judge each by what it says, not by how it is written.'

export interface Ranked {
  /** Positions in the order given, best first. */
  order: number[]
  /** Why the order is that of the search; null where a model gave it. */
  kept: string | null
  used: ReturnType<typeof describeUse> | typeof UNUSED
}

type Context = Pick<NodeContext<unknown>, 'model' | 'run' | 'signal' | 'progress' | 'log'> & { config: ModelChoice }

const textOf = (passage: Json): string =>
  isObject(passage) && typeof passage.text === 'string' ? passage.text : JSON.stringify(passage)

/** What the model said, as positions: those it left out follow as they were. Null where it named none. */
function positionsIn(said: unknown, count: number): number[] | null {
  const parsed = Order.safeParse(said)
  const named = parsed.success ? parsed.data.order.map((number) => number - 1) : []
  const known = new Set(named.filter((at) => Number.isInteger(at) && at >= 0 && at < count))
  if (known.size === 0) return null
  for (let at = 0; at < count; at++) known.add(at)
  return [...known]
}

/** Never fails for a model that is gone, over budget or answers nonsense: the order stays, and the log says why. */
export async function rankPassages(ctx: Context, question: string, passages: readonly Json[]): Promise<Ranked> {
  const asFound = (kept: string, used: Ranked['used'] = UNUSED): Ranked => {
    ctx.log(kept)
    return { order: passages.map((_, at) => at), kept, used }
  }
  if (passages.length < 2) return { order: passages.map((_, at) => at), kept: null, used: UNUSED }
  const { model, credential } = ctx.config
  if (!model && !credential && !(await ctx.model.available(ctx.run.as)))
    return asFound('No model is set up: the passages stay in their order.')
  const read = passages.slice(0, MOST_READ)
  const listed = read.map((one, at) => `[${at + 1}] ${withoutHidden(textOf(one)).slice(0, MOST_OF_EACH)}`)
  const messages = [
    { role: 'system' as const, content: `${RULE}\n${DATA_RULE}` },
    { role: 'user' as const, content: `Question: ${question}\n\n${fenceUntrusted(listed.join('\n\n'))}` },
  ]
  try {
    const answer = await askModel(ctx, { messages, schema: SCHEMA })
    const order = positionsIn(answer.object, read.length)
    if (order === null) return asFound('The model gave no order: the passages stay in theirs.', describeUse(answer))
    for (let at = read.length; at < passages.length; at++) order.push(at)
    return { order, kept: null, used: describeUse(answer) }
  } catch (error) {
    if (!(error instanceof NodeError) || ctx.signal.aborted) throw error
    return asFound(`The model couldn’t be asked: ${error.message} The passages stay in their order.`)
  }
}
