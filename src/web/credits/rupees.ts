/** Amounts that people type. */

/** `1,250.50` and `₹ 500` as whole paise; null for an empty field; undefined for what is no amount. */
export function paiseOf(text: string): number | null | undefined {
  const plain = text.replace(/[₹,\s]/g, '')
  if (plain === '') return null
  if (!/^\d{1,10}(?:\.\d{1,2})?$/.test(plain)) return undefined
  const [whole = '0', part = ''] = plain.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** As it stands in a field. */
export const fieldText = (paise: number | null): string =>
  paise === null ? '' : paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)
