import { describe, expect, it } from 'vitest'
import { Json, JsonObject } from './primitives.ts'

describe('JSON', () => {
  it.each([null, true, 0, 'text', [], {}, { a: [1, { b: null }] }, Object.create(null)])('is %j', (value) => {
    expect(Json.parse(value)).toBe(value)
  })

  it.each([
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    () => 1,
    Symbol('x'),
    1n,
    new Date(),
    new Map(),
    { a: [new Date()] },
  ])('is not %s', (value) => expect(Json.safeParse(value).success).toBe(false))

  it.each([null, [], 'x', 1])('object is not %j', (value) => expect(JsonObject.safeParse(value).success).toBe(false))

  it('may be nested without end', () => {
    let value: unknown = 1
    for (let i = 0; i < 200_000; i++) value = [value]
    expect(Json.safeParse(value).success).toBe(true)
  })
})
