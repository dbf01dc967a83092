/** What becomes of a seller's earnings next, in plain words, with the step that helps. */
import type { HELD_BACK } from '#contract/selling/payouts.ts'
import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { formatPaise } from '#web/lib/format.ts'
import { formatExactTime } from '#web/lib/time.ts'

export interface PayoutStanding {
  payable_paise: number
  held_back: (typeof HELD_BACK)[number] | null
  least_paise: number
}

export interface NextPayout {
  tone: 'good' | 'neutral' | 'warn' | 'bad'
  title: string
  message: string
  /** What the button to the details reads; null where nothing is to be done. */
  step: string | null
}

/** What the details themselves stand in the way with; null: nothing. */
function ofDetails(profile: SellerProfile | null, now: number): NextPayout | null {
  if (profile === null) {
    const message = 'Tell us who to pay and where. It takes three minutes.'
    return { tone: 'warn', title: 'Add your details', message, step: 'Enter your details' }
  }
  if (profile.payee === null) {
    const message = 'Add a bank account or UPI ID. Your earnings are kept until then.'
    return { tone: 'warn', title: 'No payout account', message, step: 'Add payout account' }
  }
  if (profile.status === 'rejected') {
    const message = profile.status_reason ?? 'Check them and submit them again.'
    return { tone: 'bad', title: 'Your details need a change', message, step: 'Edit details' }
  }
  if (profile.status === 'pending') {
    const message = 'We’ll notify you. Anything you earn meanwhile is paid with the next payout after that.'
    return { tone: 'neutral', title: 'Your details are being checked', message, step: null }
  }
  if (profile.payee_from !== null && Date.parse(profile.payee_from) > now) {
    const message = `${profile.payee} is new. For your security, nothing is paid to it before ${formatExactTime(profile.payee_from)}.`
    return { tone: 'neutral', title: 'Your new account is on hold', message, step: null }
  }
  return null
}

export function nextPayout(
  { payable_paise, held_back, least_paise }: PayoutStanding,
  profile: SellerProfile | null,
  now: number,
): NextPayout {
  const hindrance = ofDetails(profile, now)
  if (hindrance) return hindrance
  if (payable_paise < 0) {
    const message = `Refunds exceeded your earnings by ${formatPaise(-payable_paise)}. Your next sales cover the difference.`
    return { tone: 'warn', title: 'Nothing is payable', message, step: null }
  }
  if (payable_paise === 0) {
    const message = `Sales become payable when their refund period ends. The minimum payout is ${formatPaise(least_paise)}.`
    return { tone: 'neutral', title: 'Nothing is payable yet', message, step: null }
  }
  if (held_back !== null) {
    const message = `The minimum payout is ${formatPaise(least_paise)}. ${formatPaise(payable_paise)} is kept until you reach it.`
    return { tone: 'neutral', title: 'Below the minimum payout', message, step: null }
  }
  const message = `${formatPaise(payable_paise)} will be paid to ${profile?.payee ?? 'you'} at the beginning of next month.`
  return { tone: 'good', title: 'Next payout', message, step: null }
}
