import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayListRunStops, mayStopRuns } from './run-stops.policy.ts'
import { findTarget } from './run-stops.store.ts'
import { countRunsToStop, listRunStops, startRunStop } from './run-stops.ts'

type Names = 'countRunsToStop' | 'listRunStops' | 'stopRuns'

export const runStopHandlers = (db: Database): Pick<Handlers, Names> => ({
  countRunsToStop: async ({ query }, { caller }) =>
    countRunsToStop(db, mayStopRuns(caller, await findTarget(db, query.scope, query.target_id))),
  listRunStops: ({ query }, { caller }) => listRunStops(db, mayListRunStops(caller), query),
  stopRuns: async ({ body }, { caller }) =>
    startRunStop(db, mayStopRuns(caller, await findTarget(db, body.scope, body.target_id)), body.reason),
})
