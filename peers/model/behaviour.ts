/** What the model server was asked, and how it is told to answer. */
import type { IncomingHttpHeaders } from 'node:http'

export interface Asked {
  path: string
  headers: IncomingHttpHeaders
  body: {
    model?: string
    messages?: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[]
    tools?: { function: { name: string } }[]
    response_format?: { type: string }
    stream?: boolean
    stream_options?: { include_usage?: boolean }
    temperature?: number
    max_tokens?: number
    input?: string | string[]
  }
}

export interface ToolCall {
  name: string
  /** Sent as it is when it is a text: bad JSON too. */
  arguments: unknown
}

/**
 * - `answer`: a text; a text of an object is what a schema was asked for
 * - `tools`: calls of tools, known or not
 * - `status`: 429 with or without Retry-After, 500, 401, …
 * - `cut`: the connection breaks after so many pieces
 * - `garbage`: something that is not the protocol
 * - `hang`: no answer, ever
 * - `redirect`: to another address
 * - `spoken`: a text whose words come when the test says them
 * - `huge`: a text of so many characters
 */
export type Behaviour =
  | { type: 'answer'; text: string; usage?: { input: number; output: number } | null; finish?: string }
  | { type: 'tools'; calls: ToolCall[]; text?: string }
  | { type: 'status'; status: number; retry_after?: number | string; message?: string }
  | { type: 'cut'; text: string; after: number }
  | { type: 'garbage' }
  | { type: 'hang' }
  | { type: 'redirect'; to: string }
  | { type: 'spoken'; words: AsyncIterable<string> }
  | { type: 'huge'; characters: number }

type Saying = Extract<Behaviour, { type: 'answer' | 'tools' | 'cut' | 'huge' }>

export interface Answer {
  model: string
  text: string
  calls: { id: string; name: string; arguments: string }[]
  finish: string
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null
  /** Without streaming. */
  whole: object
}

/** What the person, or the tool, said last. */
export const lastText = ({ body }: Asked): string => {
  const last = body.messages?.at(-1)?.content
  return typeof last === 'string' ? last : JSON.stringify(last ?? '')
}

/** A word is a token here. */
const tokens = (text: string) => text.split(/\s+/).filter(Boolean).length

const textOf = (behaviour: Saying): string =>
  behaviour.type === 'huge' ? 'long '.repeat(Math.ceil(behaviour.characters / 5)) : (behaviour.text ?? '')

export function answerOf(asked: Asked, behaviour: Saying): Answer {
  const text = textOf(behaviour)
  const calls = (behaviour.type === 'tools' ? behaviour.calls : []).map((call, index) => ({
    id: `call_${index + 1}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }))
  const finish =
    behaviour.type === 'answer' && behaviour.finish ? behaviour.finish : calls.length > 0 ? 'tool_calls' : 'stop'
  const given = behaviour.type === 'answer' ? behaviour.usage : undefined
  const input = given?.input ?? tokens(JSON.stringify(asked.body.messages ?? ''))
  const output = given?.output ?? tokens(text) + calls.length * 10
  const usage =
    given === null ? null : { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  const model = asked.body.model ?? 'model'
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, ...call }) => ({ id, type: 'function', function: call })),
    }),
  }
  const choices = [{ index: 0, message, finish_reason: finish }]
  return { model, text, calls, finish, usage, whole: { id: 'c1', object: 'chat.completion', model, choices, usage } }
}
