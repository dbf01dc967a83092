import { expect, it } from 'vitest'
import { parseCap, parsePaise, toFieldText } from './rupees.ts'

it.each([
  ['500', 50_000],
  ['₹ 1,250.5', 125_050],
  ['0.07', 7],
  ['', null],
  ['  ', null],
  ['-5', undefined],
  ['1.234', undefined],
  ['1e21', undefined],
  ['five', undefined],
  ['99999999999', undefined],
])('reads %j as %s paise', (text, paise) => {
  expect(parsePaise(text)).toBe(paise)
})

it('takes no cap of nothing for no cap at all', () => {
  expect(['', '20', '0', '0.00', '₹ 0', 'x'].map(parseCap)).toEqual([
    null,
    2_000,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('writes what it reads', () => {
  for (const paise of [7, 100, 125_050, 10_000_000]) expect(parsePaise(toFieldText(paise))).toBe(paise)
  expect(toFieldText(null)).toBe('')
})
