import type { Database } from '#server/database/database.ts'
import { prepareRun, type RunRequest } from '#server/domain/executions/start.ts'
import type { ModelDeps } from '#server/domain/models/model-port.ts'
import { refuseUnready, withNeeds } from '#server/domain/models/needs.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from '#server/domain/workflows/workflows.policy.ts'
import { createWorkflow, getWorkflow, listWorkflows, updateWorkflow } from '#server/domain/workflows/workflows.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { type RunEngine, runPrepared } from './run.ts'

type Names = 'listWorkflows' | 'createWorkflow' | 'getWorkflow' | 'updateWorkflow' | 'executeWorkflow'

export const workflowHandlers = ({
  db,
  engine,
  models,
}: {
  db: Database
  engine: RunEngine
  models: ModelDeps
}): Pick<Handlers, Names> => ({
  listWorkflows: ({ query }, { caller }) => listWorkflows(db, mayEditWorkflows(caller), query),
  createWorkflow: async ({ body }, { caller }) =>
    withNeeds(models, caller, await createWorkflow(db, mayEditWorkflows(caller), body)),
  getWorkflow: async ({ params }, { caller }) =>
    withNeeds(models, caller, await getWorkflow(db, mayLookAtWorkflows(caller), params.id)),
  updateWorkflow: async ({ params, body }, { caller }) =>
    withNeeds(models, caller, await updateWorkflow(db, mayEditWorkflows(caller), params.id, body)),
  executeWorkflow: async ({ body }, { caller, via }) => {
    const ready = ({ workflow_version_id, owner }: Pick<RunRequest, 'workflow_version_id' | 'owner'>) =>
      refuseUnready(models, workflow_version_id, owner)
    const through = via === 'mcp' ? 'mcp' : null
    return runPrepared(engine, await prepareRun(db, caller, body, ready, through), body.wait_ms ?? 0)
  },
})
