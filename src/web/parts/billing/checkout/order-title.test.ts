import { afterEach, expect, it } from 'vitest'
import { speak } from '#web/lib/language.ts'
import { gstinProblem, stateOptions } from './billing-rules.ts'
import { orderTitle } from './order-title.ts'

afterEach(() => speak('en'))

const TITLES = [
  'Credits',
  'Plan: Starter, 1 month',
  'Plan: upgrade to Professional, 1 year',
  'Clause reader: one month',
  'Plan: B',
]

it('is the order’s own words in English, whatever an agent is called', () => {
  const names = [...TITLES, '<b>x</b>: one month', 'Plan: , 1 month', 'Plan: a, 1 month: one month', '=1+1']
  expect(names.map(orderTitle)).toEqual(names)
})

it('speaks Hindi around the names', async () => {
  await speak('hi')
  expect(TITLES.map(orderTitle)).toEqual([
    'क्रेडिट',
    'प्लान: Starter, 1 माह',
    'प्लान: Professional में अपग्रेड, 1 वर्ष',
    'Clause reader: एक माह',
    'Plan: B',
  ])
})

it('says in Hindi what is wrong with a GSTIN, and names the states', async () => {
  await speak('hi')
  const said = ['1', '98AAPFU0939F1ZV', '27AAPFU0939F1ZA', '27AAPXU0939F1ZM'].map((text) => gstinProblem(text, ''))
  expect(said.every((text) => text !== undefined && /\p{Script=Devanagari}/u.test(text))).toBe(true)
  expect(gstinProblem('27AAPFU0939F1ZV', '29')).toContain('महाराष्ट्र')
  expect(stateOptions().filter(({ label }) => /[A-Za-z]/.test(label))).toEqual([])
})
