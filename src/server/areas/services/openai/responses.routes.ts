/**
 * Responses: a run whose answer can be continued. A response is its run: what the run was given and answered is the conversation so far,
 * so nothing of it is stored twice, and all of it goes when the run is deleted.
 */
import { randomUUID } from 'node:crypto'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { ResponseAnswer, ResponseRequest } from '#contract/services/openai.ts'
import { agentModel, serviceModel } from '#contract/services/openai-values.ts'
import {
  type Begun,
  beginRun,
  type Conversation,
  cancelRun,
  continueRun,
  type Finished,
  finishRun,
  followRun,
  type RunDeps,
  readRun,
  secondsOf,
} from '#server/areas/services/protocol-runs/agent-runs.routes.ts'
import { type AnswerFile, withLinks } from '#server/areas/services/protocol-runs/answer-files.ts'
import { LiveWords } from '#server/areas/services/protocol-runs/live-words.ts'
import { toAppError } from '#server/platform/http/errors.ts'
import type { BareAnswer, RequestContext } from '#server/platform/http/handlers.ts'
import { openAiError } from '#server/platform/http/openai-errors.ts'
import { readResponse } from './read-question.ts'

const ID = /^resp_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/
const idOf = ({ execution_id }: Pick<Begun, 'execution_id'>): string => `resp_${execution_id}`

/** What of a request is told again in its answer. */
interface Echo {
  previous: string | null
  instructions: string | null
  metadata: Record<string, string>
}
const NO_ECHO: Echo = { previous: null, instructions: null, metadata: {} }

const field = 'previous_response_id'

/** @throws AppError not_found for one of another person, one that failed and one whose content is deleted */
async function conversationOf(deps: RunDeps, id: string, context: RequestContext): Promise<Conversation> {
  const [, run] = ID.exec(id) ?? []
  if (run === undefined) throw fieldError(field, 'There is no such response.', 'not_found')
  return continueRun(deps, { run, field }, context)
}

const outputText = (text: string, files: readonly AnswerFile[] = []): JsonObject => ({
  ...{ type: 'output_text', text, logprobs: [] },
  annotations: files.map(({ file_id }, index) => ({ type: 'file_path', file_id, index })),
})

const messageOf = ({ execution_id }: Begun, text: string | null, files: readonly AnswerFile[] = []): JsonObject => ({
  id: `msg_${execution_id}`,
  type: 'message',
  status: text === null ? 'in_progress' : 'completed',
  role: 'assistant',
  content: text === null ? [] : [outputText(text, files)],
})

type State =
  | { status: 'in_progress'; created_at: number }
  | { status: 'failed' | 'cancelled'; created_at: number; error: { code: string; message: string } }
  | { status: 'completed'; finished: Finished }

function usageOf({ execution: { usage }, of_run }: Finished): NonNullable<ResponseAnswer['usage']> {
  return {
    input_tokens: usage.input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.input_tokens + usage.output_tokens,
    chowk: of_run,
  }
}

function responseOf(begun: Begun, state: State, { previous, instructions, metadata }: Echo): ResponseAnswer {
  const done = state.status === 'completed' ? state.finished : null
  return {
    id: idOf(begun),
    object: 'response',
    created_at: state.status === 'completed' ? secondsOf(state.finished.execution.created_at) : state.created_at,
    status: state.status,
    model: begun.model,
    error: 'error' in state ? state.error : null,
    incomplete_details: null,
    instructions,
    output: done === null ? [] : [messageOf(begun, withLinks(done), done.files)],
    previous_response_id: previous,
    usage: done && usageOf(done),
    metadata,
    parallel_tool_calls: false,
    tool_choice: 'auto',
    tools: [],
    temperature: null,
    top_p: null,
    text: { format: { type: 'text' } },
    store: true,
  }
}

const now = (): number => Math.floor(Date.now() / 1000)

/** Events up to the end of the text, in the order that OpenAI's clients put them together. */
function textEvents(begun: Begun) {
  const place = { item_id: `msg_${begun.execution_id}`, output_index: 0, content_index: 0 }
  const item = (text: string | null, files: readonly AnswerFile[] = []) => ({
    ...{ output_index: 0, item: messageOf(begun, text, files) },
  })
  return {
    first: () => [
      { type: 'response.output_item.added', ...item(null) },
      { type: 'response.content_part.added', ...place, part: outputText('') },
    ],
    delta: (delta: string) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] }),
    last: (text: string, files: readonly AnswerFile[]) => [
      { type: 'response.output_text.done', ...place, text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part: outputText(text, files) },
      { type: 'response.output_item.done', ...item(text, files) },
    ],
  }
}

