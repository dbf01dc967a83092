import { readWhole, writtenLength } from '#contract/core/json-text.ts'
import type { Json } from '#contract/core/primitives.ts'
import { type RunEngine, translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import { type ModelDeps, mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayListConversations, mayUseConversation } from './conversations.policy.ts'
import { findConversation } from './conversations.store.ts'
import {
  type ConversationDeps,
  deleteConversation,
  listConversations,
  listMessages,
  sendMessage,
  startConversation,
} from './conversations.ts'

type Names = 'listConversations' | 'startConversation' | 'deleteConversation' | 'listMessages' | 'sendMessage'

interface Deps {
  db: Database
  engine: RunEngine
  models: ModelDeps
}

/** Longer outputs are for the page of the run: reading one would keep the process from everything else. */
const MOST_CHARACTERS = 1_000_000
const TOO_LARGE = 'The answer is too large to show here. Open the run to see it.'

const readOutput = async (output: Json): Promise<Json> =>
  writtenLength(output) > MOST_CHARACTERS ? TOO_LARGE : ((await readWhole(output)) as Json)

export function conversationHandlers({ db, engine, models }: Deps): Pick<Handlers, Names> {
  const deps: ConversationDeps = {
    db,
    models,
    start: (request) => translateEngineRefusals(() => engine.start(request)),
    outputOf: async (id) => readOutput((await engine.result(id, 0)).output),
  }
  return {
    listConversations: ({ query }, { caller }) => listConversations(db, mayListConversations(caller), query),
    startConversation: ({ body }, { caller }) => startConversation(deps, mayEditWorkflows(caller), body.workflow_id),
    deleteConversation: async ({ params }, { caller }) =>
      deleteConversation(db, mayUseConversation(caller, await findConversation(db, params.id))),
    listMessages: async ({ params, query }, { caller }) =>
      listMessages(deps, mayUseConversation(caller, await findConversation(db, params.id)), query),
    sendMessage: async ({ params, body }, { caller }) => {
      const use = mayUseConversation(caller, await findConversation(db, params.id))
      const trigger = caller.type === 'user' && caller.api_key ? 'api' : 'manual'
      return sendMessage(deps, { edit: mayEditWorkflows(caller), use }, body, trigger)
    },
  }
}
