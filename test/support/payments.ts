/** The test gateway beside a test, and what buyers do with it. */
import { PAYOUT_ACCOUNT } from '#peers/razorpay/payouts.ts'
import { type RazorpayPeer, startRazorpayPeer } from '#peers/razorpay/peer.ts'
import type { Delivery } from '#peers/razorpay/webhooks.ts'
import type { Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { createPaymentGateway } from '#server/gateways/payments/client.ts'
import { createPayoutGateway, type PayoutGateway } from '#server/gateways/payouts/razorpayx.ts'
import { createRecorder } from '#server/platform/analytics/record.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { TEST_FIRM } from './firm.ts'

export interface TestPayments {
  peer: RazorpayPeer
  /** For `createHandlers`, and with a database for the verbs. */
  paying: Omit<Paying, 'db'>
  on(db: Database): Paying
  /** The same test gateway as RazorpayX. */
  payouts: PayoutGateway
  /** The clock of ours and of the gateway. */
  at(time: Date): void
  /** Goes on by so many minutes. */
  pass(minutes: number): void
  /** Where events go from now on. */
  deliver(to: (delivery: Delivery) => Promise<number>): void
  warnings: string[]
}

interface Options {
  /** Decides what becomes of events; Math.random when absent. */
  random?: (() => number) | undefined
  /** How long the gateway may take. */
  deadline_ms?: number | undefined
}

export async function createTestPayments({ random, deadline_ms = 1000 }: Options = {}): Promise<TestPayments> {
  let clock: Date | null = null
  let to: ((delivery: Delivery) => Promise<number>) | null = null
  const now = () => clock ?? new Date()
  const warnings: string[] = []
  const peer = await startRazorpayPeer({
    now: () => Math.floor(now().getTime() / 1000),
    ...(random && { random }),
    webhooks: async (delivery) => (to ? to(delivery) : 0),
  })
  const paying = {
    gateway: createPaymentGateway({ ...peer.state.keys, base_url: peer.url }, deadline_ms),
    firm: TEST_FIRM,
    publicUrl: 'http://chowk.test',
    brand: readTestBrand,
    log: { warn: (_detail: object, message: string) => void warnings.push(message) },
    record: createRecorder(null),
    secret: 'a secret of the payments of a test',
    askProof: false,
    now,
  }
  return {
    peer,
    paying,
    payouts: createPayoutGateway(
      { ...peer.state.keys, base_url: peer.url, account_number: PAYOUT_ACCOUNT },
      deadline_ms,
    ),
    warnings,
    on: (db) => ({ ...paying, db }),
    at: (time) => {
      clock = time
    },
    pass: (minutes) => {
      clock = new Date(now().getTime() + minutes * 60_000)
    },
    deliver: (target) => {
      to = target
    },
  }
}
