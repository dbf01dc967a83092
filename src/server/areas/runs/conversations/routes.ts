import type { RemoveBytes } from '#server/areas/runs/executions/deletion.ts'
import { type RunEngine, translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import { resolveInput } from '#server/areas/runs/inputs/input.ts'
import { openedInChat, type RunRecords, runsAnsweredIn } from '#server/areas/runs/record-keeping/keep.ts'
import { type ModelDeps, mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayListConversations, mayUseConversation } from './conversations.policy.ts'
import { findConversation, type MessageFile } from './conversations.store.ts'
import { listConversations, listMessages, sendMessage, startConversation } from './conversations.ts'
import { deleteConversation } from './deletion.ts'
import { type DraftTurnDeps, prepareDraftTurn } from './draft-turns.ts'
import { conversationDeps } from './read-answers.ts'

type Names = 'listConversations' | 'startConversation' | 'deleteConversation' | 'listMessages' | 'sendMessage'

interface Deps {
  db: Database
  engine: RunEngine
  models: ModelDeps
  removeBytes: RemoveBytes
  records: RunRecords
}

export function conversationHandlers({ db, engine, models, removeBytes, records }: Deps): Pick<Handlers, Names> {
  const deps = conversationDeps({ db, engine })
  const drafts: DraftTurnDeps = {
    db,
    models,
    start: (request) => translateEngineRefusals(() => engine.start(request)),
  }
  return {
    listConversations: ({ query }, { caller }) => listConversations(db, mayListConversations(caller), query),
    startConversation: ({ body }, { caller }) => startConversation(drafts, mayEditWorkflows(caller), body.workflow_id),
    deleteConversation: ({ params }, { caller }) => deleteConversation({ db, removeBytes }, caller, params.id),
    listMessages: async ({ params, query }, { caller }) => {
      const use = mayUseConversation(caller, await findConversation(db, params.id))
      const page = await listMessages(deps, use, query)
      await records.noteEach(db, runsAnsweredIn(page.items), openedInChat(caller))
      return page
    },
    sendMessage: async ({ params, body }, { caller }) => {
      const use = mayUseConversation(caller, await findConversation(db, params.id))
      const edit = mayEditWorkflows(caller)
      const trigger = caller.type === 'user' && caller.api_key ? 'api' : 'manual'
      return sendMessage(deps, use, body, async () => {
        const begin = await prepareDraftTurn(drafts, edit, use.on.workflow_id, trigger)
        const { files } = await resolveInput(db, use.by, { files: body.files.map(({ file_id }) => ({ file_id })) })
        return { begin, files: files as unknown as MessageFile[] }
      })
    },
  }
}
