import type { PaymentDeps } from '#server/areas/billing/gateway/payment-context.ts'
import { mayAdminister } from '#server/areas/billing/refunds/refunds.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listUnmatchedPayments, refundUnmatchedPayment } from './unmatched-payments.ts'

type Names = 'listUnclaimed' | 'refundUnclaimed'

export const unclaimedHandlers = ({ db, now }: Pick<PaymentDeps, 'db' | 'now'>): Pick<Handlers, Names> => ({
  listUnclaimed: ({ query }, { caller }) => listUnmatchedPayments(db, mayAdminister(caller), query),
  refundUnclaimed: ({ params, body }, { caller }) =>
    refundUnmatchedPayment(db, mayAdminister(caller), params.id, { ...body, now: now() }),
})
