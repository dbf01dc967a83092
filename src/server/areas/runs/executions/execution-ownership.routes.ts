import type { Handlers } from '#server/platform/http/handlers.ts'
import { claimExecutions } from './claims.ts'
import { type DeletionDeps, deleteExecution, deleteExecutions } from './deletion.ts'

export const executionOwnershipHandlers = (
  deps: DeletionDeps,
): Pick<Handlers, 'deleteExecution' | 'deleteExecutions' | 'claimExecutions'> => ({
  deleteExecution: ({ params }, { caller, run_token }) => deleteExecution(deps, caller, run_token, params.id),
  deleteExecutions: ({ body }, { caller }) => deleteExecutions(deps, caller, body.ids),
  claimExecutions: ({ body }, { caller }) => claimExecutions(deps.db, caller, body.runs),
})
