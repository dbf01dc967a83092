/** What becomes of a seller's earnings next, in plain words, with the step that helps. */
import type { HELD_BACK } from '#contract/selling/payouts.ts'
import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { formatPaise } from '#web/lib/format.ts'
import { formatExactTime } from '#web/lib/time.ts'

export interface Standing {
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
    const message = 'Before anything is paid out, say who is paid and where. It takes three minutes.'
    return { tone: 'warn', title: 'Your details are missing', message, step: 'Enter your details' }
  }
  if (profile.payee === null) {
    const message = 'Give a bank account or a UPI id. Until then your earnings wait.'
    return { tone: 'warn', title: 'There is no place to pay to', message, step: 'Add where you are paid' }
  }
  if (profile.status === 'rejected') {
    const message = profile.status_reason ?? 'Look through them and send them again.'
    return { tone: 'bad', title: 'Your details need a change', message, step: 'Change your details' }
  }
  if (profile.status === 'pending') {
    const message = 'You are told when they are. What you earn meanwhile is paid with the next run after that.'
    return { tone: 'neutral', title: 'Your details are being checked', message, step: null }
  }
  if (profile.payee_from !== null && Date.parse(profile.payee_from) > now) {
    const message = `${profile.payee} is new. Nothing is paid to it before ${formatExactTime(profile.payee_from)}, so that a change that was not yours does no harm.`
    return { tone: 'neutral', title: 'The new place is paid soon', message, step: null }
  }
  return null
}

export function nextPayout(
  { payable_paise, held_back, least_paise }: Standing,
  profile: SellerProfile | null,
  now: number,
): NextPayout {
  const hindrance = ofDetails(profile, now)
  if (hindrance) return hindrance
  if (payable_paise < 0) {
    const message = `Refunds took ${formatPaise(-payable_paise)} more than you had earned. Your next sales make up for it.`
    return { tone: 'warn', title: 'Nothing is payable', message, step: null }
  }
  if (payable_paise === 0) {
    const message = `What you sell is payable when its refund window has closed. Payouts begin at ${formatPaise(least_paise)}.`
    return { tone: 'neutral', title: 'Nothing is payable yet', message, step: null }
  }
  if (held_back !== null) {
    const message = `Payouts begin at ${formatPaise(least_paise)}. ${formatPaise(payable_paise)} waits until there is more.`
    return { tone: 'neutral', title: 'Too little to pay out yet', message, step: null }
  }
  const message = `${formatPaise(payable_paise)} goes to ${profile?.payee ?? 'you'} with the next run. One is made at the beginning of each month.`
  return { tone: 'good', title: 'You are in the next payout', message, step: null }
}
