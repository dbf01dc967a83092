/** A movement of credits in words. */
import type { CreditEntry } from '#contract/billing/credits.ts'
import { t } from '#web/lib/language.ts'

const why = () =>
  ({
    failed: t('it failed'),
    cancelled: t('it was cancelled'),
    empty: t('it returned nothing'),
    never_started: t('it never started'),
  }) as const

const held = () =>
  ({
    held: t('Reserved: charged when it succeeds'),
    running: t('Reserved: charged when it succeeds'),
    awaiting: t('Reserved: charged when you accept the result'),
    settled: t('Charged'),
    rejected: t('Refunded: you rejected the result'),
    released: t('Refunded'),
  }) as const

export function entryText({ kind, title, run }: CreditEntry): { title: string; detail: string | null } {
  switch (kind) {
    case 'top_up':
      return { title: t('Top-up'), detail: null }
    case 'goodwill':
      return { title: t('Credits from our support team'), detail: title || null }
    case 'hold':
      return { title: t('Run of {agent}', { agent: title || t('an agent') }), detail: run && held()[run.status] }
    case 'release':
      return {
        title: t('Run of {agent}', { agent: title || t('an agent') }),
        detail:
          run?.status === 'rejected'
            ? t('Refunded: you rejected the result')
            : run?.reason
              ? t('Refunded: {why}', { why: why()[run.reason] })
              : t('Refunded'),
      }
    case 'refund':
      return { title: t('Refund'), detail: title || null }
    case 'other':
      return { title: title || t('Correction'), detail: null }
  }
}
