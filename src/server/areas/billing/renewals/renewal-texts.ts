/** What people are told of their plan: in the product and by mail. Each text says what, how much, when, and what can be done. */

import { notify } from '#server/areas/accounts/accounts.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import { findBuyer } from '#server/areas/billing/orders/orders.store.ts'
import type { RenewalRow } from '#server/areas/billing/subscriptions/renewals.store.ts'
import type { SubscriptionRow } from '#server/areas/billing/subscriptions/subscriptions.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { quoteLine } from '#server/platform/mail/quote-text.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'

export interface Office {
  /** Where the links of mails lead; without a trailing slash. */
  publicUrl: string
  brand: ReadBrand
}

export interface Told {
  title: string
  /** Sentences, a paragraph each. */
  words: readonly string[]
  /** A path of the product. */
  href: string
}

const day = (date: Date): string =>
  date.toLocaleDateString('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' })

/** A notice now, and a mail for who does not look. */
export async function notifySubscriber(
  tx: Queryable,
  office: Office,
  { user_id }: Pick<SubscriptionRow, 'user_id'>,
  told: Told,
) {
  const { title, words, href } = told
  await notify(tx, user_id, { kind: 'plan', title, message: words[0] ?? '', href })
  const person = await findBuyer(tx, user_id)
  if (!person?.email.includes('@')) return
  await queueTemplatedMail(tx, {
    to: person.email,
    kind: 'plan',
    values: { brand: office.brand().name, title },
    body: [title, ...words, `${office.publicUrl}${href}`].join('\n\n'),
  })
}

const HREF = '/subscription'
const CANCEL = 'You can change or cancel your plan under Subscription until then; nothing is charged after that.'
const KEPT = 'Nothing you made is deleted.'
const PAY = 'Pay it under Subscription with the link below.'

export const trialEnds = ({ plan_name, period_end }: SubscriptionRow, isLastDay: boolean): Told => ({
  title: isLastDay ? `Your ${plan_name} trial ends today` : `Your ${plan_name} trial ends soon`,
  words: [
    `It ends on ${day(period_end)}. Subscribe to keep the plan. Otherwise the free limits apply from then on.`,
    `${KEPT} You won’t be charged automatically.`,
  ],
  href: HREF,
})

export const trialOver = ({ plan_name }: SubscriptionRow): Told => ({
  title: `Your ${plan_name} trial has ended`,
  words: [`The free limits apply now. ${KEPT} You can subscribe at any time.`],
  href: HREF,
})

export const planOver = ({ plan_name }: SubscriptionRow, isUnpaid: boolean): Told => ({
  title: `Your ${plan_name} plan has ended`,
  words: [`${isUnpaid ? 'Its renewal was not paid.' : 'It was cancelled.'} The free limits apply now. ${KEPT}`],
  href: HREF,
})

const what = ({ plan_name, billing }: RenewalRow): string =>
  `${plan_name}, ${billing === 'monthly' ? '1 month' : '1 year'}`

/** The notice that has to come a day before a charge, with the sum, the date and the way out (RBI e-mandate framework). */
export function renewalAnnounced(
  r: RenewalRow,
  charged: { at: Date; by: 'mandate' | 'customer'; before_paise: number },
): Told {
  const sum = `${rupees(r.amount_paise)} (including GST)`
  const changed =
    charged.before_paise > 0 && charged.before_paise !== r.amount_paise
      ? [`The price of a period was ${rupees(charged.before_paise)} and will be ${sum} from then on.`]
      : []
  return charged.by === 'mandate'
    ? {
        title: `${rupees(r.amount_paise)} will be charged on ${day(charged.at)}`,
        words: [`For ${what(r)}: ${sum}, from your approved payment method.`, ...changed, CANCEL],
        href: HREF,
      }
    : {
        title: `Your plan renews on ${day(r.period_start)}`,
        words: [`For ${what(r)}: ${sum}. Your bank needs you to confirm this payment. ${PAY}`, ...changed, CANCEL],
        href: HREF,
      }
}

export const paymentAsked = (r: RenewalRow, pay_by: Date): Told => ({
  title: `Pay ${rupees(r.amount_paise)} to keep your plan`,
  words: [
    `For ${what(r)}: ${rupees(r.amount_paise)} (including GST). Your plan stays active until ${day(pay_by)}. ${PAY}`,
    KEPT,
  ],
  href: HREF,
})

export const chargeFailed = (r: RenewalRow, next: { at: Date | null; pay_by: Date; why: string | null }): Told => ({
  title: `${rupees(r.amount_paise)} for your plan couldn’t be charged`,
  words: [
    `${next.why === null ? 'The bank gave no reason.' : quoteLine(next.why)} ${next.at ? `We’ll try again on ${day(next.at)}.` : 'We won’t try again.'}`,
    `Your plan stays active until ${day(next.pay_by)}. You can also pay it yourself under Subscription.`,
  ],
  href: HREF,
})
