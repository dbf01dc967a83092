import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { setFields } from './set-fields.ts'

const input = { a: 1, b: 2 }

describe('set fields', () => {
  it('builds an object, on top of the input if wanted', async () => {
    const fields: Json = [{ name: 'b', value: [3] }, { name: 'c' }]
    expect(await outputOf(setFields, { fields }, { input })).toEqual({ b: [3], c: null })
    expect(await outputOf(setFields, { fields, keep_input: true }, { input })).toEqual({ a: 1, b: [3], c: null })
    expect(input).toEqual({ a: 1, b: 2 })
  })

  it('gives on a whole value', async () => {
    expect(await outputOf(setFields, { json: [1] }, { input })).toEqual([1])
    expect(await outputOf(setFields, { json: { z: 1 }, fields: [{ name: 'y', value: 2 }] })).toEqual({ z: 1, y: 2 })
  })

  it('refuses to keep the fields of a list, and reserved names', async () => {
    await expect(tryNode(setFields, { keep_input: true }, { input: [1] })).rejects.toMatchObject({
      code: 'not_an_object',
    })
    expect(setFields.config.safeParse({ fields: [{ name: '__proto__', value: 1 }] }).success).toBe(false)
  })
})
