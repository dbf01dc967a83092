import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { type CredentialParts, mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
import { conversationDeps } from '#server/areas/runs/conversations/read-answers.ts'
import {
  presentStarted,
  type RunEngine,
  startPreparedRun,
  translateEngineRefusals,
} from '#server/areas/runs/executions/run.routes.ts'
import type { FileDeps } from '#server/areas/runs/files/files.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import { sendToAddress } from './chat-address.ts'
import { getForm, prepareForm } from './public.ts'
import {
  checkAppTrigger,
  listenForTableChange,
  listTriggers,
  makeHookSecret,
  pauseTrigger,
  previewSchedule,
  type TriggerDeps,
} from './triggers.ts'

type Names =
  | 'listTriggers'
  | 'updateTrigger'
  | 'makeHookSecret'
  | 'checkAppTrigger'
  | 'listenForTableChange'
  | 'previewSchedule'
  | 'getForm'
  | 'submitForm'
  | 'sendChat'

interface Deps extends TriggerDeps {
  db: Database
  engine: RunEngine
  secrets: CredentialParts
  files: FileDeps['files']
}

const nothing = async () => {}

export const triggerHandlers = (deps: Deps): Pick<Handlers, Names> => ({
  listTriggers: ({ params }, { caller }) => listTriggers(deps, mayEditWorkflows(caller), params.id),
  updateTrigger: ({ params: { id, type }, body: { paused } }, { caller }) =>
    pauseTrigger(deps, mayEditWorkflows(caller), { workflow: id, type, paused }),
  makeHookSecret: ({ params, body }, { caller }) =>
    makeHookSecret(
      deps.db,
      deps.secrets,
      { grant: mayEditWorkflows(caller), own: mayManageOwnAccount(caller) },
      { workflow: params.id, auth: body.auth },
    ),
  checkAppTrigger: ({ params }, { caller }) => checkAppTrigger(deps, mayEditWorkflows(caller), params.id),
  listenForTableChange: ({ params, body }, { caller }) =>
    listenForTableChange(deps.db, mayEditWorkflows(caller), params.id, body.listening),
  previewSchedule: ({ query }) => previewSchedule(deps.nextRuns, query),
  getForm: ({ params }) => getForm(deps.db, params.token),
  submitForm: async ({ params, body }, context) => {
    const { request, message, waits } = await prepareForm(
      { db: deps.db, files: createFilePort(deps) },
      params.token,
      body.values,
      {
        sender: senderOf(context),
        caller: context.caller,
      },
    )
    const prepared = { request, access_token: null, release: nothing }
    const started = await startPreparedRun(deps.engine, prepared, waits ? SERVER_LIMITS.wait_ms : 0)
    const { execution_id, output } = started
    return { message, execution_id, ...(output === undefined ? {} : { output }) }
  },
  sendChat: async ({ params, body }, context) => {
    const { engine } = deps
    const parts = {
      ...conversationDeps(deps),
      start: (request: Parameters<RunEngine['start']>[0]) => translateEngineRefusals(() => engine.start(request)),
    }
    const who = { sender: senderOf(context), caller: context.caller }
    const { session, execution_id } = await sendToAddress(parts, params.token, body, who)
    const state = await engine.result(execution_id, SERVER_LIMITS.wait_ms)
    return { reply: state.status === 'succeeded' ? state.output : null, session, ...presentStarted(state) }
  },
})
