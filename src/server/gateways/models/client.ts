/**
 * One call of a model over OpenAI's chat completions, through the AI SDK and the guarded HTTP client. It is tried once:
 * the caller decides about retries, fallbacks and payment. Its errors explain what to do, and never contain the key.
 */

import { pipeline, Readable } from 'node:stream'
import { SpanKind } from '@opentelemetry/api'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ModelAnswer, ModelMessage, ModelRequest, ModelToolCall } from '#nodes/model-port.ts'
import type { Outbound } from '#server/gateways/outbound.ts'
import { createRedactor } from '#server/gateways/vault/redact.ts'
import { contentAttributes, inSpan } from '#server/platform/tracing/spans.ts'
import { isObject } from '#shared/json.ts'
import { BeginningOfRefusal, BoundedEvents } from './bounded-body.ts'
import { type Embedded, embedTexts } from './embed-texts.ts'
import { describeModelRefusal, ModelError } from './refusals.ts'
import { FINISH_NAMES, outputMessage, sentContent } from './traced-content.ts'

export interface ModelTarget {
  base_url: string
  /** As the provider calls it. */
  model: string
  api_key: string | null
  /** Takes a JSON Schema for the answer. */
  schema: boolean
  /** Named by the operator's configuration: its host may be private. */
  of_operator: boolean
}

export type OneRequest = Pick<ModelRequest, 'messages' | 'schema' | 'tools' | 'temperature'> & {
  max_output_tokens: number
}

/** A call of a tool; `problem` says why it cannot be made. */
export interface WrittenCall extends ModelToolCall {
  problem: string | null
}

export interface OneAnswer {
  text: string
  tool_calls: WrittenCall[]
  /** As the provider counted; null where it did not say. */
  used: { input_tokens: number; output_tokens: number } | null
  finish: ModelAnswer['finish']
}

export interface ModelClient {
  /** @throws ModelError, or the signal's reason */
  ask(
    target: ModelTarget,
    request: OneRequest,
    signal: AbortSignal,
    onText?: (piece: string) => void,
  ): Promise<OneAnswer>
  /** One vector for each text, as long as the model makes them. @throws ModelError, or the signal's reason */
  embed(target: ModelTarget, texts: readonly string[], signal: AbortSignal): Promise<Embedded>
}

/** Until the first byte; a model that thinks takes its time. */
const FIRST_BYTE_MS = 300_000
/** What is kept of a text: longer ones are no answer to anything. */
const MOST_CHARACTERS = 400_000
/** Tools that one answer may call; what it writes as their arguments is as long as a text may be. */
const MOST_CALLS = 100

/**
 * Attributes as OpenTelemetry names them (opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans); prompt and answer only where the
 * operator wants them.
 */
export const createModelClient = (outbound: Pick<Outbound, 'open'>): ModelClient => ({
  embed: (target, texts, signal) => embedTexts(outbound, target, texts, signal),
  ask: (target, request, signal, onText) =>
    inSpan(
      `chat ${target.model}`,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': target.model,
          'gen_ai.request.max_tokens': request.max_output_tokens,
          'gen_ai.output.type': request.schema ? 'json' : 'text',
          ...(request.temperature !== undefined && { 'gen_ai.request.temperature': request.temperature }),
          ...contentAttributes(() => sentContent(request)),
        },
      },
      async (span) => {
        const answer = await askOnce(outbound, target, request, signal, onText)
        span.setAttributes({
          'gen_ai.response.finish_reasons': [FINISH_NAMES[answer.finish]],
          ...contentAttributes(() => ({ 'gen_ai.output.messages': [outputMessage(answer)] })),
          ...(answer.used && {
            'gen_ai.usage.input_tokens': answer.used.input_tokens,
            'gen_ai.usage.output_tokens': answer.used.output_tokens,
          }),
        })
        return answer
      },
    ),
})

const askOnce = async (
  outbound: Pick<Outbound, 'open'>,
  ...[target, request, signal, onText]: Parameters<ModelClient['ask']>
): Promise<OneAnswer> => {
  // 60 ms and some 20 MB, for those only who use models.
  const [{ jsonSchema, streamText, tool }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const { base_url, model, api_key } = target
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: base_url.replace(/\/+$/, ''),
    ...(api_key ? { apiKey: api_key } : {}),
    includeUsage: true,
    fetch: fetchThrough(outbound),
    transformRequestBody: (body) => ({ ...body, ...answerFormat(target, request.schema) }),
  })
  const tools = Object.fromEntries(
    (request.tools ?? []).map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  )
  const { system, messages } = conversation(request.messages)
  const { stream } = streamText({
    model: provider(model),
    ...(system === '' ? {} : { instructions: system }),
    messages,
    ...(request.tools?.length ? { tools } : {}),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    maxOutputTokens: request.max_output_tokens,
    maxRetries: 0,
    abortSignal: signal,
    onError: () => undefined,
  })
  return read(stream as AsyncIterable<Part>, target, signal, onText)
}

/** What the stream of the SDK tells us; there is more that we do not need. */
type Part =
  | { type: 'text-delta'; text: string }
  | { type: 'tool-input-start' }
  | { type: 'tool-input-delta'; delta: string }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: unknown; invalid?: boolean; error?: unknown }
  | { type: 'finish'; finishReason: string; totalUsage: { inputTokens?: number; outputTokens?: number } }
  | { type: 'error'; error: unknown }
  | { type: 'abort' }

