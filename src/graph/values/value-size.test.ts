import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersLeft, holdsItself, isLargerThan } from './value-size.ts'

const MOST = 1_000_000
/** As part of a list: each value has a comma or a bracket behind it. */
const counted = (value: unknown) => MOST - charactersLeft(MOST, value) - 1

describe('the size of a value', () => {
  it.each([
    ['names of fields', { customer_name: null, customer_address: null }],
    ['numbers as they are written', [0, 7, 42, 123, 1234, 12_345, -3, 0.1, 1e21, 1.23456789012345]],
    ['texts and what is neither', [{ a: 'text', b: true }, ['x', null]]],
  ])('counts %s', (_what, value) => {
    expect(counted(value)).toBe(JSON.stringify(value).length)
  })

  it('counts a part as often as it is mentioned', () => {
    const part = { a: 'x'.repeat(100) }
    expect(counted([part, part, part])).toBe(JSON.stringify([part, part, part]).length)
  })

  it('never calls a value too large whose JSON fits', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isLargerThan(JSON.stringify(value).length + 1, value)).toBe(false)
      }),
    )
  })
})

it('a value that holds itself is told from one that is mentioned twice', () => {
  const part = { a: [1, { b: 2 }] }
  expect(holdsItself({ one: part, two: [part, part] })).toBe(false)
  const ring: Record<string, unknown> = { part }
  ring.inner = [{ ring }]
  expect(holdsItself([part, ring])).toBe(true)
})
