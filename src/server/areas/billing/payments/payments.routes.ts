import type { Buying } from '#contract/billing/payments.ts'
import { countTry } from '#server/areas/billing/coupons/guessing.ts'
import type { PaymentDeps } from '#server/areas/billing/gateway/payment-context.ts'
import { canTakePayments, requireGateway } from '#server/areas/billing/gateway/payment-context.ts'
import { receivedHook } from '#server/areas/billing/gateway/received-hook.routes.ts'
import { needsAddress } from '#server/areas/billing/orders/billing.ts'
import { mayManageOwnOrders } from '#server/areas/billing/orders/orders.policy.ts'
import { mayAdminister } from '#server/areas/billing/refunds/refunds.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createOrder, getOrder, listOrders, quoteOrder, resumeOrder } from './orders.ts'
import { listReconciliationReports, reconcileNow } from './reconcile-now.ts'
import { checkOrder, payForTest, verifyPayment } from './verify.ts'
import { receiveEvent } from './webhook.ts'

type Names =
  | 'getPaymentSettings'
  | 'quoteOrder'
  | 'createOrder'
  | 'verifyPayment'
  | 'listPayments'
  | 'getOrder'
  | 'resumeOrder'
  | 'checkOrder'
  | 'payForTest'
  | 'receivePaymentEvent'
  | 'listReconciliations'
  | 'reconcileNow'

const hasCode = (buying: Buying): boolean => 'coupon' in buying && buying.coupon !== undefined

export const paymentHandlers = (deps: PaymentDeps): Pick<Handlers, Names> => ({
  getPaymentSettings: () => ({
    available: canTakePayments(deps),
    test: deps.gateway?.test_mode ?? false,
    gateway: deps.gateway?.name ?? null,
  }),
  async quoteOrder({ body }, { caller }) {
    const own = mayManageOwnOrders(caller)
    if (hasCode(body)) await countTry(deps.db, own.on)
    return quoteOrder(deps, own, body)
  },
  async createOrder({ body }, { caller }) {
    const own = mayManageOwnOrders(caller)
    if (hasCode(body.buying)) await countTry(deps.db, own.on)
    // At another price than this nothing is ordered.
    const sold = { purpose: body.buying.purpose, paise: body.expected_paise, at: deps.now() }
    return createOrder(requireGateway(deps), own, { ...body, asks_address: await needsAddress(deps.db, sold) })
  },
  verifyPayment: ({ body }, { caller }) => verifyPayment(requireGateway(deps), mayManageOwnOrders(caller), body),
  listPayments: ({ query }, { caller }) => listOrders(deps.db, mayManageOwnOrders(caller), query, deps.now()),
  getOrder: ({ params }, { caller }) => getOrder(deps.db, mayManageOwnOrders(caller), params.id, deps.now()),
  resumeOrder: ({ params }, { caller }) => resumeOrder(requireGateway(deps), mayManageOwnOrders(caller), params.id),
  checkOrder: ({ params }, { caller }) => checkOrder(requireGateway(deps), mayManageOwnOrders(caller), params.id),
  payForTest: ({ params, body }, { caller }) =>
    payForTest(requireGateway(deps), mayManageOwnOrders(caller), params.id, body),
  receivePaymentEvent: (_input, context) => receiveEvent(requireGateway(deps), receivedHook(context)),
  listReconciliations: ({ query }, { caller }) => listReconciliationReports(deps.db, mayAdminister(caller), query),
  reconcileNow: ({ body }, { caller }) => reconcileNow(requireGateway(deps), mayAdminister(caller), body.days),
})
