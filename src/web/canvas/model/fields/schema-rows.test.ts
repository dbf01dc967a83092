import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { freshRow, nameProblem, type SchemaRow, schemaOf, schemaRows } from './schema-rows.ts'

const row = (part: Partial<SchemaRow>): SchemaRow => ({
  ...{ name: 'a', kind: 'text', description: '', required: false, choices: '' },
  ...part,
})

describe('a schema in rows', () => {
  it('is written from them and read again', () => {
    const rows = [
      row({ name: 'order', description: 'The number on the receipt', required: true }),
      row({ name: 'state', kind: 'choice', choices: 'open, paid' }),
      row({ name: 'count', kind: 'whole' }),
      row({ name: 'tags', kind: 'texts' }),
    ]
    const schema = schemaOf(rows)
    expect(schema).toEqual({
      type: 'object',
      properties: {
        order: { type: 'string', description: 'The number on the receipt' },
        state: { type: 'string', enum: ['open', 'paid'] },
        count: { type: 'integer' },
        tags: { type: 'array', items: { type: 'string' } },
      },
      required: ['order'],
    })
    expect(schemaRows(schema)).toEqual(rows)
  })

  it.each<[string, Json]>([
    ['objects inside', { type: 'object', properties: { a: { type: 'object', properties: {} } } }],
    ['bounds', { type: 'object', properties: { a: { type: 'number', minimum: 1 } } }],
    ['other keys', { type: 'object', properties: {}, additionalProperties: false }],
    ['choices with a comma', { type: 'object', properties: { a: { type: 'string', enum: ['x, y'] } } }],
    ['no object', { type: 'array' }],
    ['what is required and not there', { type: 'object', properties: {}, required: ['a'] }],
  ])('leaves %s to JSON', (_what, schema) => {
    expect(schemaRows(schema)).toBeNull()
  })

  it('has no row for nothing, and leaves out what has no name of its own', () => {
    expect(schemaRows(undefined)).toEqual([])
    const rows = [row({ name: 'a' }), row({ name: ' a ', kind: 'number' }), row({ name: ' ' })]
    expect([0, 1, 2].map((at) => nameProblem(rows, at))).toEqual([null, 'Another field has this name', 'Enter a name'])
    expect(schemaOf(rows)).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
    expect(freshRow([row({ name: 'field_2' })]).name).toBe('field_3')
    expect(schemaOf([row({ name: '__proto__' })]).properties).toHaveProperty('__proto__')
  })
})
