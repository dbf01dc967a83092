import type { ReviewState } from '#contract/runs/decision-values.ts'
import type { BatchStatus, ItemState } from '#contract/services/batch-values.ts'
import type { Batch, BatchDetail } from '#contract/services/batches.ts'
import { formatDuration, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

export const statusWord = (status: BatchStatus): string =>
  ({
    draft: t('Draft'),
    running: t('Running'),
    paused: t('Paused'),
    cancelled: t('Cancelled'),
    finished: t('Finished'),
  })[status]

export const stateWord = (state: ItemState): string =>
  ({
    waiting: t('Waiting'),
    started: t('Running'),
    succeeded: t('Succeeded'),
    failed: t('Failed'),
    cancelled: t('Cancelled'),
  })[state]

export const reviewWord = (state: ReviewState): string =>
  ({ open: t('To review'), started: t('In review'), signed_off: t('Signed off') })[state]

export const endedOf = ({ counts }: Pick<Batch, 'counts'>): number =>
  counts.succeeded + counts.failed + counts.cancelled

/** “40 of 46 documents, 2 failed, ₹120”. */
export function progressText({ counts, total, spent_paise }: Batch): string {
  const parts = [
    t('{done} of {total} documents', { done: formatNumber(endedOf({ counts })), total: formatNumber(total) }),
    ...(counts.failed > 0 ? [t('{count} failed', { count: formatNumber(counts.failed) })] : []),
    ...(spent_paise > 0 ? [formatPaise(spent_paise)] : []),
  ]
  return parts.join(', ')
}

/** What is left, or what a draft will cost and take. */
export function estimateText(estimate: NonNullable<BatchDetail['estimate']>): string {
  const cost = estimate.paise === 0 ? t('free') : t('about {price}', { price: formatPaise(estimate.paise) })
  if (estimate.seconds === null) return t('{cost}. The time is known after the first runs.', { cost })
  return t('{cost}, about {time}', { cost, time: formatDuration(estimate.seconds * 1000) })
}
