/** What the next run of an agent costs, in words. */
import type { AgentTerms } from '#contract/billing/purchases.ts'
import { q } from '#web/api/query.ts'
import { brand } from '#web/lib/brand.ts'
import { formatPaise } from '#web/lib/format.ts'

export const termsQuery = (agent: string) => q('getAgentTerms', { params: { id: agent } })

const runs = (count: number): string => (count === 1 ? '1 free run' : `${count} free runs`)

/** Shown next to the Run button. */
export function nextRunText({ next, price, trial_runs_left, balance_paise }: AgentTerms): string {
  const amount = formatPaise(price.paise)
  switch (next) {
    case 'free':
      return 'Free'
    case 'own':
      return 'Your own agent: your runs are free'
    case 'purchase':
      return 'Included in your purchase'
    case 'trial':
      return `${runs(trial_runs_left ?? 0)} left · failed runs don’t count`
    case 'credits':
      return `${amount} of your ${formatPaise(balance_paise ?? 0)} credits · free when it fails`
    case 'top_up':
      return `A run costs ${amount}; you have ${formatPaise(balance_paise ?? 0)} credits`
    case 'prove':
      return `${runs(trial_runs_left ?? 0)} after you confirm your email address`
    case 'cap':
      return 'Your spending limit doesn’t allow this run'
    case 'buy':
      return price.type === 'monthly' ? `${amount} per month` : `${amount} once`
    case 'paused':
      return 'Sales are paused until the seller completes their legal details'
    case 'sign_in':
      return 'Samples are free · sign in to run it with your own input'
  }
}

/** Additional line of the price box, which shows the price itself; null where there is none. */
export function priceNoteText(terms: AgentTerms): string | null {
  if (terms.next === 'buy' || terms.next === 'free') return null
  return terms.next === 'credits' ? `You have ${formatPaise(terms.balance_paise ?? 0)} of credits` : nextRunText(terms)
}

/** 'A run typically costs ₹5', or a span where prices were different; null before there are enough runs. */
export function typicalText({ typical }: Pick<AgentTerms, 'typical'>): string | null {
  if (typical === null) return null
  const { p50_paise, p90_paise } = typical
  return p50_paise === p90_paise
    ? `A run typically costs ${formatPaise(p50_paise)}`
    : `Half of its runs cost up to ${formatPaise(p50_paise)}, 90% up to ${formatPaise(p90_paise)}`
}

/** What the platform's models cost on top of the price; null where its steps ask none, or they have taken nothing. */
export function modelsText({ models }: Pick<AgentTerms, 'models'>): string | null {
  if (models === null || models.typical?.p90_paise === 0) return null
  const { free_daily_paise, typical, own_model_used } = models
  const span = typical && [...new Set([typical.p50_paise, typical.p90_paise])].map(formatPaise).join(' to ')
  const take = span ? `Uses ${brand}’s AI models, about ${span} per run` : `Uses ${brand}’s AI models`
  if (free_daily_paise === null) return `${take}: free for you`
  const cost =
    free_daily_paise === 0
      ? 'Usage is charged to your credits'
      : `Your first ${formatPaise(free_daily_paise)} each day is free, then usage is charged to your credits`
  const own = own_model_used ? '. Bring your own model key to pay nothing here' : ''
  return `${take}. ${cost}${own}`
}
