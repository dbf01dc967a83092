import { expect, it } from 'vitest'
import { inertCell, toCsv } from './csv.ts'

const SIGNS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠SUM(A1)']

it.each(['', '\t', '\r', '\n', '\r\n', ' ', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u202e', '\u0000', ' \u200b\t '])(
  'starts no cell with what a spreadsheet reads as a formula, full-width signs among them, behind %j',
  (before) => {
    for (const sign of SIGNS) expect(toCsv([[before + sign]]).replace(/^"/, '')).toMatch(/^'/)
  },
)

it('marks what begins with what moves to another cell, and leaves every other text', () => {
  for (const text of ['\tx', '\rx', '\nx']) expect(inertCell(text)).toBe(`'${text}`)
  for (const text of ['a=1', ' a', '1-1', '', 'रमा', '(=1)', "'=1"]) expect(inertCell(text)).toBe(text)
  expect(toCsv([['a', -12.5, null, 'say "=1", then\r\nmore']])).toBe('a,-12.5,,"say ""=1"", then\r\nmore"\r\n')
})
