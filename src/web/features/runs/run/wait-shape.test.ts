import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { sentValues, waitShape } from './wait-shape.ts'

const fields: Json = [
  { name: 'field_1', label: 'Total', type: 'number', value: 5 },
  { name: 'note', type: 'textarea', value: 'a\nb', max_length: 20 },
  { name: 'paid', type: 'boolean', value: true },
  {
    name: 'decision',
    type: 'select',
    required: true,
    options: [{ value: 'approve', label: 'Approve' }, { value: 'reject' }],
  },
]

it('makes a form of what a run asks for, filled with what is there', () => {
  const shape = waitShape(fields)
  expect(shape?.fields.map(({ label, kind, required }) => [label, kind, required])).toEqual([
    ['Total', 'number', false],
    ['note', 'textarea', false],
    ['paid', 'boolean', false],
    ['decision', 'select', true],
  ])
  expect(shape?.fields[3]?.options[1]).toEqual({ value: 'reject', label: 'reject' })
  expect(shape?.values).toEqual({ field_1: '5', note: 'a\nb', paid: true, decision: '' })
})

it('sends every field, emptied ones as nothing', () => {
  const shape = waitShape(fields)
  expect(sentValues(shape?.fields ?? [], { ...shape?.values, note: '', field_1: '7.5' })).toEqual({
    field_1: 7.5,
    note: null,
    paid: true,
    decision: null,
  })
})

it.each([[null], [[]], ['x'], [[{ name: 'a', type: 'rocket' }]], [[{ type: 'text' }]]])(
  'makes none of %j',
  (details) => {
    expect(waitShape(details)).toBeNull()
  },
)
