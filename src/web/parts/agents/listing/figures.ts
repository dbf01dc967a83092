/** The figures the platform measures, in words; a figure without a measurement says so instead of showing zero. */
import type { AgentStats } from '#contract/agents/agents.ts'
import { formatCompact, formatDuration, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

export interface Figure {
  label: string
  value: string
  /** Nothing has been measured yet. */
  empty: boolean
}

const NONE = '—'

const figure = (label: string, value: string | null): Figure => ({ label, value: value ?? NONE, empty: value === null })

/** The four figures of a listing, always in this order. */
export const listingFigures = (stats: AgentStats): readonly [Figure, Figure, Figure, Figure] => [
  figure(t('Runs'), stats.runs > 0 ? formatCompact(stats.runs) : null),
  figure(t('Success rate'), stats.success_rate === null ? null : formatPercent(stats.success_rate)),
  figure(t('Median time'), stats.median_ms === null ? null : formatDuration(stats.median_ms)),
  figure(t('Users in 30 days'), stats.users_30d > 0 ? formatCompact(stats.users_30d) : null),
]
