/** Services and custom agents for clients of OpenAI's API. Every answer is made of endpoints that are there without it. */
import type { RunDeps } from '#server/areas/services/protocol-runs/agent-runs.routes.ts'
import type { BareAnswer, Handlers } from '#server/platform/http/handlers.ts'
import { answerChat } from './chat.routes.ts'
import { type CountedEmbed, createEmbeddings } from './embeddings.ts'
import { getModel, listModels, type ModelListDeps } from './models.routes.ts'
import { answerResponse, readResponseOf } from './responses.routes.ts'

export type OpenAiNames =
  | 'listOpenAiModels'
  | 'getOpenAiModel'
  | 'createChatCompletion'
  | 'createResponse'
  | 'getResponse'
  | 'createEmbedding'

export interface OpenAiDeps {
  publicUrl: string
  handlers: RunDeps['handlers'] & ModelListDeps['handlers']
  embedCounted: CountedEmbed
}

/** An answer that begins nothing. */
const tell = <Body>(body: (signal: AbortSignal) => Promise<Body>): BareAnswer<Body> => ({
  type: 'bare',
  begin: async () => ({}),
  body: (_begun, signal) => body(signal),
})

export const openAiHandlers = (deps: OpenAiDeps): Pick<Handlers, OpenAiNames> => ({
  listOpenAiModels: (_input, context) => tell(async () => ({ object: 'list', data: await listModels(deps, context) })),
  getOpenAiModel: ({ params }, context) => tell(() => getModel(deps, params.model, context)),
  createChatCompletion: ({ body }, context) => answerChat(deps, body, context),
  createResponse: ({ body }, context) => answerResponse(deps, body, context),
  getResponse: ({ params }, context) => tell(() => readResponseOf(deps, params.response_id, context)),
  createEmbedding: ({ body }) => tell((signal) => createEmbeddings(deps.embedCounted, body, signal)),
})
