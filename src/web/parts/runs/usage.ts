/** Tokens and money of models in words. */
import type { Execution } from '#contract/runs/executions.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

/** Micro-rupees (₹1 = 1,000,000): a call of a model costs less than a paisa, so four places are shown. */
export const formatMicros = (micros: number): string => rupees.format(micros / 1_000_000)

type Sum = Execution['usage']

/** '1,240 tokens in, 310 out, ₹0.1930'. */
export const usageText = ({ input_tokens, output_tokens, cost_micros }: Omit<Sum, 'calls'>): string =>
  t('{taken} tokens in, {given} out, {price}', {
    taken: formatNumber(input_tokens),
    given: formatNumber(output_tokens),
    price: formatMicros(cost_micros),
  })
