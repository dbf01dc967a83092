import { mayReadContent } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { getTraceEntry, listTrace } from './traces.ts'

export const traceHandlers = ({ db }: { db: Database }): Pick<Handlers, 'listTrace' | 'getTraceEntry'> => ({
  listTrace: async ({ params, query }, { caller, run_token }) =>
    listTrace(db, mayReadContent(caller, run_token, await findOwner(db, params.id)), query),
  getTraceEntry: async ({ params }, { caller, run_token }) =>
    getTraceEntry(db, mayReadContent(caller, run_token, await findOwner(db, params.id)), params.entry),
})
