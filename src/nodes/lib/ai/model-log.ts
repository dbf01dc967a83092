/** One call of a model as the log of a step keeps it: what was sent, what came back, and what it took. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { NodeContext } from '#nodes/node.ts'
import type { ModelAnswer, ModelMessage } from '#nodes/ports.ts'

/** The line of a call in the log; its data is a `LoggedCall`. */
export const MODEL_CALL = 'Asked the model'

/**
 * What a line says of a call. A log line keeps 4,000 characters, so that texts are cut here. `in` and `out` are tokens, `cost_micros`
 * micro-rupees, `ms` the time it took.
 */
type LoggedCall = {
  /** The newest messages: those since the model last called tools. */
  sent: { role: string; text: string }[]
  text: string
  calls: { name: string; arguments: string }[]
  model: string
  in: number
  out: number
  cost_micros: number
  ms: number
}

const MOST_SENT = 2_000
const MOST_MESSAGES = 6
const MOST_TEXT = 900
const MOST_ARGUMENTS = 500
const MOST_CALLS = 5

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)} [cut: ${text.length} characters]`

/** The newest messages get what they need; the older ones share what is left. */
function sentOf(messages: readonly ModelMessage[]): LoggedCall['sent'] {
  const before = messages.findLastIndex((message) => message.role === 'assistant' && message.tool_calls)
  const fresh = messages.slice(before + 1)
  const shown = fresh.slice(-MOST_MESSAGES)
  const share = Math.floor(MOST_SENT / Math.max(1, shown.length))
  const left = fresh.length - shown.length
  const earlier = left > 0 ? [{ role: 'earlier', text: `${left} earlier messages` }] : []
  return [...earlier, ...shown.map(({ role, content }) => ({ role, text: cut(content, share) }))]
}

/** Asks by `ask` and logs the call with `messages`, also when it fails. @throws what `ask` throws */
export async function logged(
  ctx: Pick<NodeContext<unknown>, 'log' | 'now'>,
  messages: readonly ModelMessage[],
  ask: () => Promise<ModelAnswer>,
): Promise<ModelAnswer> {
  const began = ctx.now().getTime()
  const sent = sentOf(messages)
  try {
    const answer = await ask()
    const call: LoggedCall = {
      sent,
      text: cut(answer.text || (answer.object === undefined ? '' : JSON.stringify(answer.object)), MOST_TEXT),
      calls: answer.tool_calls.slice(0, MOST_CALLS).map(({ name, arguments: given }) => ({
        name,
        arguments: cut(JSON.stringify(given), MOST_ARGUMENTS / MOST_CALLS + 100),
      })),
      model: answer.model,
      in: answer.usage.input_tokens,
      out: answer.usage.output_tokens,
      cost_micros: answer.usage.cost_micros,
      ms: ctx.now().getTime() - began,
    }
    ctx.log(MODEL_CALL, call satisfies JsonObject)
    return answer
  } catch (error) {
    const failed: Json = {
      sent,
      failed: error instanceof Error ? cut(error.message, MOST_TEXT) : 'Failed',
      ms: ctx.now().getTime() - began,
    }
    ctx.log(MODEL_CALL, failed)
    throw error
  }
}
