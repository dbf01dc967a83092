/** Rows as CSV (RFC 4180) that no spreadsheet reads as a formula. */

/**
 * What begins a formula (OWASP, CSV injection), in full width too, whatever a spreadsheet drops before it: blanks, control characters, and
 * what is not seen.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u

/** A text as a cell of a spreadsheet that reads it as text: what would be a formula gets an apostrophe before it. */
export const inertCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** @param separator placed between two cells */
export const quoteCell = (text: string, separator = ','): string =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  return typeof value === 'number' ? String(value) : quoteCell(inertCell(value))
}

export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
