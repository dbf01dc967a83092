import { describe, expect, it } from 'vitest'
import type { FormField } from '#web/parts/runs/form-shape.ts'
import { signTestChance } from './bench-texts.ts'
import { emptyCase, parseCaseTable, parseCsv, toBenchCase } from './cases.ts'

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
    const { cases, left, more } = parseCaseTable(rows, [field('text'), field('urgent', 'boolean')], 2)
    expect(cases.map(toBenchCase)).toMatchObject([
      { name: 'A', input: { text: 'x', urgent: true }, expected: ['E11'], scorer: { type: 'contains' } },
      { name: 'B', input: { text: 'y' }, expected: null },
    ])
    expect([left, more]).toEqual([['ward'], 1])
  })
})

it('expects nothing where nothing is typed', () => {
  expect(toBenchCase({ ...emptyCase(), expected: ' \n' }).expected).toBeNull()
})

it('takes a difference for chance that tossed coins would show as often', () => {
  // Two-sided exact sign test, by hand: 2 · (1 + 6) / 2⁶ and 2 · 1 / 2⁶.
  expect(signTestChance(5, 1)).toBeCloseTo(14 / 64)
  expect(signTestChance(6, 0)).toBeCloseTo(2 / 64)
  expect(signTestChance(0, 0)).toBe(1)
  expect(signTestChance(3, 3)).toBe(1)
})
