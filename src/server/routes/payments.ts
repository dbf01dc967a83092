import type { Database } from '#server/database/database.ts'
import { ownOrders } from '#server/domain/orders/orders.policy.ts'
import { createOrder, getOrder, listOrders, quoteOrder, resumeOrder } from '#server/domain/orders/orders.ts'
import { gatewayOf, type Paying } from '#server/domain/orders/paying.ts'
import { checkOrder, payForTest, verifyPayment } from '#server/domain/orders/verify.ts'
import { receiveEvent } from '#server/domain/orders/webhook.ts'
import type { Handlers, RequestContext } from '#server/http/handlers.ts'

/** Null where no gateway is set up. */
export type PaymentDeps = Omit<Paying, 'gateway'> & { gateway: Paying['gateway'] | null; db: Database }

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

const header = ({ raw }: RequestContext, name: string): string | null => {
  const { headers } = raw
  const value = typeof headers === 'object' && headers !== null && !Array.isArray(headers) ? headers[name] : null
  return typeof value === 'string' ? value : null
}

export const paymentHandlers = (deps: PaymentDeps): Pick<Handlers, Names> => ({
  getPaymentSettings: () => ({
    available: deps.gateway !== null,
    test: deps.gateway?.test_mode ?? false,
    gateway: deps.gateway?.name ?? null,
  }),
  quoteOrder: ({ body }, { caller }) => quoteOrder(deps.db, ownOrders(caller), body),
  createOrder: ({ body }, { caller }) => createOrder(gatewayOf(deps), ownOrders(caller), body),
  verifyPayment: ({ body }, { caller }) => verifyPayment(gatewayOf(deps), ownOrders(caller), body),
  listPayments: ({ query }, { caller }) => listOrders(deps.db, ownOrders(caller), query, deps.now()),
  getOrder: ({ params }, { caller }) => getOrder(deps.db, ownOrders(caller), params.id, deps.now()),
  resumeOrder: ({ params }, { caller }) => resumeOrder(gatewayOf(deps), ownOrders(caller), params.id),
  checkOrder: ({ params }, { caller }) => checkOrder(gatewayOf(deps), ownOrders(caller), params.id),
  payForTest: ({ params, body }, { caller }) => payForTest(gatewayOf(deps), ownOrders(caller), params.id, body),
  receivePaymentEvent: (_input, context) =>
    receiveEvent(gatewayOf(deps), {
      bytes: context.received?.bytes ?? new Uint8Array(),
      signature: header(context, 'x-razorpay-signature'),
      event_id: header(context, 'x-razorpay-event-id'),
    }),
})
