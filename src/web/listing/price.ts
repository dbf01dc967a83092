/** A price as buyers read it. */
import type { Price } from '#contract/agents.ts'
import { formatPaise } from '#web/lib/format.ts'

const PER: Record<Price['type'], string> = { free: '', per_run: ' per run', monthly: ' per month', one_time: ' once' }

/** 'Free', '₹12 per run', '₹499 per month', '₹2,000 once'. */
export const priceText = ({ type, paise }: Price): string =>
  type === 'free' ? 'Free' : `${formatPaise(paise)}${PER[type]}`

export const PRICE_NAMES: Record<Price['type'], string> = {
  free: 'Free',
  per_run: 'Pay per run',
  monthly: 'Monthly',
  one_time: 'One payment',
}
