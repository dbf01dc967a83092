import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import {
  conversationDeps,
  createFilePort,
  type FileDeps,
  openedInChat,
  type RunRecords,
  runsAnsweredIn,
} from '#server/areas/runs/runs.ts'
import { cancelRun } from '#server/areas/services/chats/cancel-run.ts'
import { askerOf } from '#server/areas/services/chats/routes.ts'
import { requireVisit } from '#server/areas/services/chats/visits.ts'
import { mayUseServices } from '#server/areas/services/services/services.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Feed } from '#server/platform/database/feed.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import {
  answerInboxChat,
  eraseInboxVisitor,
  getInboxChat,
  getInboxSummary,
  listInbox,
  listInboxMessages,
  readInboxChat,
  returnInboxChat,
  takeInboxChat,
} from './inbox.ts'
import { getServiceInbox, saveServiceInbox } from './service-inbox.ts'
import { askForPerson, followVisitorChat, returnToAgent } from './visitor-person.ts'

type Names =
  | 'getServiceInbox'
  | 'saveServiceInbox'
  | 'getInboxSummary'
  | 'listInbox'
  | 'getInboxChat'
  | 'listInboxMessages'
  | 'readInboxChat'
  | 'takeInboxChat'
  | 'answerInboxChat'
  | 'returnInboxChat'
  | 'eraseInboxVisitor'
  | 'askForPerson'
  | 'returnToAgent'
  | 'followVisitorChat'

interface Deps {
  db: Database
  engine: RunEngine
  /** Wakes pages of visitors by the id of their conversation. */
  chatFeed: Feed
  files: FileDeps['files']
  records: RunRecords
}

export function inboxHandlers({ db, engine, chatFeed: feed, files, records }: Deps): Pick<Handlers, Names> {
  const cancel = (id: string) => cancelRun(engine, id)
  const conversations = conversationDeps({ db, engine })
  const port = createFilePort({ db, files })
  const visit = ({ params }: { params: { token: string } }, context: RequestContext) =>
    requireVisit(db, params.token, askerOf(context))
  return {
    getServiceInbox: ({ params }, { caller }) => getServiceInbox(db, mayUseServices(caller), params.id),
    saveServiceInbox: ({ params, body }, { caller }) => saveServiceInbox(db, mayUseServices(caller), params.id, body),
    getInboxSummary: (_input, { caller }) => getInboxSummary(db, mayUseServices(caller)),
    listInbox: ({ query }, { caller }) => listInbox(db, mayUseServices(caller), query),
    getInboxChat: ({ params }, { caller }) => getInboxChat(db, mayUseServices(caller), params.id),
    listInboxMessages: async ({ params, query }, { caller }) => {
      const page = await listInboxMessages(conversations, mayUseServices(caller), params.id, query)
      await records.noteEach(db, runsAnsweredIn(page.items), openedInChat(caller))
      return page
    },
    readInboxChat: ({ params, body }, { caller }) => readInboxChat(db, mayUseServices(caller), params.id, body.through),
    takeInboxChat: ({ params }, { caller }) => takeInboxChat(db, mayUseServices(caller), params.id, cancel),
    answerInboxChat: ({ params, body }, { caller }) =>
      answerInboxChat({ db, files: port }, mayUseServices(caller), params.id, body),
    eraseInboxVisitor: ({ params }, { caller }) => eraseInboxVisitor(db, mayUseServices(caller), params.id, cancel),
    returnInboxChat: ({ params }, { caller }) => returnInboxChat(db, mayUseServices(caller), params.id),
    askForPerson: async (input, context) => {
      const at = { id: input.params.id, sender: senderOf(context) }
      return askForPerson(db, await visit(input, context), at, cancel)
    },
    returnToAgent: async (input, context) => returnToAgent(db, await visit(input, context), input.params.id),
    followVisitorChat: async (input, context) => {
      const look = () => visit(input, context)
      return { type: 'stream', events: await followVisitorChat({ db, feed }, input.params.id, look) }
    },
  }
}
