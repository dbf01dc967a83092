/** The models one may use, as the list has them. */
import { MODEL_PROVIDERS } from '#contract/workflows/model-providers.ts'
import type { DataOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

export const modelsQuery = q('listModels')
export type ModelList = DataOf<'listModels'>
export type Model = ModelList['items'][number]
export type Scope = Model['scope']

/** A name is a provider's own; only the last of the list is ours to translate. */
export const providerName = (id: string): string => {
  const provider = MODEL_PROVIDERS.find((one) => one.id === id)
  return !provider || provider.id === 'custom' ? t('OpenAI-compatible') : provider.title
}

const rupees = (paise: number): string => `₹${formatNumber(paise / 100)}`

/** `₹40 in, ₹160 out per million tokens`. */
export const modelPriceText = ({ input_price, output_price }: Pick<Model, 'input_price' | 'output_price'>): string =>
  input_price === null || output_price === null
    ? t('no price set')
    : t('{input} in, {output} out per million tokens', { input: rupees(input_price), output: rupees(output_price) })
