import { type RunEngine, runPrepared } from '#server/areas/runs/executions/run.routes.ts'
import { prepareRun, type RunRequest } from '#server/areas/runs/executions/start.ts'
import type { ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import { refuseUnready, withNeeds } from '#server/areas/workflows/models/needs.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from './workflows.policy.ts'
import { createWorkflow, getWorkflow, listWorkflows, updateWorkflow } from './workflows.ts'

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
