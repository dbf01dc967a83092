import { AppError } from '#contract/core/errors.ts'
import { getEarnings } from '#server/areas/billing/earnings/earnings.ts'
import { receivedHook } from '#server/areas/billing/gateway/received-hook.routes.ts'
import type { PayoutGateway } from '#server/gateways/payouts/razorpayx.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { makeBankFile } from './bank-file.ts'
import { retryPayout, sendPayoutRun } from './pay.ts'
import { maySendPayouts, ownPayouts } from './payouts.policy.ts'
import { getPayoutRun, listPayoutRuns, listPayouts, preparePayoutRun } from './payouts.ts'
import { getEarningsStatement } from './statement.ts'
import { endPayout } from './steps.ts'
import type { Paying } from './transfers.ts'
import { receivePayoutEvent } from './webhook.ts'

type Names =
  | 'getEarnings'
  | 'listPayouts'
  | 'getEarningsStatement'
  | 'listPayoutRuns'
  | 'preparePayoutRun'
  | 'getPayoutRun'
  | 'makeBankFile'
  | 'endPayout'
  | 'sendPayoutRun'
  | 'retryPayout'
  | 'receivePayoutEvent'

/** Without `gateway` payouts go to the bank by file. */
export interface PayoutDeps {
  gateway: PayoutGateway | null
  log: Paying['log']
  now(): Date
}

const wayOf = ({ gateway }: PayoutDeps) => (gateway === null ? 'bank_file' : 'razorpayx')

/** @throws payment_refused where RazorpayX is not set up: nobody can have signed */
function through<Deps extends PayoutDeps>(deps: Deps): Deps & { gateway: PayoutGateway } {
  const { gateway } = deps
  if (!gateway) throw new AppError('payment_refused', { message: 'RazorpayX isn’t set up on this installation.' })
  return { ...deps, gateway }
}

export const payoutHandlers = (deps: PayoutDeps & { db: Database; ring: KeyRing }): Pick<Handlers, Names> => ({
  getEarnings: ({ query }, { caller }) => getEarnings(deps.db, ownPayouts(caller), Number(query.days)),
  listPayouts: ({ query }, { caller }) => listPayouts(deps.db, ownPayouts(caller), query),
  getEarningsStatement: ({ query }, { caller }) => getEarningsStatement(deps.db, ownPayouts(caller), query),
  listPayoutRuns: ({ query }, { caller }) =>
    listPayoutRuns(deps.db, maySendPayouts(caller), { ...query, way: wayOf(deps) }),
  preparePayoutRun: (_input, { caller }) => preparePayoutRun(deps.db, maySendPayouts(caller)),
  getPayoutRun: ({ params }, { caller }) =>
    getPayoutRun(deps.db, maySendPayouts(caller), { id: params.id, way: wayOf(deps) }),
  makeBankFile: ({ params }, { caller }) => makeBankFile(deps, maySendPayouts(caller), params.id),
  endPayout: ({ params, body }, { caller }) => endPayout(deps.db, maySendPayouts(caller), params.id, body),
  sendPayoutRun: ({ params }, { caller }) => sendPayoutRun(deps, maySendPayouts(caller), params.id),
  retryPayout: ({ params }, { caller }) => retryPayout(deps, maySendPayouts(caller), params.id),
  receivePayoutEvent: (_input, context) => receivePayoutEvent(through(deps), receivedHook(context)),
})
