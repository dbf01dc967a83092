import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { onlyValuesOf, schemaFor, withOnlyValues, withoutOnlyValues } from './action-input.ts'

const schema: JsonObject = {
  type: 'object',
  properties: {
    product: { type: 'string', enum: ['whatsapp'] },
    version: { const: 2 },
    optional: { const: 'x' },
    empty: { const: null },
    either: { enum: ['a', 'b'] },
    to: { type: 'string' },
  },
  required: ['product', 'version', 'empty', 'either', 'to', 'missing'],
}

describe('what needs no asking', () => {
  it('is what is required and can only be one thing', () => {
    expect([...onlyValuesOf(schema)]).toEqual([
      ['product', 'whatsapp'],
      ['version', 2],
    ])
    expect(withOnlyValues(schema, { to: 'a' })).toEqual({ product: 'whatsapp', version: 2, to: 'a' })
    expect(withOnlyValues(schema, { product: 'other', version: 2 })).toEqual({ product: 'other', version: 2 })
    const left = withoutOnlyValues(schema)
    expect(Object.keys(left.properties as JsonObject)).toEqual(['optional', 'empty', 'either', 'to'])
    expect(left.required).toEqual(['empty', 'either', 'to', 'missing'])
  })

  it('is nothing in a schema without properties', () => {
    expect(withOnlyValues({}, { a: 1 })).toEqual({ a: 1 })
    expect(withOnlyValues({ properties: 5, required: 'a' }, {})).toEqual({})
  })
})

it('needs plain fields unless what they stand for is given', () => {
  const mail = { properties: {}, required: ['from'], 'x-needed': { to: 'message', bad: 5 } }
  expect(schemaFor(mail, {}).required).toEqual(['from', 'to'])
  expect(schemaFor(mail, { message: {} })).toBe(mail)
})
