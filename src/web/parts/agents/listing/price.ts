/** A price as buyers read it. */
import type { Price } from '#contract/agents/agents.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

/** 'Free', '₹12 per run', '₹499 per month', '₹2,000 once'. */
export function priceText({ type, paise }: Price): string {
  const price = formatPaise(paise)
  if (type === 'per_run') return t('{price} per run', { price })
  if (type === 'monthly') return t('{price} per month', { price })
  return type === 'free' ? t('Free') : t('{price} once', { price })
}

export const PRICE_NAMES: Record<Price['type'], string> = {
  free: 'Free',
  per_run: 'Pay per run',
  monthly: 'Monthly',
  one_time: 'One-time',
}
