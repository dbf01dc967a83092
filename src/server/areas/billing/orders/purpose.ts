/**
 * What can be bought through the gateway. The order knows how money comes in; a purpose knows what it is for: its price, how it is
 * handed over, and how it is taken back.
 */
import type { Json, UserId } from '#contract/core/primitives.ts'
import type { Sold } from '#server/areas/billing/coupons/redeem.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface Quote {
  /** What the buyer and the invoice call it. */
  title: string
  /** With GST, from the price as it is now; never from the browser. */
  amount_paise: number
  /** What is stored with the order and handed over later, exactly as it was priced. */
  subject: Json
  /** What coupons may take something off; null when none may. */
  sold: Sold | null
}

export interface PaidOrder {
  id: string
  user_id: UserId
  subject: Json
  title: string
  /** What was paid; 0 when a coupon took all of it off. */
  amount_paise: number
  /** What a coupon took off. */
  off_paise: number
  state_code: string
  gstin: string | null
  /** Null before it is paid. */
  paid_at: Date | null
}

/** One refund, or one dispute that was lost. */
export interface TakingBack {
  /** Its id: `takeBack` posts once per key, `order:<order>:back:<key>`. */
  key: string
  /** Whole paise, more than 0; never more in all than was paid. */
  paise: number
}

/** `Subject` is what the buyer names: `{plan_id, billing}`, `{agent_id}`, `{paise}`. `now` is the clock's when absent. */
export interface Purpose<Subject> {
  /** @throws AppError naming what cannot be bought and why */
  quote(db: Queryable, buyer: UserId, subject: Subject, now?: Date): Promise<Quote>
  /**
   * Hands over what was paid, in the transaction that notes the payment. Called once per order. Posts the ledger with the key
   * `order:<id>:paid` and one line `{account: 'gateway', paise: -order.amount_paise}` against what the money is for; nothing for an order of 0.
   */
  fulfil(tx: Queryable, order: PaidOrder, now?: Date): Promise<void>
  /**
   * Takes back a part of what was handed over, in the transaction that decides the refund. Posts the ledger with one line
   * `{account: 'refunds_due', paise: back.paise}`; what follows at the gateway (`refunds_due` to `gateway`) is the refund's.
   * @throws insufficient_credits when credits that are to go back are spent already
   */
  takeBack(tx: Queryable, order: PaidOrder, back: TakingBack, now?: Date): Promise<void>
  /**
   * What a refund may still give back, in paise: what was not given back and has not been spent on something else. In the transaction of
   * the refund: nothing changes it before that ends.
   * @param refunded_paise what was given back before
   */
  leftOf(tx: Queryable, order: PaidOrder, refunded_paise: number): Promise<number>
}
