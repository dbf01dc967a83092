/** What becomes of a seller's earnings next, in plain words, with the step that helps. */
import type { HELD_BACK } from '#contract/selling/payouts.ts'
import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
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
    const message = t('Tell us who to pay and where. It takes three minutes.')
    return { tone: 'warn', title: t('Add your details'), message, step: t('Enter your details') }
  }
  if (profile.payee === null) {
    const message = t('Add a bank account or UPI ID. Your earnings are kept until then.')
    return { tone: 'warn', title: t('No payout account'), message, step: t('Add payout account') }
  }
  if (profile.status === 'rejected') {
    const message = profile.status_reason ?? t('Check them and submit them again.')
    return { tone: 'bad', title: t('Your details need a change'), message, step: t('Edit details') }
  }
  if (profile.status === 'pending') {
    const message = t('We’ll notify you. Anything you earn meanwhile is paid with the next payout after that.')
    return { tone: 'neutral', title: t('Your details are being checked'), message, step: null }
  }
  if (profile.payee_from !== null && Date.parse(profile.payee_from) > now) {
    const message = t('{payee} is new. For your security, nothing is paid to it before {time}.', {
      payee: profile.payee,
      time: formatExactTime(profile.payee_from),
    })
    return { tone: 'neutral', title: t('Your new account is on hold'), message, step: null }
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
    const message = t('Refunds exceeded your earnings by {amount}. Your next sales cover the difference.', {
      amount: formatPaise(-payable_paise),
    })
    return { tone: 'warn', title: t('Nothing is payable'), message, step: null }
  }
  if (payable_paise === 0) {
    const message = t('Sales become payable when their refund period ends. The minimum payout is {least}.', {
      least: formatPaise(least_paise),
    })
    return { tone: 'neutral', title: t('Nothing is payable yet'), message, step: null }
  }
  if (held_back !== null) {
    const message = t('The minimum payout is {least}. {amount} is kept until you reach it.', {
      least: formatPaise(least_paise),
      amount: formatPaise(payable_paise),
    })
    return { tone: 'neutral', title: t('Below the minimum payout'), message, step: null }
  }
  const message = t('{amount} will be paid to {payee} at the beginning of next month.', {
    amount: formatPaise(payable_paise),
    payee: profile?.payee ?? t('you'),
  })
  return { tone: 'good', title: t('Next payout'), message, step: null }
}
