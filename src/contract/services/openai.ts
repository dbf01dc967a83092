/**
 * Services and custom agents in the words of OpenAI's API, for programs that speak it already. Each is a model; a request is a run, under
 * the rules of `workflows/execute`. What those words cannot say is under `chowk`.
 */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, JsonObject, Paise, recordOf } from '#contract/core/primitives.ts'
import { RUN_REFUSALS } from '#contract/runs/run-details.ts'
import { OPENAI } from './openai-values.ts'

const text = z.string().max(1_000_000)
const ModelName = z.string().min(1).max(100).describe('The id of a model, as /v1/models lists it.')

const Content = z
  .union([text, z.array(JsonObject).max(OPENAI.parts)])
  .describe('A text, or parts: texts, and images and files as data URLs or by file_id.')
/** Looked at only for whether there is something in it. */
const Any = z.array(z.unknown()).max(OPENAI.parts).nullish()

const ChatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Content.nullish(),
  tool_calls: Any,
})

/** What changes the meaning of an answer and no agent can honour: refused by its name instead of ignored. */
const refused = {
  tools: Any,
  tool_choice: z.unknown().optional(),
  functions: Any,
  n: z.number().int().nullish(),
  logprobs: z.boolean().nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
  modalities: z.array(z.string().max(40)).max(10).nullish(),
  audio: z.unknown().optional(),
  stop: z.unknown().optional(),
}

export const ChatCompletionRequest = z.object({
  model: ModelName,
  messages: z.array(ChatMessage).min(1).max(OPENAI.messages),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  user: z.string().max(200).nullish(),
  ...refused,
})

const ResponseItem = z.object({
  type: z.string().max(40).optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
  content: Content.optional(),
})

export const ResponseRequest = z.object({
  model: ModelName,
  input: z.union([text, z.array(ResponseItem).min(1).max(OPENAI.messages)]),
  instructions: text.nullish(),
  previous_response_id: z.string().max(100).nullish(),
  stream: z.boolean().nullish(),
  user: z.string().max(200).nullish(),
  metadata: recordOf(z.string().max(64), z.string().max(512), 16).nullish(),
  tools: Any,
  tool_choice: z.unknown().optional(),
  text: z.looseObject({ format: z.looseObject({ type: z.string() }).optional() }).nullish(),
  background: z.boolean().nullish(),
  conversation: z.unknown().optional(),
})

export const EmbeddingRequest = z.object({
  model: ModelName,
  input: z.union([
    z.string().min(1).max(OPENAI.text_chars),
    z.array(z.string().min(1).max(OPENAI.text_chars)).min(1).max(OPENAI.texts),
  ]),
  encoding_format: z.enum(['float', 'base64']).default('float'),
  dimensions: z.literal(OPENAI.dimensions).optional(),
})

/** Of the run that made an answer. */
const OfRun = z.object({
  execution_id: ExecutionId,
  cost_paise: Paise.describe('What the run cost you, with GST.'),
  model_cost_micros: z.number().int().describe('What its models cost, in micro-rupees without GST.'),
  disclaimer: z.string().nullable().describe('What the answer must not be used for; null where nothing needs saying.'),
})

const Model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int(),
  owned_by: z.string(),
  chowk: z.object({ name: z.string(), kind: z.enum(['service', 'agent', 'embedding']), can_run: z.boolean() }),
})

const ChatCompletion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number().int(),
      message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
      finish_reason: z.literal('stop'),
      logprobs: z.null(),
    }),
  ),
  usage: z.object({
    prompt_tokens: z.number().int(),
    completion_tokens: z.number().int(),
    total_tokens: z.number().int(),
    chowk: OfRun,
  }),
})

const ResponseAnswer = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.number().int(),
  status: z.enum(['in_progress', 'completed', 'failed', 'cancelled']),
  model: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  output: z.array(JsonObject),
  previous_response_id: z.string().nullable(),
  usage: z
    .object({
      input_tokens: z.number().int(),
      output_tokens: z.number().int(),
      total_tokens: z.number().int(),
      chowk: OfRun,
    })
    .loose()
    .nullable(),
})

const Embeddings = z.object({
  object: z.literal('list'),
  model: z.string(),
  data: z.array(
    z.object({
      object: z.literal('embedding'),
      index: z.number().int(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  usage: z.object({ prompt_tokens: z.number().int(), total_tokens: z.number().int() }),
})

export type ChatCompletionRequest = z.output<typeof ChatCompletionRequest>
export type ResponseRequest = z.output<typeof ResponseRequest>
export type OfRun = z.infer<typeof OfRun>
export type OpenAiModel = z.infer<typeof Model>
export type ChatCompletion = z.infer<typeof ChatCompletion>
export type ResponseAnswer = z.infer<typeof ResponseAnswer>
export type Embeddings = z.infer<typeof Embeddings>

const shared = { access: signedIn, answers: 'bare' } as const
const runs = {
  ...shared,
  method: 'POST',
  timeout: OPENAI.timeout_ms,
  errors: ['not_found', 'not_runnable', 'unsupported_parameter', 'run_failed', 'run_waiting', ...RUN_REFUSALS],
} as const

export const openAiEndpoints = {
  listOpenAiModels: endpoint({
    ...shared,
    method: 'GET',
    path: '/v1/models',
    returns: z.object({ object: z.literal('list'), data: z.array(Model) }),
  }),
  getOpenAiModel: endpoint({
    ...shared,
    method: 'GET',
    path: '/v1/models/{model}',
    params: z.object({ model: ModelName }),
    returns: Model,
    errors: ['not_found'],
  }),
  createChatCompletion: endpoint({
    ...runs,
    path: '/v1/chat/completions',
    body: ChatCompletionRequest,
    returns: ChatCompletion,
  }),
  createResponse: endpoint({
    ...runs,
    path: '/v1/responses',
    body: ResponseRequest,
    returns: ResponseAnswer,
  }),
  getResponse: endpoint({
    ...shared,
    method: 'GET',
    path: '/v1/responses/{response_id}',
    params: z.object({ response_id: z.string().min(1).max(100) }),
    returns: ResponseAnswer,
    errors: ['not_found'],
  }),
  createEmbedding: endpoint({
    ...shared,
    method: 'POST',
    path: '/v1/embeddings',
    timeout: 60_000,
    body: EmbeddingRequest,
    returns: Embeddings,
    errors: ['not_found'],
  }),
}
