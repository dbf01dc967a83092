/** What the next run of an agent costs, in words. */
import type { AgentTerms } from '#contract/billing/purchases.ts'
import { q } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'

export const termsQuery = (agent: string) => q('getAgentTerms', { params: { id: agent } })

const runs = (count: number): string => (count === 1 ? '1 free run' : `${count} free runs`)

/** What stands beside the Run button. */
export function nextRunText({ next, price, trial_runs_left, balance_paise }: AgentTerms): string {
  const amount = formatPaise(price.paise)
  switch (next) {
    case 'free':
      return 'Free'
    case 'own':
      return 'Your own agent: your runs are free'
    case 'purchase':
      return 'Included in what you bought'
    case 'trial':
      return `${runs(trial_runs_left ?? 0)} left · a failed one does not count`
    case 'credits':
      return `${amount} of your ${formatPaise(balance_paise ?? 0)} credits · free when it fails`
    case 'top_up':
      return `A run costs ${amount}; you have ${formatPaise(balance_paise ?? 0)} credits`
    case 'prove':
      return `${runs(trial_runs_left ?? 0)}, once you have confirmed your email address`
    case 'cap':
      return 'A cap that you have set stands in the way'
    case 'buy':
      return price.type === 'monthly' ? `${amount} a month` : `${amount} once`
    case 'paused':
      return 'Sales are paused until the seller completes their legal details'
    case 'sign_in':
      return 'Samples are free · sign in to run it with your own input'
  }
}

/** What stands in the price box, which says the price itself; null where there is nothing to add. */
export function standingText(terms: AgentTerms): string | null {
  if (terms.next === 'buy' || terms.next === 'free') return null
  return terms.next === 'credits' ? `You have ${formatPaise(terms.balance_paise ?? 0)} of credits` : nextRunText(terms)
}

/** 'A run typically costs ₹5', or a span where prices were different; null before there are enough runs. */
export function typicalText({ typical }: Pick<AgentTerms, 'typical'>): string | null {
  if (typical === null) return null
  const { p50_paise, p90_paise } = typical
  return p50_paise === p90_paise
    ? `A run typically costs ${formatPaise(p50_paise)}`
    : `Half of its runs cost at most ${formatPaise(p50_paise)}, nine of ten at most ${formatPaise(p90_paise)}`
}

/** What the platform's models cost on top of the price; null where its steps ask none, or they have taken nothing. */
export function modelsText({ models }: Pick<AgentTerms, 'models'>): string | null {
  if (models === null || models.typical?.p90_paise === 0) return null
  const { free_daily_paise, typical, own_model_used } = models
  const span = typical && [...new Set([typical.p50_paise, typical.p90_paise])].map(formatPaise).join(' to ')
  const take = span ? `Models of the platform take about ${span} a run` : 'Its steps ask models of the platform'
  if (free_daily_paise === null) return `${take}: free for you`
  const free = free_daily_paise === 0 ? '' : `${formatPaise(free_daily_paise)} a day of them are free, then `
  const own = own_model_used ? '. A model of your own costs nothing here' : ''
  return `${take}: ${free}your credits pay what they take${own}`
}
