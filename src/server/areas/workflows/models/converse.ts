/**
 * From a request to an answer that can be used: what is broken is said to the model, at most twice; what failed for now is tried again,
 * after the time the provider asked for; every single call is paid for first and written down after.
 */
import type { Json } from '#contract/core/primitives.ts'
import { SERVER_CHECK, schemaProblems } from '#nodes/lib/data/json-schema.ts'
import type { ModelAccount, ModelAnswer, ModelMessage, ModelRequest, ModelUsage } from '#nodes/model-port.ts'
import type { RunAs } from '#nodes/ports.ts'
import type { ModelClient, OneAnswer, OneRequest } from '#server/gateways/models/client.ts'
import { ModelError } from '#server/gateways/models/refusals.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countModelCall } from '#server/platform/metrics/meters.ts'
import { type ModelCosts, reserveCall, usageOf } from './budget.ts'
import { type CallEnd, endCall } from './calls.store.ts'
import type { Chosen } from './choose-models.ts'

export interface ConverseDeps {
  db: Database
  ask: ModelClient['ask']
  costs: ModelCosts
  /** Waits; ends early with the signal's reason. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export interface Conversation {
  request: ModelRequest
  who: RunAs
  signal: AbortSignal
  onText: ((piece: string) => void) | undefined
  account: ModelAccount | undefined
  /** How often a call that failed for now is made; 3 when absent. */
  tries?: number
}

const MOST_REPAIRS = 2
const MOST_TRIES = 3
/** A provider that asks for more has to wait for the retry policy of the node. */
const LONGEST_PAUSE_MS = 20_000
const FIRST_PAUSE_MS = 500
export const DEFAULT_OUTPUT_TOKENS = 1_024

/** More than any tokeniser makes of a text: one token for three bytes, and some for each message. */
const mostTokens = (request: Pick<OneRequest, 'messages' | 'tools' | 'schema'>): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify([request.messages, request.tools ?? [], request.schema ?? {}])) / 3) + 16
/** What a provider that does not count probably took: one token for four characters. */
const likelyTokens = (text: string): number => Math.ceil(text.length / 4)

/** @throws NodeError `budget_exceeded`, ModelError, or the signal's reason */
export async function converse(deps: ConverseDeps, chosen: Chosen, talk: Conversation): Promise<ModelAnswer> {
  const { request } = talk
  const messages = withSchema(request)
  const usage: ModelUsage = { input_tokens: 0, output_tokens: 0, cost_micros: 0 }
  for (let repairs = 0; ; repairs++) {
    const { schema, tools, temperature, max_output_tokens = DEFAULT_OUTPUT_TOKENS } = request
    const one = await keepTrying(deps, chosen, talk, usage, {
      messages,
      max_output_tokens,
      ...(schema && { schema }),
      ...(tools && { tools }),
      ...(temperature !== undefined && { temperature }),
    })
    const found = await judge(one, request)
    if ('object' in found || 'text' in found) {
      const { text, finish } = one
      const tool_calls = one.tool_calls.map(({ problem: _, ...call }) => call)
      return { text, tool_calls, usage, model: chosen.target.model, finish, ...('object' in found ? found : {}) }
    }
    if (repairs === MOST_REPAIRS) {
      const [code, asked] =
        one.tool_calls.length > 0 ? ['model_tools', 'its tools'] : ['model_schema', 'what was asked']
      const text = `After ${MOST_REPAIRS + 1} answers the model still did not keep to ${asked}: ${found.problem}`
      throw new ModelError(code ?? '', text.slice(0, 500))
    }
    messages.push(...repairOf(one, found.problem))
  }
}

