import { describe, expect, it } from 'vitest'
import type { FormField } from '#web/parts/runs/form-shape.ts'
import { benchCaseOf, casesOfTable, emptyCase, parseCsv } from './cases.ts'
import { chanceOf } from './words.ts'

const field = (name: string, kind: FormField['kind'] = 'text'): FormField => ({
  name,
  kind,
  label: name,
  help: '',
  required: false,
  maxLength: null,
  options: [],
})

describe('a table', () => {
  it('is read with quotes, line ends inside them and a byte order mark', () => {
    expect(parseCsv('\ufeffa,b\r\n"one, ""two""\nthree",4\n\n')).toEqual([
      ['a', 'b'],
      ['one, "two"\nthree', '4'],
    ])
  })

  it('becomes cases by the names of fields, and tells what it left out', () => {
    const rows = parseCsv('Name,text,Expected,urgent,ward\nA,x,E11,yes,7\nB,y,,no,8\nC,z,,,9\n')
    const { cases, left, more } = casesOfTable(rows, [field('text'), field('urgent', 'boolean')], 2)
    expect(cases.map(benchCaseOf)).toMatchObject([
      { name: 'A', input: { text: 'x', urgent: true }, expected: ['E11'], scorer: { type: 'contains' } },
      { name: 'B', input: { text: 'y' }, expected: null },
    ])
    expect([left, more]).toEqual([['ward'], 1])
  })
})

it('expects nothing where nothing is typed', () => {
  expect(benchCaseOf({ ...emptyCase(), expected: ' \n' }).expected).toBeNull()
})

it('takes a difference for chance that tossed coins would show as often', () => {
  // Two-sided exact sign test, by hand: 2 · (1 + 6) / 2⁶ and 2 · 1 / 2⁶.
  expect(chanceOf(5, 1)).toBeCloseTo(14 / 64)
  expect(chanceOf(6, 0)).toBeCloseTo(2 / 64)
  expect(chanceOf(0, 0)).toBe(1)
  expect(chanceOf(3, 3)).toBe(1)
})
