/** A price as a seller types it, in rupees, and as it is kept, in paise. Pure. */
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { t } from '#web/lib/language.ts'

/** '12', '12.5', '1,00,000.00', '₹ 49' → paise; null for what is no amount of rupees with at most two places. */
export function parsePrice(text: string): number | null {
  const plain = text.replace(/[₹,\s]/g, '')
  const found = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!found) return null
  const [, rupees = '0', places = ''] = found
  return Number(rupees) * 100 + Number(places.padEnd(2, '0'))
}

export const priceFieldText = (paise: number): string =>
  paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)

/** Why an amount cannot be a price; undefined when it can. */
export function priceProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const paise = parsePrice(text)
  if (paise === null) return t('Enter the price in rupees with up to two decimals, such as 49 or 12.50')
  if (paise < PUBLISHING.least_paise) return t('At least ₹1')
  return paise > PUBLISHING.most_paise ? t('At most ₹1,00,000') : undefined
}
