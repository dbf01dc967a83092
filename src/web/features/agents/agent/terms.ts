/** What the next run of an agent costs, in words. */
import type { AgentTerms } from '#contract/billing/purchases.ts'
import { q } from '#web/api/query.ts'
import { brand } from '#web/lib/brand.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

export const termsQuery = (agent: string) => q('getAgentTerms', { params: { id: agent } })

const runs = (count: number): string => (count === 1 ? t('1 free run') : t('{count} free runs', { count }))

/** Shown next to the Run button. */
export function nextRunText({ next, price, trial_runs_left, balance_paise, acceptance }: AgentTerms): string {
  const amount = formatPaise(price.paise)
  switch (next) {
    case 'free':
      return t('Free')
    case 'own':
      return t('Your own agent: your runs are free')
    case 'purchase':
      return t('Included in your purchase')
    case 'trial':
      return t('{runs} left · failed runs don’t count', { runs: runs(trial_runs_left ?? 0) })
    case 'credits':
      if (acceptance?.applies)
        return t('{amount} of your {balance} credits, charged only when you accept the result', {
          amount,
          balance: formatPaise(balance_paise ?? 0),
        })
      return t('{amount} of your {balance} credits · free when it fails', {
        amount,
        balance: formatPaise(balance_paise ?? 0),
      })
    case 'top_up':
      return t('A run costs {amount}; you have {balance} credits', { amount, balance: formatPaise(balance_paise ?? 0) })
    case 'prove':
      return t('{runs} after you confirm your email address', { runs: runs(trial_runs_left ?? 0) })
    case 'cap':
      return t('Your spending limit doesn’t allow this run')
    case 'buy':
      return price.type === 'monthly' ? t('{price} per month', { price: amount }) : t('{price} once', { price: amount })
    case 'paused':
      return t('Sales are paused until the seller completes their legal details')
    case 'sign_in':
      return t('Samples are free · sign in to run it with your own input')
  }
}

/** Additional line of the price box, which shows the price itself; null where there is none. */
export function priceNoteText(terms: AgentTerms): string | null {
  if (terms.next === 'buy' || terms.next === 'free') return null
  return terms.next === 'credits'
    ? t('You have {balance} of credits', { balance: formatPaise(terms.balance_paise ?? 0) })
    : nextRunText(terms)
}

/** 'A run typically costs ₹5', or a span where prices were different; null before there are enough runs. */
export function typicalText({ typical }: Pick<AgentTerms, 'typical'>): string | null {
  if (typical === null) return null
  const { p50_paise, p90_paise } = typical
  return p50_paise === p90_paise
    ? t('A run typically costs {price}', { price: formatPaise(p50_paise) })
    : t('Half of its runs cost up to {half}, 90% up to {most}', {
        half: formatPaise(p50_paise),
        most: formatPaise(p90_paise),
      })
}

/** What the platform's models cost on top of the price; null where its steps ask none, or they have taken nothing. */
export function modelsText({ models }: Pick<AgentTerms, 'models'>): string | null {
  if (models === null || models.typical?.p90_paise === 0) return null
  const { free_daily_paise, typical, own_model_used } = models
  const [low, high] = typical ? [formatPaise(typical.p50_paise), formatPaise(typical.p90_paise)] : []
  const span = low !== undefined && high !== undefined && (low === high ? low : t('{low} to {high}', { low, high }))
  const take = span
    ? t('Uses {brand}’s AI models, about {span} per run', { brand, span })
    : t('Uses {brand}’s AI models', { brand })
  if (free_daily_paise === null) return t('{take}: free for you', { take })
  const cost =
    free_daily_paise === 0
      ? t('Usage is charged to your credits')
      : t('Your first {free} each day is free, then usage is charged to your credits', {
          free: formatPaise(free_daily_paise),
        })

  return own_model_used
    ? t('{take}. {cost}. Bring your own model key to pay nothing here', { take, cost })
    : `${take}. ${cost}`
}
