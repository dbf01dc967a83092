/**
 * A message becomes a run. The id of the run is stored with the message: a process that dies in between leaves a message that any process
 * starts later, and a run that is begun twice is stored once.
 */
import { AppError } from '#contract/core/errors.ts'
import type { Json, JsonObject, UserId, WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'
import type { TestOf } from '#contract/runs/test-of.ts'
import { refuseBlockedOwner } from '#server/areas/runs/executions/may-run.ts'
import { isRefusal } from '#server/areas/runs/executions/refusals.ts'
import type { RunRequest } from '#server/areas/runs/executions/start.ts'
import { refuseProblems } from '#server/areas/runs/test-runs/test-runs.ts'
import {
  type EditGrant,
  keepVersion,
  lockToEdit,
  type ModelDeps,
  ownerEdits,
  readDocument,
  refuseUnready,
} from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/database/outage.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import * as store from './conversations.store.ts'
import { fittingTurns, MOST_BEFORE } from './history.ts'

const LEFT_AT_ONCE = 100

/** A message that is not started by then is started through the queue; what began it must have stored it before, see `findLeft`. */
const START_WITHIN_MS = 8_000

type TurnRequest = Omit<RunRequest, 'mode'> & {
  mode: 'now' | 'later'
  execution_id: string
  test: { of: TestOf; skip: string[]; pins: Record<string, never> }
}

export interface TurnDeps {
  db: Database
  models: ModelDeps
  /** Begins a run; what is refused costs nothing. */
  start(request: TurnRequest): Promise<unknown>
}

const WHOLE: TestOf = {
  mode: 'all',
  node_id: null,
  source_id: null,
  reused: [],
  stale: [],
  also: [],
  pinned: [],
  loop: null,
}

/**
 * The draft as it is now, as a version that can answer a chat message.
 * @throws not_found, forbidden for members who may only look, not_runnable with the problems
 */
export async function versionToAnswer(
  { db, models }: Pick<TurnDeps, 'db' | 'models'>,
  grant: EditGrant,
  id: WorkflowId,
): Promise<WorkflowVersionId> {
  const document = readDocument((await db.transaction().execute((tx) => lockToEdit(tx, grant, id))).document)
  if (!document.nodes.some(({ type, disabled }) => type === 'chat_trigger' && disabled !== true))
    throw new AppError('not_runnable', { message: 'This workflow doesn’t start with a chat message.' })
  await refuseProblems(
    grant,
    document,
    document.nodes.map((node) => node.id),
  )
  await refuseBlockedOwner(db, id)
  const version = await db.transaction().execute(async (tx) => {
    await lockToEdit(tx, grant, id)
    return keepVersion(tx, { workflow: id, author: grant.on, document, trial: true })
  })
  await refuseUnready(models, { workflow_version_id: version, agent_version_id: null, owner: { user_id: grant.on } })
  return version
}

const turnOf = ({ role, text, data }: { role: 'person' | 'agent'; text: string; data: Json }): JsonObject => ({
  role: role === 'person' ? 'person' : 'workflow',
  text: data === null ? text : JSON.stringify(data),
})

/** @throws what the engine refuses */
export async function startTurn(
  { db, start }: Pick<TurnDeps, 'db' | 'start'>,
  { id: conversation, owner_id }: Pick<store.ConversationRow, 'id' | 'owner_id'>,
  { id, seq, text, files, execution_id }: Pick<store.MessageRow, 'id' | 'seq' | 'text' | 'files' | 'execution_id'>,
  how: { version: WorkflowVersionId; trigger: Trigger; mode: 'now' | 'later' },
): Promise<void> {
  const before = await store.findBefore(db, conversation, seq, MOST_BEFORE)
  const input: JsonObject = {
    message: text,
    session: conversation,
    history: fittingTurns(before.map(turnOf)),
    ...(files.length > 0 && { files: files as unknown as Json }),
  }
  await start({
    workflow_version_id: how.version,
    input,
    trigger: how.trigger,
    priority: 'normal',
    owner: { user_id: owner_id },
    agent_id: null,
    agent_version_id: null,
    service_id: null,
    run_token_hash: null,
    mode: how.mode,
    ...(how.mode === 'now' && { start_by: Date.now() + START_WITHIN_MS }),
    execution_id,
    test: { of: WHOLE, skip: [], pins: {} },
  })
  await store.markStarted(db, id)
}

async function startLeftTurn(deps: TurnDeps, log: WarningLog, left: store.LeftRow): Promise<void> {
  const { db } = deps
  const [conversation, message] = await Promise.all([
    store.findConversation(db, left.conversation_id),
    store.findMessage(db, left.conversation_id, left.id),
  ])
  if (!conversation || !message || message.started) return
  if (message.status !== null || message.replaced) return store.markStarted(db, message.id)
  try {
    const version = await versionToAnswer(deps, ownerEdits(conversation.owner_id as UserId), conversation.workflow_id)
    await startTurn(deps, conversation, message, { version, trigger: 'manual', mode: 'later' })
  } catch (error) {
    if (isOutage(error)) throw error
    const isKnown = isRefusal(error)
    if (!isKnown) log.warn({ err: error, message: message.id }, 'a message of a conversation could not be started')
    await store.markFailed(db, message.id, isKnown ? error.message : 'It could not be started because of a fault here.')
  }
}

/** @returns one turn of the job that starts messages whose process died before it did */
export const createTurnJob = (deps: TurnDeps, log: WarningLog) => async (): Promise<void> => {
  for (const left of await store.findLeft(deps.db, LEFT_AT_ONCE)) await startLeftTurn(deps, log, left)
}
