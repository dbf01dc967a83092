/** What the stand-in keeps, and how it misbehaves when told to. */
import { randomBytes } from 'node:crypto'
import type {
  ContactEntity,
  CustomerEntity,
  DisputeEntity,
  FundAccountEntity,
  OrderEntity,
  PaymentEntity,
  PayoutEntity,
  RefundEntity,
  TokenEntity,
} from './entities.ts'
import type { InvoiceEntity, KeptSubscription, PlanEntity } from './subscription-entities.ts'

export interface Behaviour {
  /** The next so many changing requests act, and then answer 502. */
  fail_after: number
  /** The next so many requests answer 502 and do nothing. */
  fail_before: number
  /** The next so many requests are never answered. */
  hang: number
  /** Answers 502 to everything. */
  down: boolean
  /** Keeps events back until `flush`, so that they can come late and in another order. */
  hold: boolean
  /** Of a thousand events, how many never come. */
  drop: number
  /** Of a thousand deliveries, how many are changed on the way: their signature is that of another body. */
  tamper: number
  /** Each event comes so often at most; at least once. */
  copies: number
  /** Held events come in another order. */
  shuffle: boolean
  /** Each event comes so much later, in ms. */
  delay_ms: number
  /** A refused delivery comes again after these pauses, in ms. */
  retries_ms: readonly number[]
  /** Payments wait to be captured by whom they are for. */
  manual_capture: boolean
  /** Refunds are under way until told otherwise. */
  slow_refunds: boolean
  /** Further charges of a token are declined. */
  decline_tokens: boolean
  /** NPCI does not do what it is asked to: mandates of UPI stand on. */
  keep_tokens: boolean
  /** What the account has that payouts go from, in paise; no end of it when null. What it does not cover is queued. */
  payout_balance: number | null
  /** Payouts stay under way until told otherwise. */
  slow_payouts: boolean
  /** A UPI payment that waits is approved after so many ms; never by itself when null. */
  approve_after_ms: number | null
}

export const BEHAVES: Behaviour = {
  fail_after: 0,
  fail_before: 0,
  hang: 0,
  down: false,
  hold: false,
  drop: 0,
  tamper: 0,
  copies: 1,
  shuffle: false,
  delay_ms: 0,
  retries_ms: [],
  manual_capture: false,
  slow_refunds: false,
  decline_tokens: false,
  keep_tokens: false,
  payout_balance: null,
  slow_payouts: false,
  approve_after_ms: null,
}

export interface Keys {
  key_id: string
  key_secret: string
  webhook_secret: string
}

/** The test mode of a merchant's account. */
export const newKeys = (): Keys => ({
  key_id: `rzp_test_${randomBytes(7).toString('hex')}`,
  key_secret: randomBytes(18).toString('base64url'),
  webhook_secret: randomBytes(18).toString('base64url'),
})

/** Everything that survives a restart. */
export interface Stored {
  keys: Keys
  orders: OrderEntity[]
  payments: PaymentEntity[]
  refunds: RefundEntity[]
  disputes: DisputeEntity[]
  customers: CustomerEntity[]
  tokens: TokenEntity[]
  /** Answers by idempotency key, with what was asked. */
  repeated: [string, { asked: string; refund_id: string }][]
  /** Absent in what an older gateway has kept. */
  contacts?: ContactEntity[]
  fund_accounts?: FundAccountEntity[]
  payouts?: PayoutEntity[]
  repeated_payouts?: [string, { asked: string; payout_id: string }][]
  plans?: PlanEntity[]
  subscriptions?: KeptSubscription[]
  invoices?: InvoiceEntity[]
}

/** What goes out: the body as it is signed, under the number it is known by. */
export interface GatewayEvent {
  id: string
  name: string
  body: string
}

export interface State {
  keys: Keys
  orders: Map<string, OrderEntity>
  payments: Map<string, PaymentEntity>
  refunds: Map<string, RefundEntity>
  disputes: Map<string, DisputeEntity>
  customers: Map<string, CustomerEntity>
  tokens: Map<string, TokenEntity>
  repeated: Map<string, { asked: string; refund_id: string }>
  contacts: Map<string, ContactEntity>
  fund_accounts: Map<string, FundAccountEntity>
  payouts: Map<string, PayoutEntity>
  /** Evidence, without its bytes; not kept over a restart. */
  documents: Map<string, object>
  repeated_payouts: Map<string, { asked: string; payout_id: string }>
  plans: Map<string, PlanEntity>
  subscriptions: Map<string, KeptSubscription>
  invoices: Map<string, InvoiceEntity>
  behaviour: Behaviour
  /** Seconds. */
  now(): number
  /** Tells the merchant. */
  emit(name: string, entities: Record<string, object>): void
  /** Does something later, unless the gateway is closed before. */
  later(work: () => void, ms: number): void
}

const byId = <T extends { id: string }>(list: readonly T[]): Map<string, T> => new Map(list.map((one) => [one.id, one]))

export const restored = (stored: Stored): Omit<State, 'behaviour' | 'now' | 'emit' | 'later'> => ({
  keys: stored.keys,
  orders: byId(stored.orders),
  payments: byId(stored.payments),
  refunds: byId(stored.refunds),
  disputes: byId(stored.disputes),
  customers: byId(stored.customers),
  tokens: byId(stored.tokens),
  repeated: new Map(stored.repeated),
  contacts: byId(stored.contacts ?? []),
  fund_accounts: byId(stored.fund_accounts ?? []),
  payouts: byId(stored.payouts ?? []),
  documents: new Map(),
  repeated_payouts: new Map(stored.repeated_payouts ?? []),
  plans: byId(stored.plans ?? []),
  subscriptions: byId(stored.subscriptions ?? []),
  invoices: byId(stored.invoices ?? []),
})

export const kept = (state: State): Stored => ({
  keys: state.keys,
  orders: [...state.orders.values()],
  payments: [...state.payments.values()],
  refunds: [...state.refunds.values()],
  disputes: [...state.disputes.values()],
  customers: [...state.customers.values()],
  tokens: [...state.tokens.values()],
  repeated: [...state.repeated],
  contacts: [...state.contacts.values()],
  fund_accounts: [...state.fund_accounts.values()],
  payouts: [...state.payouts.values()],
  repeated_payouts: [...state.repeated_payouts],
  plans: [...state.plans.values()],
  subscriptions: [...state.subscriptions.values()],
  invoices: [...state.invoices.values()],
})

export const empty = (keys: Keys): Stored => ({
  keys,
  orders: [],
  payments: [],
  refunds: [],
  disputes: [],
  customers: [],
  tokens: [],
  repeated: [],
})
