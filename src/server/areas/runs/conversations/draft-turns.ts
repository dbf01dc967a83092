/** Who answers in the builder: the draft as it is when a message arrives, in a test run of the whole of it. */
import { AppError } from '#contract/core/errors.ts'
import type { WorkflowId, WorkflowVersionId } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'
import type { TestOf } from '#contract/runs/test-of.ts'
import { chatTriggerOf } from '#graph/custom-agent/read-agent.ts'
import { refuseBlockedOwner } from '#server/areas/runs/executions/may-run.ts'
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
import type { BeginTurn, PrepareTurn } from './start-turn.ts'

type DraftRequest = Omit<RunRequest, 'mode'> & {
  mode: 'now' | 'later'
  execution_id: string
  test: { of: TestOf; skip: string[]; pins: Record<string, never> }
}

export interface DraftTurnDeps {
  db: Database
  models: ModelDeps
  /** Begins a run; what is refused costs nothing. */
  start(request: DraftRequest): Promise<unknown>
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
  { db, models }: Pick<DraftTurnDeps, 'db' | 'models'>,
  grant: EditGrant,
  id: WorkflowId,
): Promise<WorkflowVersionId> {
  const document = readDocument((await db.transaction().execute((tx) => lockToEdit(tx, grant, id))).document)
  if (!chatTriggerOf(document))
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

/** @throws what `versionToAnswer` throws */
export async function prepareDraftTurn(
  deps: DraftTurnDeps,
  edit: EditGrant,
  workflow_id: WorkflowId | null,
  trigger: Trigger,
): Promise<BeginTurn> {
  if (workflow_id === null) throw new AppError('not_found')
  const version = await versionToAnswer(deps, edit, workflow_id)
  return (turn) =>
    deps.start({
      ...turn,
      workflow_version_id: version,
      trigger,
      priority: 'normal',
      owner: { user_id: edit.on },
      agent_id: null,
      agent_version_id: null,
      service_id: null,
      run_token_hash: null,
      test: { of: WHOLE, skip: [], pins: {} },
    })
}

/** For messages whose process died before it started them. */
export const draftTurns =
  (deps: DraftTurnDeps): PrepareTurn =>
  ({ owner_id, workflow_id }) =>
    prepareDraftTurn(deps, ownerEdits(owner_id), workflow_id, 'manual')
