/** A movement of credits in words. */
import type { CreditEntry } from '#contract/billing/credits.ts'

const WHY = {
  failed: 'it failed',
  cancelled: 'it was cancelled',
  empty: 'it returned nothing',
  never_started: 'it never started',
} as const

const HELD = {
  held: 'Reserved: charged when it succeeds',
  running: 'Reserved: charged when it succeeds',
  settled: 'Charged',
  released: 'Refunded',
} as const

export function entryText({ kind, title, run }: CreditEntry): { title: string; detail: string | null } {
  switch (kind) {
    case 'top_up':
      return { title: 'Top-up', detail: null }
    case 'goodwill':
      return { title: 'Credits from our support team', detail: title || null }
    case 'hold':
      return { title: `Run of ${title || 'an agent'}`, detail: run && HELD[run.status] }
    case 'release':
      return {
        title: `Run of ${title || 'an agent'}`,
        detail: run?.reason ? `Refunded: ${WHY[run.reason]}` : 'Refunded',
      }
    case 'refund':
      return { title: 'Refund', detail: title || null }
    case 'other':
      return { title: title || 'Correction', detail: null }
  }
}
