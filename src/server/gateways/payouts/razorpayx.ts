/**
 * RazorpayX as the product uses it (razorpay.com/docs/api/x): whom to pay (a contact), where (a fund account), and paying them. A payout
 * is known by the number we give it: its idempotency key and its reference there.
 */
import { z } from 'zod'
import { GATEWAY_PAYOUT_STATES } from '#contract/selling/payouts.ts'
import type { Payee } from '#contract/selling/seller-profile.ts'
import { createGatewayCall, id, isSigned } from '#server/gateways/payments/ask.ts'
import { collection } from '#server/gateways/payments/entities.ts'
import type { PayoutSettings } from './settings.ts'

/** What we read of a payout there. Paise. */
export const GatewayPayout = z.object({
  id: z.string().min(1).max(100),
  amount: z.number().int().min(0),
  currency: z.string().max(10),
  status: z.enum(GATEWAY_PAYOUT_STATES),
  /** GST on them is inside. Null before it is under way. */
  fees: z.number().int().min(0).nullable().default(null),
  utr: z.string().max(100).nullable().default(null),
  reference_id: z.string().nullable().default(null),
  /** The reason of its status, in the bank's words. */
  status_details: z
    .object({ description: z.string().nullable().default(null), reason: z.string().nullable().default(null) })
    .nullable()
    .default(null),
})
export type GatewayPayout = z.output<typeof GatewayPayout>

const PayoutEvent = z.object({
  event: z.string().min(1).max(100),
  payload: z.object({ payout: z.object({ entity: GatewayPayout }).optional() }),
})
type PayoutEvent = z.output<typeof PayoutEvent>

/** IMPS carries up to ₹5 lakh at any hour, NEFT any sum. */
const IMPS_MOST_PAISE = 50_000_000
export const modeFor = (to: Payee, paise: number): 'UPI' | 'IMPS' | 'NEFT' =>
  to.type === 'upi' ? 'UPI' : paise <= IMPS_MOST_PAISE ? 'IMPS' : 'NEFT'

/** Letters, digits and a few signs, and no sign at the end but a full stop; 3 characters at least. */
const nameOf = (name: string, most: number): string =>
  name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9 ’\-_/().]/g, '')
    .slice(0, most)
    .replace(/[^a-zA-Z0-9.]+$/, '')
    .trim()
    .padEnd(3, '.')

export interface NewPayout {
  /** 4 to 36 letters, digits and hyphens: the same number never pays twice, and asks with the same words each time. */
  key: string
  fund_account_id: string
  amount: number
  mode: string
}

export type PayoutGateway = ReturnType<typeof createPayoutGateway>

const Made = z.object({ id: z.string() })
const PAGE = 100

function readEvent(bytes: Uint8Array): PayoutEvent | null {
  try {
    return PayoutEvent.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null
  } catch {
    return null
  }
}

/** Every call throws GatewayRefused or GatewayUnreachable. */
export function createPayoutGateway(settings: PayoutSettings, timeout_ms?: number) {
  const call = createGatewayCall(settings, timeout_ms)
  const { account_number } = settings
  const list = (query: string) =>
    call({ path: `/v1/payouts?account_number=${id(account_number)}&${query}`, answers: collection(GatewayPayout) })
  return {
    account_number,
    /** Over the bytes as they came. */
    isWebhookSigned: (bytes: Uint8Array, signature: string): boolean =>
      isSigned(bytes, signature, settings.webhook_secret),
    /** Null for what is no event of ours to read. */
    readEvent,
    createContact: async (person: { name: string; reference: string }): Promise<string> =>
      (
        await call({
          method: 'POST',
          path: '/v1/contacts',
          body: { name: nameOf(person.name, 50), type: 'vendor', reference_id: person.reference },
          answers: Made,
        })
      ).id,
    createFundAccount: async (contact_id: string, to: Payee): Promise<string> =>
      (await call({ method: 'POST', path: '/v1/fund_accounts', body: { contact_id, ...accountOf(to) }, answers: Made }))
        .id,
    /** What there is no balance for waits there until there is. */
    createPayout: ({ key, ...payout }: NewPayout): Promise<GatewayPayout> =>
      call({
        method: 'POST',
        path: '/v1/payouts',
        body: {
          account_number,
          ...payout,
          currency: 'INR',
          purpose: 'payout',
          queue_if_low_balance: true,
          reference_id: key,
          narration: 'Payout',
        },
        headers: { 'x-payout-idempotency': key },
        answers: GatewayPayout,
      }),
    payout: (payout: string) => call({ path: `/v1/payouts/${id(payout)}`, answers: GatewayPayout }),
    /** A payout whose making was not answered. */
    findPayout: async (key: string): Promise<GatewayPayout | null> =>
      (await list(`reference_id=${id(key)}`)).items.find(({ reference_id }) => reference_id === key) ?? null,
    payoutsSince: async (from: Date, until: Date): Promise<GatewayPayout[]> => {
      const all: GatewayPayout[] = []
      const time = `from=${Math.floor(from.getTime() / 1000)}&to=${Math.ceil(until.getTime() / 1000)}`
      for (;;) {
        const { items } = await list(`${time}&count=${PAGE}&skip=${all.length}`)
        all.push(...items)
        if (items.length < PAGE) return all
      }
    },
  }
}

const accountOf = (to: Payee) =>
  to.type === 'bank'
    ? {
        account_type: 'bank_account',
        bank_account: { name: nameOf(to.holder, 120), ifsc: to.ifsc, account_number: to.account },
      }
    : { account_type: 'vpa', vpa: { address: to.vpa } }
