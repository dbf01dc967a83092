/** Ordering: priced by the server, kept for an hour, paid through the gateway. */

import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#contract/errors.ts'
import { ORDER_MINUTES, type OrderStatus } from '#contract/payment-values.ts'
import type { Billing, Buying, Checkout, Order, OrderQuote, OrderToPay } from '#contract/payments.ts'
import type { Json } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import { customerFor } from '#server/domain/subscriptions/mandates.ts'
import { checkBilling } from './billing.ts'
import { type OwnOrders, payAbility } from './orders.policy.ts'
import * as store from './orders.store.ts'
import { type Paying, throughGateway } from './paying.ts'
import { presentOrder, presentOrders } from './present.ts'
import { quoteOf } from './purposes.ts'

/** The price now, and how the buyer was billed the last time. */
export async function quoteOrder(db: Queryable, { on: buyer }: OwnOrders, buying: Buying): Promise<OrderQuote> {
  const [{ title, amount_paise }, last, person] = await Promise.all([
    quoteOf(db, buyer, buying, new Date()),
    store.findLastBilling(db, buyer),
    store.findBuyer(db, buyer),
  ])
  return {
    title,
    amount_paise,
    billing: {
      name: last?.billing_name ?? person?.display_name ?? '',
      address: last?.billing_address ?? '',
      state_code: last?.state_code ?? null,
      gstin: last?.gstin ?? null,
    },
  }
}

export interface Ordering {
  buying: Buying
  billing: Billing
  expected_paise: number
  idempotency_key: string
}

/** The browser's own number of the order belongs to it alone. */
const receiptOf = (id: string): string => `chowk_${id.replaceAll('-', '')}`

/**
 * Orders once per key. Nothing is written when the price is not what the buyer saw.
 * @throws price_changed, gateway_unavailable, already_exists (the key stands for another order), what the purpose refuses
 */
export async function createOrder(deps: Paying, grant: OwnOrders, asked: Ordering): Promise<OrderToPay> {
  const { db, gateway } = deps
  const { on: buyer } = grant
  const billing = checkBilling(asked.billing)
  const before = await store.findByKey(db, buyer, asked.idempotency_key)
  if (before) return toPay(deps, sameOrder(before, asked))
  const quote = await quoteOf(db, buyer, asked.buying, deps.now())
  if (quote.amount_paise !== asked.expected_paise) throw new AppError('price_changed')
  const now = deps.now()
  const id = uuidv7()
  const inserted = await store.insertOrder(db, {
    id,
    user_id: buyer,
    purpose: asked.buying.purpose,
    subject: quote.subject,
    title: quote.title,
    amount_paise: quote.amount_paise,
    state_code: billing.state_code,
    gstin: billing.gstin,
    billing_name: billing.name,
    billing_address: billing.address,
    gateway: gateway.name,
    receipt: receiptOf(id),
    idempotency_key: asked.idempotency_key,
    created_at: now,
    expires_at: new Date(now.getTime() + ORDER_MINUTES * 60_000),
  })
  const row = inserted ? await store.findOrder(db, id) : await store.findByKey(db, buyer, asked.idempotency_key)
  if (!row) throw new Error('An order that was written is there')
  return toPay(deps, sameOrder(row, asked))
}

/** A purpose may keep more with an order than the buyer named. */
function sameOrder(row: store.OrderRow, { buying, expected_paise }: Ordering): store.OrderRow {
  const kept: Json = row.subject
  const named = Object.entries(buying.subject).every(
    ([key, value]) =>
      typeof kept === 'object' && kept !== null && !Array.isArray(kept) && isDeepStrictEqual(kept[key] ?? value, value),
  )
  if (row.purpose === buying.purpose && row.amount_paise === expected_paise && named) return row
  throw new AppError('already_exists', { message: 'This key stands for another order.' })
}

/** Makes the order at the gateway where that is not done; one whose making was not answered is found by its receipt. */
async function toPay({ db, gateway, now }: Paying, row: store.OrderRow): Promise<OrderToPay> {
  const gateway_order_id = row.gateway_order_id ?? (await atGateway({ db, gateway }, row))
  const order = await presentOrder(db, { ...row, gateway_order_id }, now())
  const customer_id = await customerFor({ db, gateway }, row)
  return { order, checkout: { ...checkoutOf(gateway, gateway_order_id), customer_id } }
}

const checkoutOf = (gateway: Paying['gateway'], gateway_order_id: string): Checkout => ({
  gateway: gateway.name,
  key_id: gateway.key_id,
  gateway_order_id,
  customer_id: null,
})

async function atGateway({ db, gateway }: Pick<Paying, 'db' | 'gateway'>, row: store.OrderRow): Promise<string> {
  const { id, receipt, amount_paise, purpose } = row
  const made = await throughGateway(
    async () =>
      (await gateway.findOrder(receipt)) ??
      gateway.createOrder({ amount: amount_paise, receipt, notes: { order_id: id, purpose } }),
  )
  return (await store.noteGatewayOrder(db, id, made.id)) ?? made.id
}

/** @throws not_found for another's */
export async function loadOwn(db: Queryable, { on }: OwnOrders, id: string): Promise<store.OrderRow> {
  const row = await store.findOrder(db, id)
  if (row?.user_id !== on) throw new AppError('not_found')
  return row
}

/** Opens the checkout of an order again. @throws not_found; illegal_transition when it cannot be paid any more */
export async function resumeOrder(deps: Paying, grant: OwnOrders, id: string): Promise<OrderToPay> {
  const row = await loadOwn(deps.db, grant, id)
  const ability = payAbility(row, deps.now())
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? 'It cannot be paid.' })
  return toPay(deps, row)
}

/** @throws not_found */
export const getOrder = async (db: Queryable, grant: OwnOrders, id: string, now: Date): Promise<Order> =>
  presentOrder(db, await loadOwn(db, grant, id), now)

export async function listOrders(
  db: Queryable,
  { on }: OwnOrders,
  query: store.Page & { status?: OrderStatus | undefined },
  now: Date,
) {
  const { rows, total } = await store.listOrders(db, on, query)
  return { items: await presentOrders(db, rows, now), total, limit: query.limit, offset: query.offset }
}
