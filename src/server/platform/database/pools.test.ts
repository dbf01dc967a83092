import { expect, it } from 'vitest'
import { dividePools } from './pools.ts'

it('gives every pool connections, and all of them together no more than there are', () => {
  expect(dividePools(38)).toEqual({ runs: 16, requests: 16, signIn: 4, probes: 2 })
  for (let connections = 8; connections <= 1_000; connections++) {
    const parts = Object.values(dividePools(connections))
    expect(parts.reduce((sum, part) => sum + part)).toBe(connections)
    expect(Math.min(...parts)).toBeGreaterThanOrEqual(2)
  }
})
