/**
 * What can be bought through the gateway. The order knows how money comes in; a purpose knows what it is for: its price, how it is
 * handed over, and how it is taken back.
 */
import type { Json, UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'

export interface Quote {
  /** What the buyer and the invoice call it. */
  title: string
  /** With GST, from the price as it is now; never from the browser. */
  amount_paise: number
  /** What is stored with the order and handed over later, exactly as it was priced. */
  subject: Json
}

export interface PaidOrder {
  id: string
  user_id: UserId
  subject: Json
  title: string
  amount_paise: number
  state_code: string
  gstin: string | null
}

/** `Subject` is what the buyer names: `{plan_id, billing}`, `{agent_id}`, `{paise}`. */
export interface Purpose<Subject> {
  /** @throws AppError naming what cannot be bought and why */
  quote(db: Queryable, buyer: UserId, subject: Subject): Promise<Quote>
  /** Hands over what was paid, in the transaction that notes the payment; posts the ledger. Called once per order. */
  fulfil(tx: Queryable, order: PaidOrder): Promise<void>
  /** Takes back `paise` of what was handed over, in the transaction that notes the refund; posts the ledger, but not the gateway's part. */
  takeBack(tx: Queryable, order: PaidOrder, paise: number): Promise<void>
}
