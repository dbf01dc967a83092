/** Kinds of movements and of their causes, as the books say them. What is not listed is said as it is stored. */
export const MOVEMENTS: Readonly<Record<string, string>> = {
  top_up: 'Credits topped up',
  hold: 'Held for a run',
  release: 'Hold released',
  sale: 'Sale',
  models: 'AI models in a run',
  earned: 'Earnings released',
  plan: 'Plan paid',
  refund: 'Refund',
  refund_sent: 'Refund paid back',
  gateway_fee: 'Gateway fee',
  payment_returned: 'Payment returned',
  unclaimed: 'Unmatched payment',
  dispute: 'Dispute',
  payout: 'Payout sent',
  payout_paid: 'Payout paid',
  payout_returned: 'Payout failed',
  payout_reversed: 'Payout returned',
  correction: 'Correction',
}

const CAUSES: Readonly<Record<string, string>> = { charge: 'run', payout_transfer: 'transfer' }

const plain = (name: string): string => name.replaceAll('_', ' ')
export const movementWord = (kind: string): string => MOVEMENTS[kind] ?? plain(kind)
export const causeWord = (type: string): string => CAUSES[type] ?? plain(type)
