/** Chat completions: a run whose answer is one message. */
import { randomUUID } from 'node:crypto'
import type { ChatCompletion, ChatCompletionRequest } from '#contract/services/openai.ts'
import {
  type Begun,
  beginRun,
  cancelRun,
  type Finished,
  finishRun,
  followRun,
  type RunDeps,
  secondsOf,
} from '#server/areas/services/protocol-runs/agent-runs.routes.ts'
import { withLinks } from '#server/areas/services/protocol-runs/answer-files.ts'
import { LiveWords } from '#server/areas/services/protocol-runs/live-words.ts'
import { toAppError } from '#server/platform/http/errors.ts'
import type { BareAnswer, RequestContext } from '#server/platform/http/handlers.ts'
import { openAiError } from '#server/platform/http/openai-errors.ts'
import { readChat } from './read-question.ts'

const idOf = ({ execution_id }: Begun): string => `chatcmpl-${execution_id}`

const usageOf = ({ execution: { usage }, of_run }: Finished): ChatCompletion['usage'] => ({
  prompt_tokens: usage.input_tokens,
  completion_tokens: usage.output_tokens,
  total_tokens: usage.input_tokens + usage.output_tokens,
  chowk: of_run,
})

const completionOf = (begun: Begun, finished: Finished): ChatCompletion => ({
  id: idOf(begun),
  object: 'chat.completion',
  created: secondsOf(finished.execution.created_at),
  model: begun.model,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: withLinks(finished), refusal: null },
      finish_reason: 'stop',
      logprobs: null,
    },
  ],
  usage: usageOf(finished),
})

type Delta = { role?: 'assistant'; content?: string }

/** Chunks of one completion: the same head, another piece. */
function chunks(begun: Begun) {
  const head = {
    id: idOf(begun),
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model: begun.model,
  }
  return {
    piece: (delta: Delta, finish_reason: 'stop' | null = null) => ({
      ...head,
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
    }),
    usage: (finished: Finished) => ({ ...head, choices: [], usage: usageOf(finished) }),
  }
}

async function* streamChat(
  deps: RunDeps,
  begun: Begun,
  { context, signal, withUsage }: { context: RequestContext; signal: AbortSignal; withUsage: boolean },
): AsyncGenerator<object> {
  const { piece, usage } = chunks(begun)
  const words = new LiveWords()
  try {
    yield piece({ role: 'assistant', content: '' })
    for await (const content of followRun(deps, begun, { context, signal, words })) yield piece({ content })
    if (signal.aborted) return
    const finished = await finishRun(deps, begun, context)
    const content = words.rest(withLinks(finished))
    if (content !== '') yield piece({ content })
    yield piece({}, 'stop')
    if (withUsage) yield usage(finished)
  } catch (error) {
    const refusal = toAppError(error as Error)
    if (refusal === null) throw error
    yield { error: openAiError(refusal, refusal.message) }
  }
}

/** @throws AppError invalid_input, unsupported_parameter, and what `workflows/execute` may answer */
export function answerChat(
  deps: RunDeps,
  request: ChatCompletionRequest,
  context: RequestContext,
): BareAnswer<ChatCompletion> {
  const question = readChat(request)
  const { model, user, stream, stream_options } = request
  const withUsage = stream_options?.include_usage ?? false
  const answer: BareAnswer<ChatCompletion, Begun> = {
    type: 'bare',
    begin: () => beginRun(deps, { model, question, session: user ?? randomUUID() }, context),
    body: async (begun, signal) => {
      for await (const _ of followRun(deps, begun, { context, signal, words: new LiveWords() }));
      return completionOf(begun, await finishRun(deps, begun, context))
    },
    left: (begun) => cancelRun(deps, begun, context),
    ...(stream && {
      stream: {
        events: (begun: Begun, signal: AbortSignal) => streamChat(deps, begun, { context, signal, withUsage }),
        ending: '[DONE]',
      },
    }),
  }
  return answer as unknown as BareAnswer<ChatCompletion>
}
