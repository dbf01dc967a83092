/** Ordering: priced by the server, kept for an hour, paid through the gateway. */

import { isDeepStrictEqual } from 'node:util'
import { ORDER_MINUTES, type OrderStatus } from '#contract/billing/payment-values.ts'
import type { Billing, Buying, Checkout, Order, OrderQuote, OrderToPay } from '#contract/billing/payments.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { Json, UserId } from '#contract/core/primitives.ts'
import { isUnproven, personOf } from '#server/areas/accounts/accounts.ts'
import {
  type Discount,
  findDiscount,
  holdPlace,
  type Presented,
  releasePlace,
  takePlace,
} from '#server/areas/billing/coupons/redeem.ts'
import { callGateway, checkTakesPayments, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { checkAddress, checkBilling, needsAddress } from '#server/areas/billing/orders/billing.ts'
import { type OwnOrders, payAbility } from '#server/areas/billing/orders/orders.policy.ts'
import * as store from '#server/areas/billing/orders/orders.store.ts'
import { hasOpenPayment } from '#server/areas/billing/orders/payments.store.ts'
import type { Quote } from '#server/areas/billing/orders/purpose.ts'
import { sendReceipt } from '#server/areas/billing/orders/receipts.ts'
import { purposeOf, quotePurchase } from '#server/areas/billing/purposes/purpose-registry.ts'
import { customerFor } from '#server/areas/billing/subscriptions/mandates.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { isObject } from '#shared/json.ts'
import { presentOrder, presentOrders } from './present.ts'
import { recordPaid } from './record.ts'
import { syncFromGateway } from './sync-from-gateway.ts'

interface Priced {
  quote: Quote
  amount_paise: number
  person: string
  /** Whether nobody has confirmed the address, where one can be confirmed. */
  unproven: boolean
  /** Null without a code. */
  used: { discount: Discount; presented: Presented } | null
}

const codeOf = (buying: Buying): string | null => ('coupon' in buying ? buying.coupon : null) ?? null

/** @param field what a refusal of the code names. @throws what the purpose refuses; invalid_input for the code */
async function price(deps: PricingDeps, buyer: UserId, buying: Buying, field: string): Promise<Priced> {
  const { db, secret, now } = deps
  const [quote, who] = [await quotePurchase(db, buyer, buying, now()), await store.findBuyer(db, buyer)]
  const account = { id: buyer, email: who?.person_email ?? buyer, is_verified: who?.is_verified === true }
  const person = personOf(deps, account)
  const unproven = isUnproven(deps, account)
  const code = codeOf(buying)
  const { amount_paise: paise, sold } = quote
  if (code === null) return { quote, amount_paise: paise, person, unproven, used: null }
  const presented = { code, field, buyer, person, secret, sold, paise, now: now() }
  const discount = await findDiscount(db, presented)
  return { quote, amount_paise: discount.amount_paise, person, unproven, used: { discount, presented } }
}

/** The price now, and how the buyer was billed the last time. @throws what the purpose refuses; invalid_input (`coupon`) */
export async function quoteOrder(deps: PricingDeps, { on: buyer }: OwnOrders, buying: Buying): Promise<OrderQuote> {
  const [{ quote, amount_paise, used }, last, person] = await Promise.all([
    price(deps, buyer, buying, 'coupon'),
    store.findLastBilling(deps.db, buyer),
    store.findBuyer(deps.db, buyer),
  ])
  return {
    title: quote.title,
    amount_paise,
    coupon: used && { code: used.discount.coupon.code, off_paise: used.discount.off_paise },
    asks_address: await needsAddress(deps.db, { purpose: buying.purpose, paise: amount_paise, at: deps.now() }),
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
  /** Whether the invoice names an address in any case; nothing is asked when absent, as of renewals. */
  asks_address?: boolean
}

type PricingDeps = Pick<Paying, 'db' | 'secret' | 'askProof' | 'now'>

/** The browser's own number of the order belongs to it alone. */
const receiptOf = (id: string): string => `chowk_${id.replaceAll('-', '')}`

/**
 * Orders once per key. Nothing is written when the price is not what the buyer saw. An order that a code left nothing of is paid with it.
 * @throws price_changed, gateway_unavailable, already_exists (the key stands for another order), what the purpose refuses,
 * invalid_input (`buying.coupon`), address_unproven (a code that leaves nothing to pay)
 */
export async function createOrder(deps: Paying, grant: OwnOrders, asked: Ordering): Promise<OrderToPay> {
  const { db } = deps
  const { on: buyer } = grant
  checkTakesPayments(deps)
  const billing = checkBilling(asked.billing)
  if (asked.asks_address !== undefined) checkAddress(billing, asked.asks_address)
  const before = await store.findByKey(db, buyer, asked.idempotency_key)
  if (before) return toPay(deps, sameOrder(before, asked))
  const priced = await price(deps, buyer, asked.buying, 'buying.coupon')
  if (priced.amount_paise !== asked.expected_paise) throw new AppError('price_changed')
  // Nothing is paid, so invented addresses could have all the places of the code.
  if (priced.used && priced.amount_paise === 0 && priced.unproven)
    throw new AppError('address_unproven', {
      message: 'Confirm your email address to use this code: open the link we emailed you.',
    })
  if (priced.used) await letGo(deps, buyer, priced.used, asked.idempotency_key)
  await db.transaction().execute((tx) => insertIn(tx, deps, { buyer, asked: { ...asked, billing }, priced }))
  const row = await store.findByKey(db, buyer, asked.idempotency_key)
  if (!row) throw new Error('Order missing after insert')
  return toPay(deps, sameOrder(row, asked))
}

interface NewOrder {
  buyer: UserId
  asked: Ordering
  priced: Priced
}

async function insertIn(tx: Queryable, deps: Paying, { buyer, asked, priced }: NewOrder): Promise<void> {
  const { billing, buying, idempotency_key } = asked
  const { quote, amount_paise, person, used } = priced
  const now = deps.now()
  const id = uuidv7()
  const isNew = await store.insertOrder(tx, {
    id,
    user_id: buyer,
    purpose: buying.purpose,
    subject: quote.subject,
    title: quote.title,
    amount_paise,
    state_code: billing.state_code,
    gstin: billing.gstin,
    billing_name: billing.name,
    billing_address: billing.address,
    gateway: deps.gateway.name,
    is_test: deps.gateway.test_mode,
    receipt: receiptOf(id),
    idempotency_key,
    created_at: now,
    expires_at: new Date(now.getTime() + ORDER_MINUTES * 60_000),
    person_key: person,
    coupon: used && { id: used.discount.coupon.id, code: used.presented.code, off_paise: used.discount.off_paise },
  })
  if (!isNew) return
  // Behind the order, as payments lock them: the other way round two of one buyer could wait for each other.
  if (used) await holdPlace(tx, id, used.discount, used.presented)
  if (amount_paise === 0) await handOver(tx, deps, id, now)
}

/** Nothing is to be paid, and no gateway takes an order of 0. */
async function handOver(tx: Queryable, deps: Paying, id: string, now: Date): Promise<void> {
  const order = await store.lockOrder(tx, id)
  if (!order) throw new Error('Order missing after insert')
  await purposeOf(order.purpose).fulfil(tx, order, now)
  await store.markPaid(tx, id, null, now)
  await takePlace(tx, id)
  await sendReceipt(tx, deps, { ...order, paid_at: now })
  await recordPaid(tx, deps, order)
}

/**
 * A person who orders again with the same code has abandoned the previous order: it is ended, so that its use is free
 * and nobody pays both.
 * @throws invalid_input when a payment of it is in progress; gateway_unavailable when that can't be determined
 */
async function letGo(deps: Paying, buyer: UserId, used: NonNullable<Priced['used']>, key: string): Promise<void> {
  for (const { id, gateway_order_id } of await store.findWaiting(deps.db, buyer, used.discount.coupon.id, key)) {
    if (gateway_order_id !== null) await callGateway(() => syncFromGateway(deps, gateway_order_id))
    await deps.db.transaction().execute(async (tx) => {
      if ((await store.lockOrder(tx, id))?.status === 'paid') return
      if (await hasOpenPayment(tx, id, null))
        throw fieldError(used.presented.field, 'An order with this code is waiting for its payment.')
      await store.closeOrderAt(tx, id, deps.now())
      await releasePlace(tx, id)
    })
  }
}

/** A purpose may keep more with an order than the buyer named. */
function sameOrder(row: store.OrderRow, { buying, expected_paise }: Ordering): store.OrderRow {
  const kept: Json = row.subject
  const named = Object.entries(buying.subject).every(
    ([key, value]) => isObject(kept) && isDeepStrictEqual(kept[key] ?? value, value),
  )
  const isSame = row.purpose === buying.purpose && row.coupon_code === codeOf(buying)
  if (isSame && row.amount_paise === expected_paise && named) return row
  throw new AppError('already_exists', { message: 'This key belongs to another order.' })
}

/** Makes the order at the gateway where that is not done; one whose making was not answered is found by its receipt. */
async function toPay({ db, gateway, now }: Paying, row: store.OrderRow): Promise<OrderToPay> {
  if (row.amount_paise === 0) return { order: await presentOrder(db, row, now()), checkout: null }
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
  const made = await callGateway(
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
  checkTakesPayments(deps)
  const ability = payAbility(row, deps.now())
  if (!ability.allowed) throw new AppError('illegal_transition', { message: ability.reason ?? 'It can’t be paid.' })
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
