import { expect, it } from 'vitest'
import { sayOrderTitle } from './order-title.ts'

it.each([
  ['Credits', 'क्रेडिट'],
  ['Plan: upgrade to Professional, 1 month', 'प्लान: Professional में अपग्रेड, 1 माह'],
  ['Plan: Starter, 1 year', 'प्लान: Starter, 1 वर्ष'],
  ['Refund: Runs of Ward coder', 'रिफ़ंड: Ward coder के रन'],
  ['Commission refunded: Ward coder: one month', 'लौटाया गया कमीशन: Ward coder: एक माह'],
  ['Ward coder', 'Ward coder'],
])('says %s in Hindi, and in English as it is', (title, hi) => {
  expect(sayOrderTitle(title)).toEqual({ en: title, hi })
})