/** Every provider is told of the schema in words, too: some take no other notice of it. */
function withSchema({ messages, schema }: ModelRequest): ModelMessage[] {
  if (!schema) return [...messages]
  const content = `Answer with one JSON value and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
  return [...messages, { role: 'system', content }]
}

type Judged = { object: Json } | { text: true } | { problem: string }

async function judge(one: OneAnswer, { schema }: ModelRequest): Promise<Judged> {
  if (one.finish === 'filtered')
    throw new ModelError('model_filtered', 'The provider withheld the answer of the model.')
  const broken = one.tool_calls.find(({ problem }) => problem !== null)
  if (broken) return { problem: broken.problem ?? '' }
  if (!schema || one.tool_calls.length > 0) return { text: true }
  if (one.finish === 'length') return { problem: 'The answer was cut at its length limit; be shorter.' }
  const object = jsonIn(one.text)
  if (object === undefined) return { problem: 'The answer is not JSON.' }
  const problems = await schemaProblems(schema, object, SERVER_CHECK)
  if (problems.length === 0) return { object }
  return {
    problem: problems
      .slice(0, 8)
      .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
      .join(' '),
  }
}

/** JSON as models write it: bare, or in a fence of Markdown. */
export function jsonIn(text: string): Json | undefined {
  const bare = text.trim()
  const fenced = bare.startsWith('```') ? bare.slice(bare.indexOf('\n') + 1, bare.lastIndexOf('```')) : bare
  try {
    return JSON.parse(fenced) as Json
  } catch {
    return undefined
  }
}

function repairOf(one: OneAnswer, problem: string): ModelMessage[] {
  const said: ModelMessage = { role: 'assistant', content: one.text.slice(0, 20_000) }
  if (one.tool_calls.length === 0) {
    return [said, { role: 'user', content: `That cannot be used: ${problem} Answer again, with the JSON value alone.` }]
  }
  const calls = one.tool_calls.map(({ problem: _, ...call }) => call)
  return [
    { ...said, tool_calls: calls },
    ...one.tool_calls.map(({ id, name, problem: own }): ModelMessage => {
      return { role: 'tool', tool_call_id: id, name, content: own ?? 'Not called, because another call was wrong.' }
    }),
  ]
}

/** @throws what the last try threw */
async function keepTrying(
  deps: ConverseDeps,
  chosen: Chosen,
  talk: Conversation,
  usage: ModelUsage,
  request: OneRequest,
): Promise<OneAnswer> {
  for (let tries = 1; ; tries++) {
    try {
      return await callOnce(deps, chosen, talk, usage, request)
    } catch (error) {
      if (!(error instanceof ModelError) || !error.retryable || tries >= (talk.tries ?? MOST_TRIES)) throw error
      const wait = error.retry_after_ms ?? FIRST_PAUSE_MS * 3 ** (tries - 1)
      if (wait > LONGEST_PAUSE_MS) throw error
      await deps.pause(wait, talk.signal)
    }
  }
}

async function callOnce(
  { db, ask, costs }: ConverseDeps,
  chosen: Chosen,
  { request: { budget, model }, who, signal, onText, account }: Conversation,
  usage: ModelUsage,
  request: OneRequest,
): Promise<OneAnswer> {
  signal.throwIfAborted()
  const most = usageOf(chosen, mostTokens(request), request.max_output_tokens)
  const id = await reserveCall(db, costs, { chosen, who, account, budget, named: model !== undefined, most })
  const began = performance.now()
  const at = new Date().toISOString()
  let written = ''
  const end = async (input: number, output: number, answer: OneAnswer | null, failed: unknown) => {
    const error = failed === null ? null : toldError(failed)
    const ms = Math.round(performance.now() - began)
    const used = usageOf(chosen, input, output)
    usage.input_tokens += used.input_tokens
    usage.output_tokens += used.output_tokens
    usage.cost_micros += used.cost_micros
    const row: CallEnd = { ...used, ms, error: error?.code ?? null }
    countModelCall(row)
    const call = { ...used, ms, at, model: chosen.target.model }
    if (input + output > 0) account?.record(call)
    account?.trace({ ...call, request, answer, written, error })
    await endCall(db, id, row)
  }
  const sent = () => likelyTokens(JSON.stringify(request.messages))
  try {
    const answer = await ask(chosen.target, request, signal, (piece) => {
      written += piece
      onText?.(piece)
    })
    const calls = JSON.stringify(answer.tool_calls)
    const { input_tokens: input, output_tokens: output } = answer.used ?? {
      input_tokens: sent(),
      output_tokens: likelyTokens(answer.text + calls),
    }
    await end(input, output, answer, null)
    return answer
  } catch (error) {
    // Nobody tells what a call that broke off has cost; one that was refused has cost nothing.
    const took = written === '' && error instanceof ModelError ? 0 : sent()
    await end(took, likelyTokens(written), null, error)
    throw error
  }
}

/** Messages of models and their gateway never contain a key; others are not repeated. */
const toldError = (error: unknown): { code: string; message: string } =>
  error instanceof ModelError
    ? { code: error.code, message: error.message }
    : { code: 'aborted', message: 'The call was stopped before the model answered.' }
