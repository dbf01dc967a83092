import { AppError } from '#contract/core/errors.ts'
import { decideAcceptance, ownMoney, wantedOf } from '#server/areas/billing/billing.ts'
import { mayUseExecution } from '#server/areas/runs/executions/executions.policy.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import { decideFindings } from './decide.ts'
import { mayDecide, maySeeReview, maySignOff, personOf } from './decisions.policy.ts'
import { getReview } from './reviews.ts'
import { reopen, signOff } from './sign-off.ts'

type Names = 'getRunReview' | 'decideFindings' | 'decideAcceptance' | 'signOffRun' | 'reopenRun'

interface Deps {
  db: Database
  engine: RunEngine
  records: RunRecords
}

export const decisionHandlers = ({ db, engine, records }: Deps): Pick<Handlers, Names> => {
  const parts = { open: (key: string) => engine.openOutput(key), records }
  return {
    getRunReview: async ({ params }, { caller, run_token }) =>
      getReview(db, maySeeReview(caller, run_token, await findOwner(db, params.id)), parts.open),
    decideFindings: async ({ params, body }, context) => {
      const grant = mayDecide(context.caller, context.run_token, await findOwner(db, params.id))
      return decideFindings(db, grant, body.decisions, { sender: senderOf(context), ...parts })
    },
    decideAcceptance: async ({ params, body }, { caller }) => {
      const grant = ownMoney(caller)
      const isKey = caller.type === 'user' && caller.api_key !== undefined
      const by = { way: isKey ? 'api' : 'page', person: personOf(grant) } as const
      try {
        const deciding = { ...by, wanted: wantedOf(body) }
        return await decideAcceptance(db, grant, params.id, deciding, records.catchUp)
      } catch (error) {
        // It belongs to who pays, also once the run is deleted. Who knows of the run is told why they may not.
        if (error instanceof AppError && error.code === 'not_found')
          mayUseExecution(caller, null, await findOwner(db, params.id))
        throw error
      }
    },
    signOffRun: async ({ params, body }, { caller }) =>
      signOff(db, maySignOff(caller, await findOwner(db, params.id)), body, parts),
    reopenRun: async ({ params }, { caller }) => reopen(db, maySignOff(caller, await findOwner(db, params.id)), parts),
  }
}
