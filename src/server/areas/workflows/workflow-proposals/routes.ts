import { createModelPort, type ModelDeps } from '#server/areas/workflows/models/model-port.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { proposeWorkflow } from './propose.ts'

export const workflowProposalHandlers = (models: ModelDeps): Pick<Handlers, 'proposeWorkflow'> => {
  const deps = { db: models.db, port: createModelPort(models) }
  return {
    proposeWorkflow: ({ body }, { caller }) => proposeWorkflow(deps, mayEditWorkflows(caller), body),
  }
}
