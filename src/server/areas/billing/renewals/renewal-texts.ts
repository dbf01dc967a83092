/** What people are told of their plan: in the product and by mail. Each text says what, how much, when, and what can be done. */

import { sayDay as day, joined, type Phrase, say, verbatim } from '#contract/phrases/phrases.ts'
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
  title: Phrase
  /** Sentences, a paragraph each. */
  words: readonly Phrase[]
  /** A path of the product. */
  href: string
}

/** A notice now, and a mail for who does not look. */
export async function notifySubscriber(
  tx: Queryable,
  office: Office,
  { user_id }: Pick<SubscriptionRow, 'user_id'>,
  told: Told,
) {
  const { title, words, href } = told
  await notify(tx, user_id, { kind: 'plan', title, message: words[0] ?? verbatim(''), href })
  const person = await findBuyer(tx, user_id)
  if (!person?.email.includes('@')) return
  await queueTemplatedMail(tx, {
    to: person.email,
    kind: 'plan',
    values: { brand: office.brand().name, title },
    body: joined([title, ...words, `${office.publicUrl}${href}`], '\n\n'),
  })
}

const HREF = '/subscription'
const CANCEL = say('You can change or cancel your plan under Subscription until then; nothing is charged after that.')
const KEPT = say('Nothing you made is deleted.')
const PAY = say('Pay it under Subscription with the link below.')
const sentences = (...said: Phrase[]): Phrase => joined(said, ' ')

export const trialEnds = ({ plan_name, period_end }: SubscriptionRow, isLastDay: boolean): Told => ({
  title: isLastDay
    ? say('Your {plan} trial ends today', { plan: plan_name })
    : say('Your {plan} trial ends soon', { plan: plan_name }),
  words: [
    say('It ends on {day}. Subscribe to keep the plan. Otherwise the free limits apply from then on.', {
      day: day(period_end),
    }),
    sentences(KEPT, say('You won’t be charged automatically.')),
  ],
  href: HREF,
})

export const trialOver = ({ plan_name }: SubscriptionRow): Told => ({
  title: say('Your {plan} trial has ended', { plan: plan_name }),
  words: [sentences(say('The free limits apply now.'), KEPT, say('You can subscribe at any time.'))],
  href: HREF,
})

export const planOver = ({ plan_name }: SubscriptionRow, isUnpaid: boolean): Told => ({
  title: say('Your {plan} plan has ended', { plan: plan_name }),
  words: [
    sentences(
      isUnpaid ? say('Its renewal was not paid.') : say('It was cancelled.'),
      say('The free limits apply now.'),
      KEPT,
    ),
  ],
  href: HREF,
})

const what = ({ plan_name: plan, billing }: RenewalRow): Phrase =>
  billing === 'monthly' ? say('{plan}, 1 month', { plan }) : say('{plan}, 1 year', { plan })

/** The notice that has to come a day before a charge, with the sum, the date and the way out (RBI e-mandate framework). */
export function renewalAnnounced(
  r: RenewalRow,
  charged: { at: Date; by: 'mandate' | 'customer'; before_paise: number },
): Told {
  const amount = rupees(r.amount_paise)
  const sum = say('{amount} (including GST)', { amount })
  const changed =
    charged.before_paise > 0 && charged.before_paise !== r.amount_paise
      ? [
          say('The price of a period was {before} and will be {after} from then on.', {
            before: rupees(charged.before_paise),
            after: sum,
          }),
        ]
      : []
  return charged.by === 'mandate'
    ? {
        title: say('{amount} will be charged on {day}', { amount, day: day(charged.at) }),
        words: [
          say('For {what}: {sum}, from your approved payment method.', { what: what(r), sum }),
          ...changed,
          CANCEL,
        ],
        href: HREF,
      }
    : {
        title: say('Your plan renews on {day}', { day: day(r.period_start) }),
        words: [
          sentences(
            say('For {what}: {sum}. Your bank needs you to confirm this payment.', { what: what(r), sum }),
            PAY,
          ),
          ...changed,
          CANCEL,
        ],
        href: HREF,
      }
}

export const paymentAsked = (r: RenewalRow, pay_by: Date): Told => ({
  title: say('Pay {amount} to keep your plan', { amount: rupees(r.amount_paise) }),
  words: [
    sentences(
      say('For {what}: {sum}. Your plan stays active until {day}.', {
        what: what(r),
        sum: say('{amount} (including GST)', { amount: rupees(r.amount_paise) }),
        day: day(pay_by),
      }),
      PAY,
    ),
    KEPT,
  ],
  href: HREF,
})

export const chargeFailed = (r: RenewalRow, next: { at: Date | null; pay_by: Date; why: string | null }): Told => ({
  title: say('{amount} for your plan couldn’t be charged', { amount: rupees(r.amount_paise) }),
  words: [
    sentences(
      next.why === null ? say('The bank gave no reason.') : verbatim(quoteLine(next.why)),
      next.at ? say('We’ll try again on {day}.', { day: day(next.at) }) : say('We won’t try again.'),
    ),
    say('Your plan stays active until {day}. You can also pay it yourself under Subscription.', {
      day: day(next.pay_by),
    }),
  ],
  href: HREF,
})
