import { addNeeds } from '#server/areas/workflows/models/model-needs.ts'
import type { ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayEditWorkflows, mayLookAtWorkflows } from './workflows.policy.ts'
import { createWorkflow, getWorkflow, listWorkflows, updateWorkflow } from './workflows.ts'

type Names = 'listWorkflows' | 'createWorkflow' | 'getWorkflow' | 'updateWorkflow'

export const workflowHandlers = ({ db, models }: { db: Database; models: ModelDeps }): Pick<Handlers, Names> => ({
  listWorkflows: ({ query }, { caller }) => listWorkflows(db, mayEditWorkflows(caller), query),
  createWorkflow: async ({ body }, { caller }) =>
    addNeeds(models, caller, await createWorkflow(db, mayEditWorkflows(caller), body)),
  getWorkflow: async ({ params }, { caller }) =>
    addNeeds(models, caller, await getWorkflow(db, mayLookAtWorkflows(caller), params.id)),
  updateWorkflow: async ({ params, body }, { caller }) =>
    addNeeds(models, caller, await updateWorkflow(db, mayEditWorkflows(caller), params.id, body)),
})
