import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { deleteWorkflow, getWorkflowLoss } from './delete.ts'
import { arrangeWorkflow, duplicateWorkflow, listHub, renameFolder } from './hub.ts'

type Names = 'listHub' | 'arrangeWorkflow' | 'duplicateWorkflow' | 'renameFolder' | 'getWorkflowLoss' | 'deleteWorkflow'

export const workflowHubHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  listHub: ({ query }, { caller }) => listHub(db, mayEditWorkflows(caller), query),
  arrangeWorkflow: ({ params, body }, { caller }) => arrangeWorkflow(db, mayEditWorkflows(caller), params.id, body),
  duplicateWorkflow: ({ params }, { caller }) => duplicateWorkflow(db, mayEditWorkflows(caller), params.id),
  getWorkflowLoss: ({ params }, { caller }) => getWorkflowLoss(db, mayEditWorkflows(caller), params.id),
  deleteWorkflow: ({ params }, { caller }) => deleteWorkflow(db, mayEditWorkflows(caller), params.id),
  renameFolder: ({ body }, { caller }) => renameFolder(db, mayEditWorkflows(caller), body),
})