async function read(
  parts: AsyncIterable<Part>,
  target: ModelTarget,
  signal: AbortSignal,
  onText: ((piece: string) => void) | undefined,
): Promise<OneAnswer> {
  const answer: OneAnswer = { text: '', tool_calls: [], used: null, finish: 'other' }
  let reason: string | null = null
  let calls = 0
  let written = 0
  const said = () => answer.text.length + answer.tool_calls.length
  // A user's own server may repeat the key it was sent.
  const clean = createRedactor(target.api_key === null ? [] : [target.api_key])
  const pieces = clean.stream()
  const add = (piece: string) => {
    if (piece === '') return
    answer.text += piece
    onText?.(piece)
  }
  try {
    for await (const part of parts) {
      if (part.type === 'text-delta') {
        add(pieces.push(part.text))
        if (answer.text.length > MOST_CHARACTERS) throw tooLong(WROTE_MORE, clean.text(answer.text))
      } else if (part.type === 'tool-input-start') {
        if (++calls > MOST_CALLS) throw tooLong(`called more than ${MOST_CALLS} tools at once`, clean.text(answer.text))
      } else if (part.type === 'tool-input-delta') {
        written += part.delta.length
        if (written > MOST_CHARACTERS) throw tooLong(`${WROTE_MORE} for tools`, clean.text(answer.text))
      } else if (part.type === 'tool-call') answer.tool_calls.push(calledOf(part))
      else if (part.type === 'error') throw part.error
      else if (part.type === 'finish') {
        reason = part.finishReason
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage
        if (inputTokens + outputTokens > 0) answer.used = { input_tokens: inputTokens, output_tokens: outputTokens }
      }
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    add(pieces.end())
    throw describeModelRefusal(error, answer.text, clean.text)
  }
  add(pieces.end())
  // The whole answer shows what its pieces do not: a key that is divided over fields, or between the text and its calls.
  answer.tool_calls = clean.json(answer.tool_calls)
  answer.text = clean.text(answer.text)
  answer.tool_calls = clean.json(answer.tool_calls)
  if (signal.aborted) throw signal.reason
  if (reason === null || reason === 'interrupted' || (reason === 'other' && said() === 0)) throw cut(answer)
  answer.finish = FINISHES[reason] ?? 'other'
  return answer
}

const FINISHES: Record<string, ModelAnswer['finish']> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'filtered',
}

const cut = ({ text }: OneAnswer) =>
  new ModelError('model_cut', 'The answer of the model broke off.', { retryable: true, written: text })
const WROTE_MORE = `wrote more than ${MOST_CHARACTERS.toLocaleString('en-IN')} characters`
const tooLong = (did: string, written: string) => new ModelError('model_too_long', `The model ${did}.`, { written })

function calledOf(part: Extract<Part, { type: 'tool-call' }>): WrittenCall {
  const { toolCallId: id, toolName: name, input } = part
  const hasArguments = isObject(input)
  const problem = part.invalid || !hasArguments ? problemOf(part.error, name) : null
  return { id, name, arguments: hasArguments ? input : {}, problem }
}

function problemOf(error: unknown, name: string): string {
  const kind = error instanceof Error ? error.name : ''
  return kind === 'AI_NoSuchToolError' ? `There is no tool "${name}".` : 'The arguments are no JSON object.'
}

function answerFormat(target: ModelTarget, schema: JsonObject | undefined): { response_format?: Json } {
  if (!schema) return {}
  if (!target.schema) return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }
}

type SdkMessages = Parameters<typeof import('ai').streamText>[0]['messages'] & object

/** The system's words apart, as the SDK wants them. */
function conversation(messages: readonly ModelMessage[]): { system: string; messages: SdkMessages } {
  const system = messages.flatMap((one) => (one.role === 'system' ? [one.content] : [])).join('\n\n')
  const others = messages.flatMap((one): SdkMessages => {
    if (one.role === 'system') return []
    if (one.role === 'user') return [{ role: 'user', content: one.content }]
    if (one.role === 'tool') {
      const { tool_call_id: toolCallId, name: toolName, content: value } = one
      return [
        { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }] },
      ]
    }
    const calls = (one.tool_calls ?? []).map(({ id, name, arguments: input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
    }))
    const text = one.content === '' ? [] : [{ type: 'text' as const, text: one.content }]
    return [{ role: 'assistant', content: [...text, ...calls] }]
  })
  return { system, messages: others }
}

/** What the SDK takes for `fetch`: every call, and every redirect, goes through the guard. */
const fetchThrough =
  (outbound: Pick<Outbound, 'open'>): typeof fetch =>
  async (input, init = {}) => {
    const { method = 'POST', body: sent, signal } = init
    if (typeof sent !== 'string') throw new TypeError('a call of a model has a JSON body')
    const request = {
      method: method === 'GET' ? ('GET' as const) : ('POST' as const),
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: sent,
      timeout_ms: FIRST_BYTE_MS,
    }
    const answer = await outbound.open(request, signal ?? new AbortController().signal)
    const { 'content-encoding': _, 'content-length': __, ...headers } = answer.headers
    const empty = answer.status === 204 || answer.status === 304
    const body = answer.status < 300 ? new BoundedEvents() : new BeginningOfRefusal()
    // An error of either propagates, and ends both.
    if (!empty) pipeline(answer.body, body, () => undefined)
    return new Response(empty ? null : (Readable.toWeb(body) as ReadableStream), {
      status: answer.status,
      headers,
    })
  }
