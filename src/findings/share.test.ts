import { expect, it } from 'vitest'
import { intervalOf } from './share.ts'

// Values of Newcombe (1998), Statistics in Medicine 17: 857–872, table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('says how sure %d of %d is', (hits, total, low, high) => {
  expect(intervalOf(hits, total)).toEqual({ low, high })
})

it('takes 3 of 3 for no proof, and nothing for nothing', () => {
  expect(intervalOf(3, 3)).toEqual({ low: 0.4385, high: 1 })
  expect(intervalOf(0, 0)).toBeNull()
})
