import { expect, it } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { groupIntoPeriods } from './periods.ts'

const daysUntil = (last: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.parse(last) - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
    sales: 1,
    gross_paise: 100,
    seller_paise: 80,
  }))

it.each([
  [7, 7, '14 Nov'],
  [30, 30, '22 Oct'],
  [90, 14, '17 Aug'],
  [365, 13, 'Nov 25'],
])('%d days are %d bars, the first %s, and nothing is lost', (days, bars, first) => {
  const periods = groupIntoPeriods(daysUntil('2026-11-20', days))
  expect([periods.length, periods[0]?.label]).toEqual([bars, first])
  expect(periods.reduce((sum, { gross_paise }) => sum + gross_paise, 0)).toBe(days * 100)
  expect(periods.reduce((sum, { sales }) => sum + sales, 0)).toBe(days)
})

it('begins a week on Monday', () => {
  const periods = groupIntoPeriods(daysUntil('2026-11-20', 90))
  expect(periods.at(-1)).toMatchObject({ key: '2026-11-16', title: 'Week of 16 Nov', sales: 5 })
})
