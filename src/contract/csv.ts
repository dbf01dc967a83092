/** Rows as CSV (RFC 4180) that no spreadsheet reads as a formula (OWASP, CSV injection): such a cell begins with an apostrophe. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
