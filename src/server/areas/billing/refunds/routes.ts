import { gatewayOf } from '#server/areas/billing/orders/paying.ts'
import type { PaymentDeps } from '#server/areas/billing/orders/payments.routes.ts'
import { reconcileNow, reconciliations } from '#server/areas/billing/orders/reconcile-now.ts'
import { listUnclaimed, refundUnclaimed } from '#server/areas/billing/unclaimed/unclaimed.ts'
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
  | 'listUnclaimed'
  | 'refundUnclaimed'
  | 'listReconciliations'
  | 'reconcileNow'

export const refundHandlers = (deps: PaymentDeps): Pick<Handlers, Names> => {
  const { db, now } = deps
  const own = ({ caller }: RequestContext) => ownRefunds(caller)
  return {
    askRefund: ({ body }, context) => refunds.askRefund(db, own(context), body, now()),
    listRefunds: ({ query: { as, ...query } }, context) => refunds.listOwn(db, own(context), as, query),
    withdrawRefund: ({ params }, context) => refunds.withdrawRefund(db, own(context), params.id, now()),
    decideRefund: ({ params, body }, { caller }) => refunds.decideRefund(db, caller, params.id, body, now()),
    giveRefund: ({ body }, { caller }) => refunds.giveRefund(db, caller, body, now()),
    listAllRefunds: ({ query }, { caller }) => refunds.listAll(db, mayAdminister(caller), query),
    retryRefund: ({ params }, { caller }) => refunds.retryRefund(db, caller, params.id, now()),
    listUnclaimed: ({ query }, { caller }) => listUnclaimed(db, mayAdminister(caller), query),
    refundUnclaimed: ({ params, body }, { caller }) =>
      refundUnclaimed(db, mayAdminister(caller), params.id, { ...body, now: now() }),
    listReconciliations: ({ query }, { caller }) => reconciliations(db, mayAdminister(caller), query),
    reconcileNow: ({ body }, { caller }) => reconcileNow(gatewayOf(deps), mayAdminister(caller), body.days),
  }
}
