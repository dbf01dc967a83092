/** What a run costs the person who runs it, in words: while it runs, and after it ended. */
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { RunCharge } from '#contract/runs/run-details.ts'
import { formatPaise } from '#web/lib/format.ts'
import { formatMicros } from './usage.ts'

const WHY_FREE: Record<NonNullable<RunCharge['reason']>, string> = {
  failed: 'Free: failed',
  cancelled: 'Free: cancelled',
  empty: 'Free: no result',
  never_started: 'Free: never started',
}

const PAID: Record<RunCharge['kind'], { under: (price: string) => string; done: (price: string) => string }> = {
  credits: { under: (price) => `${price} reserved, charged when it succeeds`, done: (price) => `${price} charged` },
  trial: { under: () => 'Free trial run', done: () => 'Free trial run' },
  purchase: { under: () => 'Included in your purchase', done: () => 'Included in your purchase' },
  models: { under: () => 'Free', done: () => 'Free' },
}

/** Null for a run that is free anyway. */
export function chargeText({ charge, status }: Pick<Execution, 'charge' | 'status'>): string | null {
  if (charge === null) return null
  const price = formatPaise(charge.price_paise)
  if (charge.status === 'released' && charge.reason !== null) {
    if (charge.kind === 'credits' || charge.kind === 'models') return WHY_FREE[charge.reason]
    return charge.kind === 'trial' ? 'Doesn’t count as a trial run' : null
  }
  const ended = isFinal(status) && charge.status === 'settled'
  const paid = ended ? PAID[charge.kind].done(price) : PAID[charge.kind].under(price)
  if (charge.models_paise === 0) return paid
  return `${paid} · models ${formatPaise(charge.models_paise)} ${ended ? 'charged' : 'reserved'}`
}

/** What agents that its steps ran cost; null where they cost nothing. */
export const insideCostText = ({ inside_paise }: Pick<Execution, 'inside_paise'>): string | null =>
  inside_paise === 0 ? null : `Agents inside ${formatPaise(inside_paise)}`

/** What models have taken so far, and of what cap; null where they take nothing. */
export function modelCostText({ charge, nodes }: Pick<Execution, 'charge' | 'nodes'>): string | null {
  const micros = nodes.flatMap(({ usage }) => usage).reduce((sum, { cost_micros }) => sum + cost_micros, 0)
  if (charge === null || micros === 0) return null
  const cap = charge.cap_paise === null ? '' : ` · limit per run ${formatPaise(charge.cap_paise)}`
  return `AI models so far ${formatMicros(micros)}${cap}`
}
