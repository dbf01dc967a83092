/** What a run costs the person who runs it, in words: while it runs, and after it ended. */
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { RunCharge } from '#contract/runs/run-details.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatMicros } from './usage.ts'

const whyFree = (): Record<NonNullable<RunCharge['reason']>, string> => ({
  failed: t('Free: failed'),
  cancelled: t('Free: cancelled'),
  empty: t('Free: no result'),
  never_started: t('Free: never started'),
})

const PAID: Record<RunCharge['kind'], { under: (price: string) => string; done: (price: string) => string }> = {
  credits: {
    under: (price) => t('{price} reserved, charged when it succeeds', { price }),
    done: (price) => t('{price} charged', { price }),
  },
  trial: { under: () => t('Free trial run'), done: () => t('Free trial run') },
  purchase: { under: () => t('Included in your purchase'), done: () => t('Included in your purchase') },
  models: { under: () => t('Free'), done: () => t('Free') },
}

/** What the price of a run that is charged when its result is accepted has come to; null for every other. */
function acceptanceText({ status, accept_days }: RunCharge, price: string): string | null {
  if (status === 'awaiting') return t('{price} reserved until you accept', { price })
  if (status === 'rejected') return t('Rejected, not charged')
  return (status === 'held' || status === 'running') && accept_days !== null
    ? t('{price} reserved, charged when you accept the result', { price })
    : null
}

/** Null for a run that is free anyway. */
export function chargeText({ charge, status }: Pick<Execution, 'charge' | 'status'>): string | null {
  if (charge === null) return null
  const price = formatPaise(charge.price_paise)
  if (charge.status === 'released' && charge.reason !== null) {
    if (charge.kind === 'credits' || charge.kind === 'models') return whyFree()[charge.reason]
    return charge.kind === 'trial' ? t('Doesn’t count as a trial run') : null
  }
  const ended = isFinal(status) && ['awaiting', 'settled', 'rejected'].includes(charge.status)
  const paid = acceptanceText(charge, price) ?? (ended ? PAID[charge.kind].done(price) : PAID[charge.kind].under(price))
  if (charge.models_paise === 0) return paid
  return ended
    ? t('{paid} · models {price} charged', { paid, price: formatPaise(charge.models_paise) })
    : t('{paid} · models {price} reserved', { paid, price: formatPaise(charge.models_paise) })
}

/** What agents that its steps ran cost; null where they cost nothing. */
export const insideCostText = ({ inside_paise }: Pick<Execution, 'inside_paise'>): string | null =>
  inside_paise === 0 ? null : t('Agents inside {price}', { price: formatPaise(inside_paise) })

/** What models have taken so far, and of what cap; null where they take nothing. */
export function modelCostText({ charge, nodes }: Pick<Execution, 'charge' | 'nodes'>): string | null {
  const micros = nodes.flatMap(({ usage }) => usage).reduce((sum, { cost_micros }) => sum + cost_micros, 0)
  if (charge === null || micros === 0) return null
  const cap =
    charge.cap_paise === null ? '' : ` · ${t('limit per run {price}', { price: formatPaise(charge.cap_paise) })}`
  return `${t('AI models so far {price}', { price: formatMicros(micros) })}${cap}`
}
