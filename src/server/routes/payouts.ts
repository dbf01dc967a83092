import type { Database } from '#server/database/database.ts'
import { getEarnings } from '#server/domain/earnings/earnings.ts'
import { makeBankFile } from '#server/domain/payouts/bank-file.ts'
import { maySendPayouts, ownPayouts } from '#server/domain/payouts/payouts.policy.ts'
import {
  endPayout,
  getPayoutRun,
  listPayoutRuns,
  listPayouts,
  preparePayoutRun,
} from '#server/domain/payouts/payouts.ts'
import { getEarningsStatement } from '#server/domain/payouts/statement.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Handlers } from '#server/http/handlers.ts'

type Names =
  | 'getEarnings'
  | 'listPayouts'
  | 'getEarningsStatement'
  | 'listPayoutRuns'
  | 'preparePayoutRun'
  | 'getPayoutRun'
  | 'makeBankFile'
  | 'endPayout'

export const payoutHandlers = (deps: { db: Database; ring: KeyRing }): Pick<Handlers, Names> => ({
  getEarnings: ({ query }, { caller }) => getEarnings(deps.db, ownPayouts(caller), Number(query.days)),
  listPayouts: ({ query }, { caller }) => listPayouts(deps.db, ownPayouts(caller), query),
  getEarningsStatement: ({ query }, { caller }) => getEarningsStatement(deps.db, ownPayouts(caller), query),
  listPayoutRuns: ({ query }, { caller }) => listPayoutRuns(deps.db, maySendPayouts(caller), query),
  preparePayoutRun: (_input, { caller }) => preparePayoutRun(deps.db, maySendPayouts(caller)),
  getPayoutRun: ({ params }, { caller }) => getPayoutRun(deps.db, maySendPayouts(caller), params.id),
  makeBankFile: ({ params }, { caller }) => makeBankFile(deps, maySendPayouts(caller), params.id),
  endPayout: ({ params, body }, { caller }) => endPayout(deps.db, maySendPayouts(caller), params.id, body),
})