interface Streaming {
  context: RequestContext
  signal: AbortSignal
  echo: Echo
}

async function* eventsOf(deps: RunDeps, begun: Begun, { context, signal, echo }: Streaming): AsyncGenerator<object> {
  const begin = { status: 'in_progress', created_at: now() } as const
  const { first, delta, last } = textEvents(begun)
  const words = new LiveWords()
  let sent = ''
  yield { type: 'response.created', response: responseOf(begun, begin, echo) }
  yield { type: 'response.in_progress', response: responseOf(begun, begin, echo) }
  try {
    yield* first()
    for await (const text of followRun(deps, begun, { context, signal, words })) {
      sent += text
      yield delta(text)
    }
    if (signal.aborted) return
    const finished = await finishRun(deps, begun, context)
    const rest = words.rest(withLinks(finished))
    sent += rest
    if (rest !== '') yield delta(rest)
    yield* last(sent, finished.files)
    yield { type: 'response.completed', response: responseOf(begun, { status: 'completed', finished }, echo) }
  } catch (error) {
    const refusal = toAppError(error as Error)
    if (refusal === null) throw error
    const { code, message } = openAiError(refusal, refusal.message)
    const failed = { status: 'failed', created_at: begin.created_at, error: { code, message } } as const
    yield { type: 'response.failed', response: responseOf(begun, failed, echo) }
  }
}

async function* numbered(events: AsyncIterable<object>): AsyncGenerator<object> {
  let sequence_number = 0
  for await (const event of events) yield { ...event, sequence_number: sequence_number++ }
}

/** @throws AppError invalid_input, unsupported_parameter, not_found, and what `workflows/execute` may answer */
export function answerResponse(
  deps: RunDeps,
  request: ResponseRequest,
  context: RequestContext,
): BareAnswer<ResponseAnswer> {
  const question = readResponse(request)
  const { model, previous_response_id: previous = null, instructions = null, metadata } = request
  const echo = { previous, instructions, metadata: metadata ?? {} }
  const begin = async (): Promise<Begun> => {
    const earlier = previous === null ? null : await conversationOf(deps, previous, context)
    const before = [...(earlier?.before ?? []), ...question.before]
    const session = earlier?.session ?? request.user ?? randomUUID()
    return beginRun(deps, { model, question: { ...question, before }, session }, context)
  }
  const answer: BareAnswer<ResponseAnswer, Begun> = {
    type: 'bare',
    begin,
    body: async (begun, signal) => {
      for await (const _ of followRun(deps, begun, { context, signal, words: new LiveWords() }));
      const finished = await finishRun(deps, begun, context)
      return responseOf(begun, { status: 'completed', finished }, echo)
    },
    left: (begun) => cancelRun(deps, begun, context),
    ...(request.stream && {
      stream: {
        events: (begun: Begun, signal: AbortSignal) => numbered(eventsOf(deps, begun, { context, signal, echo })),
        ending: null,
      },
    }),
  }
  return answer as unknown as BareAnswer<ResponseAnswer>
}

const modelOf = ({ service, workflow }: Execution): string =>
  service === null ? agentModel(workflow.id) : serviceModel(service.id)

async function stateOf(deps: RunDeps, begun: Begun, execution: Execution, context: RequestContext): Promise<State> {
  const created_at = secondsOf(execution.created_at)
  const { status, error } = execution
  if (!isFinal(status)) return { status: 'in_progress', created_at }
  if (status === 'succeeded') return { status: 'completed', finished: await finishRun(deps, begun, context) }
  const message = error?.message ?? 'The run was cancelled.'
  return {
    status: status === 'cancelled' ? 'cancelled' : 'failed',
    created_at,
    error: { code: error?.code ?? 'run_failed', message },
  }
}

/** @throws AppError not_found */
export async function readResponseOf(deps: RunDeps, id: string, context: RequestContext): Promise<ResponseAnswer> {
  const [, run] = ID.exec(id) ?? []
  if (run === undefined) throw new AppError('not_found')
  const execution = await readRun(deps, run, context)
  const begun = { execution_id: run, model: modelOf(execution) }
  return responseOf(begun, await stateOf(deps, begun, execution, context), NO_ECHO)
}
