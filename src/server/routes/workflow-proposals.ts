import { createModelPort, type ModelDeps } from '#server/domain/models/model-port.ts'
import { proposeWorkflow } from '#server/domain/workflow-proposals/propose.ts'
import { mayEditWorkflows } from '#server/domain/workflows/workflows.policy.ts'
import type { Handlers } from '#server/http/handlers.ts'

export const workflowProposalHandlers = (models: ModelDeps): Pick<Handlers, 'proposeWorkflow'> => {
  const deps = { db: models.db, port: createModelPort(models) }
  return {
    proposeWorkflow: ({ body }, { caller }) => proposeWorkflow(deps, mayEditWorkflows(caller), body),
  }
}
