import { expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { isFlat, objectOf, rowProblem, rowsOf } from './map-rows.ts'

it('goes from an object to rows and back, in its order', () => {
  const value = { b: 1, a: '{{ $input.a }}', c: null }
  expect(rowsOf(value)).toEqual([
    { name: 'b', value: 1 },
    { name: 'a', value: '{{ $input.a }}' },
    { name: 'c', value: null },
  ])
  expect(Object.entries(objectOf(rowsOf(value)) ?? {})).toEqual(Object.entries({ b: 1, a: '{{ $input.a }}', c: null }))
})

it('leaves out what is no entry yet and says why; what was typed stays in its row', () => {
  const rows = [
    { name: 'a', value: 1 },
    { name: '', value: 2 },
    { name: 'a', value: 3 },
    { name: '__proto__', value: 4 },
  ]
  expect(objectOf(rows)).toEqual({ a: 1 })
  expect(rows.map((_, index) => rowProblem(rows, index))).toEqual([
    null,
    'Enter a name',
    'This name is already used',
    'This name is reserved',
  ])
  expect(objectOf([{ name: '', value: 1 }])).toBeUndefined()
})

it('shows in rows what rows show whole', () => {
  const values: Json[] = [{}, { a: 1, b: 'x' }, { a: { b: 1 } }, { a: [1] }, [1], 'a', null]
  expect(values.map((one) => isFlat(one))).toEqual([true, true, false, false, false, false, false])
})
