/** What happens to payouts, and who is told of it (razorpay.com/docs/x/payouts/states-life-cycle, …/docs/webhooks/payouts). */
import type { State } from './behaviour.ts'
import type { PayoutEntity } from './entities.ts'

type Status = PayoutEntity['status']

const NEXT: Record<Status, readonly Status[]> = {
  pending: ['queued', 'scheduled', 'processing', 'rejected'],
  queued: ['processing', 'cancelled', 'failed'],
  scheduled: ['processing', 'cancelled', 'failed'],
  processing: ['processed', 'reversed', 'failed'],
  // The clearing house or the customer's bank sends it back, days later.
  processed: ['reversed'],
  reversed: [],
  failed: ['reversed'],
  rejected: [],
  cancelled: [],
}

/** A payout that begins to be worked on is told as `payout.initiated`. */
const eventOf = (status: Status): string => `payout.${status === 'processing' ? 'initiated' : status}`

const DETAILS: Partial<Record<Status, { description: string; source: string; reason: string }>> = {
  queued: {
    description: 'Payout is queued as there is insufficient balance in your business account to process the payout',
    source: 'business',
    reason: 'low_balance',
  },
  reversed: {
    description: 'Beneficiary bank systems are offline. Please retry after 30 min.',
    source: 'beneficiary_bank',
    reason: 'beneficiary_bank_offline',
  },
  failed: {
    description: 'Payout failed due to invalid beneficiary account details.',
    source: 'beneficiary_bank',
    reason: 'bank_account_invalid',
  },
  rejected: { description: 'Payout was rejected by your team.', source: 'business', reason: 'payout_rejected' },
}

/** Out of the balance when it is under way, and back with what it cost when it comes back. */
function balance(state: State, payout: PayoutEntity, paise: number): void {
  if (state.behaviour.payout_balance !== null) state.behaviour.payout_balance += paise
  if (paise < 0) Object.assign(payout, { fees: 590, tax: 90 })
}

/** Moves a payout where it can go from here; anything else changes nothing. */
export function movePayout(state: State, payout: PayoutEntity, status: Status): void {
  if (!NEXT[payout.status].includes(status)) return
  const wasDebited = payout.status === 'processing' || payout.status === 'processed'
  if (status === 'processing') balance(state, payout, -payout.amount)
  if ((status === 'reversed' || status === 'failed') && wasDebited) balance(state, payout, payout.amount)
  payout.status = status
  payout.status_details = DETAILS[status] ?? null
  if (status === 'processed') payout.utr = `HDFCN${String(state.now()).padStart(11, '0')}`
  state.emit(eventOf(status), { payout })
}

/** Money came into the account: what waited for it goes, the oldest first, past what is still too much. */
export function fillBalance(state: State, paise: number): void {
  state.behaviour.payout_balance = (state.behaviour.payout_balance ?? 0) + paise
  for (const payout of state.payouts.values()) {
    if (payout.status !== 'queued' || payout.amount > state.behaviour.payout_balance) continue
    movePayout(state, payout, 'processing')
    if (!state.behaviour.slow_payouts) movePayout(state, payout, 'processed')
  }
}
