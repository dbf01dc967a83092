import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { completeInput, missingFrom, onlyValuesOf, schemaFor, withoutOnlyValues } from './action-input.ts'

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
    expect(completeInput(schema, { to: 'a' })).toEqual({ product: 'whatsapp', version: 2, to: 'a' })
    expect(completeInput(schema, { product: 'other', version: 2 })).toEqual({ product: 'other', version: 2 })
    const left = withoutOnlyValues(schema)
    expect(Object.keys(left.properties as JsonObject)).toEqual(['optional', 'empty', 'either', 'to'])
    expect(left.required).toEqual(['empty', 'either', 'to', 'missing'])
  })

  it('is nothing in a schema without properties', () => {
    expect(completeInput({}, { a: 1 })).toEqual({ a: 1 })
    expect(completeInput({ properties: 5, required: 'a' }, {})).toEqual({})
  })
})

it('takes the id of a file alone', () => {
  const file = { type: 'object', properties: { file_id: { type: 'string' } }, 'x-file': true }
  const upload = { properties: { one: file, many: { type: 'array', items: file }, text: { type: 'string' } } }
  expect(completeInput(upload, { one: 'f1', many: ['f2', { file_id: 'f3' }], text: 'f4' })).toEqual({
    one: { file_id: 'f1' },
    many: [{ file_id: 'f2' }, { file_id: 'f3' }],
    text: 'f4',
  })
  expect(completeInput(upload, { one: { file_id: 'f1', name: 'a.pdf' }, many: 'f2' })).toEqual({
    one: { file_id: 'f1', name: 'a.pdf' },
    many: [{ file_id: 'f2' }],
  })
})

it('needs plain fields unless what they stand for is given', () => {
  const mail = { properties: {}, required: ['from'], 'x-needed': { to: 'message', bad: 5 } }
  expect(schemaFor(mail, {}).required).toEqual(['from', 'to'])
  expect(schemaFor(mail, { message: {} })).toBe(mail)
  expect(missingFrom(mail, { from: 'a' })).toEqual({ key: 'to', title: 'to' })
  expect(missingFrom(mail, { from: 'a', message: {} })).toBeNull()
})
