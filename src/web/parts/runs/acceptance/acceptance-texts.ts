/** "Charged only when accepted" in words. */

import type { AgentTerms } from '#contract/billing/purchases.ts'
import type { RunAcceptance } from '#contract/runs/acceptance/acceptance.ts'
import { ACCEPTANCE, type AcceptanceState, type RejectReason } from '#contract/runs/acceptance/acceptance-values.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'

export const acceptanceWord = (state: AcceptanceState): string =>
  ({
    waiting: t('Waiting for acceptance'),
    accepted: t('Accepted'),
    rejected: t('Rejected, not charged'),
  })[state]

export const reasonWord = (reason: RejectReason): string =>
  ({
    wrong: t('The result is wrong'),
    incomplete: t('Something is missing'),
    unreadable: t('It couldn’t read the document'),
    not_as_described: t('It isn’t what the listing describes'),
    other: t('Another reason'),
  })[reason]

/** What the option means, in one sentence. */
export const offerText = (days: number): string =>
  days === 1
    ? t('Charged only when accepted: you have 1 day to reject a result and pay nothing')
    : t('Charged only when accepted: you have {days} days to reject a result and pay nothing', { days })

/** What a buyer reads before the run: how they pay, or why the option isn’t for them. Null where the agent doesn’t offer it. */
export function acceptanceTermsText({ acceptance }: Pick<AgentTerms, 'acceptance'>): string | null {
  if (acceptance === null) return null
  const { days, applies, accepted, rejected } = acceptance
  if (applies) return `${offerText(days)}.`
  return t(
    'Your runs are charged when they succeed: you rejected {rejected} of your last {decided} results from this seller. Acceptance returns when {share}% or less of the results of 30 days are rejected.',
    { rejected, decided: accepted + rejected, share: ACCEPTANCE.limit.share * 100 },
  )
}

export const untilText = ({ until }: Pick<RunAcceptance, 'until'>): string =>
  t('If you don’t decide by {time}, it’s accepted.', { time: formatTimeSoon(until) })

/** How an accepted result was accepted. */
export const acceptedText = ({ way, price_paise }: RunAcceptance): string => {
  const price = formatPaise(price_paise)
  if (way === 'silence') return t('Accepted when the time to decide ended. {price} charged.', { price })
  if (way === 'sign_off') return t('Accepted with the sign-off. {price} charged.', { price })
  return t('Accepted. {price} charged.', { price })
}
