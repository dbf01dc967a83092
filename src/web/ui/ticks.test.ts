import { expect, it } from 'vitest'
import { ticksUpTo } from './ticks.ts'

it.each([
  [0, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [100_000, [0, 50_000, 100_000]],
  [123_456, [0, 50_000, 100_000, 150_000]],
  [Number.NaN, [0, 1]],
])('%d: %j', (largest, ticks) => {
  expect(ticksUpTo(largest)).toEqual(ticks)
})
