/** Amounts that people type. */

/** `1,250.50` and `₹ 500` as whole paise; null for an empty field; undefined for what is no amount. */
export function parsePaise(text: string): number | null | undefined {
  const plain = text.replace(/[₹,\s]/g, '')
  if (plain === '') return null
  if (!/^\d{1,10}(?:\.\d{1,2})?$/.test(plain)) return undefined
  const [whole = '0', part = ''] = plain.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** A cap as it is typed, null for none. 0 is no cap that holds and no wish for none either: it is no amount here, as the server has it. */
export const parseCap = (text: string): number | null | undefined => {
  const paise = parsePaise(text)
  return paise === 0 ? undefined : paise
}
export const CAP_PROBLEM = 'Enter an amount above ₹0, such as 500 or 12.50, or leave empty for no limit'

/** As typed in a field. */
export const toFieldText = (paise: number | null): string =>
  paise === null ? '' : paise % 100 === 0 ? String(paise / 100) : (paise / 100).toFixed(2)
