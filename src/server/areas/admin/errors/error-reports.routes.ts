import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { senderOf } from '#server/platform/http/session.ts'
import type { WarningLog } from '#server/platform/logger.ts'
import { mayReadErrors, mayReport } from './errors.policy.ts'
import { listErrors, storeFeedback, storeReport } from './errors.ts'

type Names = 'reportError' | 'sendErrorFeedback' | 'listErrors'

export const errorHandlers = ({ db, log }: { db: Database; log: WarningLog }): Pick<Handlers, Names> => ({
  reportError: ({ body }, context) =>
    storeReport({ db, log }, mayReport(context.caller), { report: body, sender: senderOf(context) }),
  sendErrorFeedback: ({ body }, context) =>
    storeFeedback({ db, log }, mayReport(context.caller), { feedback: body, sender: senderOf(context) }),
  listErrors: ({ query }, { caller }) => listErrors(db, mayReadErrors(caller), query),
})
