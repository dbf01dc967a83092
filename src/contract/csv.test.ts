import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('starts no cell with what a spreadsheet reads as a formula, full-width signs and line feeds among them', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)']
  for (const text of hostile) expect(toCsv([[text]]).replace(/^"/, '')).toMatch(/^'/)
  expect(toCsv([['a', -12.5, null, 'say "=1", then\r\nmore']])).toBe('a,-12.5,,"say ""=1"", then\r\nmore"\r\n')
})
