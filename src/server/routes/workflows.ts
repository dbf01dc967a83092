import type { Database } from '#server/database/database.ts'
import { prepareRun } from '#server/domain/executions/start.ts'
import { mayEditWorkflows } from '#server/domain/workflows/workflows.policy.ts'
import { createWorkflow, getWorkflow, listWorkflows, updateWorkflow } from '#server/domain/workflows/workflows.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { type RunEngine, runPrepared } from './run.ts'

type Names = 'listWorkflows' | 'createWorkflow' | 'getWorkflow' | 'updateWorkflow' | 'executeWorkflow'

export const workflowHandlers = ({ db, engine }: { db: Database; engine: RunEngine }): Pick<Handlers, Names> => ({
  listWorkflows: ({ query }, { caller }) => listWorkflows(db, mayEditWorkflows(caller), query),
  createWorkflow: ({ body }, { caller }) => createWorkflow(db, mayEditWorkflows(caller), body),
  getWorkflow: ({ params }, { caller }) => getWorkflow(db, mayEditWorkflows(caller), params.id),
  updateWorkflow: ({ params, body }, { caller }) => updateWorkflow(db, mayEditWorkflows(caller), params.id, body),
  executeWorkflow: async ({ body }, { caller }) =>
    runPrepared(engine, await prepareRun(db, caller, body), body.wait_ms ?? 0),
})
