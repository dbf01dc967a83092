import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './hash.ts'

describe('canonical JSON', () => {
  it('is one text whatever the order of the keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true, gone: undefined })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    )
    expect(canonicalJson({ b: 1, a: 2 })).toBe(canonicalJson({ a: 2, b: 1 }))
  })

  it('says the same as the JSON of the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
