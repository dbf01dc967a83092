import type { PaymentDeps } from '#server/areas/billing/gateway/payment-context.ts'
import type { Handlers, RequestContext } from '#server/platform/http/handlers.ts'
import { mayAdminister, ownRefunds } from './refunds.policy.ts'
import * as refunds from './refunds.ts'

type Names =
  | 'askRefund'
  | 'listRefunds'
  | 'withdrawRefund'
  | 'decideRefund'
  | 'giveRefund'
  | 'listAllRefunds'
  | 'retryRefund'

export const refundHandlers = (deps: PaymentDeps): Pick<Handlers, Names> => {
  const { db, now } = deps
  const own = ({ caller }: RequestContext) => ownRefunds(caller)
  return {
    askRefund: ({ body }, context) => refunds.requestRefund(db, own(context), body, now()),
    listRefunds: ({ query: { as, ...query } }, context) => refunds.listOwn(db, own(context), as, query),
    withdrawRefund: ({ params }, context) => refunds.withdrawRefund(db, own(context), params.id, now()),
    decideRefund: ({ params, body }, { caller }) => refunds.decideRefund(db, caller, params.id, body, now()),
    giveRefund: ({ body }, { caller }) => refunds.grantRefund(db, caller, body, now()),
    listAllRefunds: ({ query }, { caller }) => refunds.listAll(db, mayAdminister(caller), query),
    retryRefund: ({ params }, { caller }) => refunds.retryRefund(db, mayAdminister(caller), params.id, now()),
  }
}
