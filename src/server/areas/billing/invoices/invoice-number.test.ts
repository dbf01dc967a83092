import { expect, it } from 'vitest'
import { financialYear, formatInvoiceNumber } from './invoice-number.ts'

it.each([
  ['2026-03-31T18:29:59Z', '25-26'],
  // midnight in India
  ['2026-03-31T18:30:00Z', '26-27'],
  ['2026-11-20T00:00:00Z', '26-27'],
  ['2099-12-31T00:00:00Z', '99-00'],
])('at %s it is the financial year %s', (at, year) => {
  expect(financialYear(new Date(at))).toBe(year)
})

it.each([
  ['CH', 1, 'CH/26-27/000001'],
  ['CH', 1_234_567, 'CH/26-27/1234567'],
  ['S1A', 42, 'S1A/26-27/000042'],
  ['SZZZ', 99_999, 'SZZZ/26-27/99999'],
])('the number of %s and %d has at most 16 characters', (series, count, number) => {
  expect(formatInvoiceNumber(series, '26-27', count)).toBe(number)
  expect(number.length).toBeLessThanOrEqual(16)
})
