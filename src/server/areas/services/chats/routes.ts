import type { BillingGate } from '#server/areas/billing/billing.ts'
import { type RunEngine, translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import { conversationDeps, createFilePort, type FileDeps } from '#server/areas/runs/runs.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import { refuseForeign } from '#server/areas/services/widgets/routes.ts'
import type { ModelDeps } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import { cancelRun } from './cancel-run.ts'
import { getServiceChat, listChatRatings, renewServiceChat, saveServiceChat } from './service-chat.ts'
import {
  findVisitorFile,
  followAnswer,
  listVisitorConversations,
  listVisitorMessages,
  rateVisitorAnswer,
  sendVisitorMessage,
  stopVisitorAnswer,
  type VisitorDeps,
} from './visitor-chats.ts'
import { type Asker, enterChat, getChat, requireVisit } from './visits.ts'

type Names =
  | 'getServiceChat'
  | 'saveServiceChat'
  | 'renewServiceChat'
  | 'listChatRatings'
  | 'getChat'
  | 'enterChat'
  | 'listVisitorConversations'
  | 'listVisitorMessages'
  | 'sendVisitorMessage'
  | 'getVisitorFile'
  | 'stopVisitorAnswer'
  | 'streamVisitorAnswer'
  | 'rateVisitorAnswer'

interface Deps {
  db: Database
  engine: RunEngine
  files: FileDeps['files']
  models: ModelDeps
  billingGate: BillingGate
}

/** Requests of pages of other sites are not from a visitor of a chat. @throws forbidden */
export function askerOf(context: RequestContext): Asker {
  refuseForeign(context)
  return { caller: context.caller, sender: senderOf(context), visitor_token: context.run_token }
}

export function chatHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, engine, models, billingGate } = deps
  const parts: VisitorDeps = {
    ...conversationDeps(deps),
    models,
    billingGate,
    files: createFilePort(deps),
    start: (request) => translateEngineRefusals(() => engine.start(request)),
  }
  const visit = ({ params }: { params: { token: string } }, context: RequestContext) =>
    requireVisit(db, params.token, askerOf(context))
  return {
    getServiceChat: ({ params }, { caller }) => getServiceChat(db, mayUseServices(caller), params.id),
    saveServiceChat: ({ params, body }, { caller }) => saveServiceChat(db, mayUseServices(caller), params.id, body),
    renewServiceChat: ({ params }, { caller }) => renewServiceChat(db, mayUseServices(caller), params.id),
    listChatRatings: ({ params, query }, { caller }) => listChatRatings(db, mayUseServices(caller), params.id, query),
    getChat: ({ params }, context) => getChat(db, params.token, askerOf(context)),
    enterChat: ({ params, body }, context) => enterChat(db, params.token, body, askerOf(context)),
    listVisitorConversations: async (input, context) =>
      listVisitorConversations(db, await visit(input, context), input.query),
    listVisitorMessages: async (input, context) =>
      listVisitorMessages(parts, await visit(input, context), input.params.id, input.query),
    sendVisitorMessage: async (input, context) => {
      const at = { id: input.params.id, sender: senderOf(context) }
      return sendVisitorMessage(parts, await visit(input, context), at, input.body)
    },
    getVisitorFile: async (input, context) => {
      const { id, name, mime, bytes } = await findVisitorFile(db, await visit(input, context), input.params)
      return { type: 'file', name, mime, bytes, disposition: 'attachment', body: await deps.files.stream(id) }
    },
    stopVisitorAnswer: async (input, context) =>
      stopVisitorAnswer(db, await visit(input, context), input.params.id, (id) => cancelRun(engine, id)),
    streamVisitorAnswer: async (input, context) => {
      const look = () => visit(input, context)
      const events = await followAnswer(db, await look(), input.params.id, {
        events: (id, signal) => engine.events(id, 0, signal),
        look,
      })
      return { type: 'stream', events }
    },
    rateVisitorAnswer: async (input, context) =>
      rateVisitorAnswer(db, await visit(input, context), input.params, input.body),
  }
}
