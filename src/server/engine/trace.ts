/**
 * Calls of models and tools as the trace of a run keeps them (decision 0326). An agent sends everything so far with every call, so an
 * entry has only the messages that the call before it did not have. Texts are cut, and values under secret names hidden, before anything
 * is handed to the journal.
 */
import { createHash } from 'node:crypto'
import type { Json } from '#contract/core/primitives.ts'
import { TRACE } from '#contract/runs/trace-values.ts'
import type { ModelCallMade, ModelMessage, ToolCallMade } from '#nodes/model-port.ts'
import { withoutSecrets } from '#nodes/without-secrets.ts'

/** A row of `trace_entries` without its id; `at` is ISO 8601. */
export interface TraceRow {
  node_id: string
  iteration: string
  attempt: number
  kind: 'model' | 'tool'
  name: string
  at: string
  ms: number
  input_tokens: number
  output_tokens: number
  cost_micros: number
  error: string | null
  summary: string
  prompt: string | null
  base: number
  size: number
  content: Json
}

export type TracedStep = Pick<TraceRow, 'node_id' | 'iteration' | 'attempt'>

const cutNote = (length: number): string => ` [cut: ${length.toLocaleString('en-IN')} characters]`

/** Cuts texts until the whole fits: first those over `most`, then ever shorter ones. */
function bounded(content: Json, most: number = TRACE.of_text): { content: Json; size: number } {
  const cut = cutTexts(content, most)
  const size = JSON.stringify(cut).length
  if (size <= TRACE.of_entry) return { content: cut, size }
  if (most > 100) return bounded(content, Math.floor(most / 8))
  return { content: { left_out: size }, size: 0 }
}

function cutTexts(value: Json, most: number): Json {
  if (typeof value === 'string') return value.length <= most ? value : value.slice(0, most) + cutNote(value.length)
  if (Array.isArray(value)) return value.map((one) => cutTexts(one, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutTexts(one, most)]))
}

const summaryOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, TRACE.summary)

/** Which instructions a model had: 12 characters that change when they do. */
export function promptMark(messages: readonly ModelMessage[]): string | null {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  if (system.length === 0) return null
  return createHash('sha256').update(system.join('\n\n')).digest('hex').slice(0, 12)
}

/** How many messages both begin with. */
function sameBeginning(before: readonly ModelMessage[], now: readonly ModelMessage[]): number {
  const most = Math.min(before.length, now.length)
  for (let index = 0; index < most; index++)
    if (before[index] !== now[index] && JSON.stringify(before[index]) !== JSON.stringify(now[index])) return index
  return most
}

/** Makes the rows of one attempt of a step, in their order. */
export class StepTrace {
  readonly #step: TracedStep
  #before: readonly ModelMessage[] = []

  constructor(step: TracedStep) {
    this.#step = step
  }

  model({ request, answer, written, error, ...call }: ModelCallMade): TraceRow {
    const { messages, ...asked } = request
    const base = sameBeginning(this.#before, messages)
    this.#before = [...messages]
    const text = answer?.text ?? written
    const calls = answer?.tool_calls ?? []
    const kept = {
      messages: messages.slice(base).map(withoutSecretArguments),
      request: asked,
      answer: {
        text,
        tool_calls: calls.map((one) => ({ ...one, arguments: withoutSecrets(one.arguments) })),
        finish: answer?.finish ?? null,
      },
      error,
    }
    const { input_tokens, output_tokens, cost_micros, model, ms, at } = call
    return {
      ...this.#step,
      kind: 'model',
      name: model,
      ...{ at, ms, input_tokens, output_tokens, cost_micros },
      error: error?.code ?? null,
      summary: summaryOf(error?.message ?? (text === '' ? calls.map(({ name }) => name).join(', ') : text)),
      prompt: promptMark(messages),
      base,
      ...bounded(kept as unknown as Json),
    }
  }

  tool({ name, arguments: given, ok, result, ms }: ToolCallMade, now: Date): TraceRow {
    return {
      ...this.#step,
      kind: 'tool',
      name,
      at: new Date(now.getTime() - ms).toISOString(),
      ms,
      ...{ input_tokens: 0, output_tokens: 0, cost_micros: 0 },
      error: ok ? null : 'failed',
      summary: summaryOf(result),
      prompt: null,
      base: 0,
      ...bounded({ arguments: given, ok, result }),
    }
  }
}

const withoutSecretArguments = (message: ModelMessage): ModelMessage =>
  message.role === 'assistant' && message.tool_calls
    ? {
        ...message,
        tool_calls: message.tool_calls.map((call) => ({
          ...call,
          arguments: withoutSecrets(call.arguments) as typeof call.arguments,
        })),
      }
    : message
