import { expect, it } from 'vitest'
import type { TestCase } from '#contract/agents/evaluations.ts'
import { toCaseText, toTestCase } from '#web/parts/agents/cases/case-text.ts'
import { inputOfRun, setField } from '#web/parts/agents/cases/sample-input.ts'
import { fieldOf, splitPending } from './pending.ts'
import { parsePrice, priceFieldText, priceProblem } from './price-text.ts'
import { resultsCsv } from './test-results.tsx'

it.each([
  ['12.5', 1250],
  ['1,00,000', 10_000_000],
  ['₹ 49', 4900],
  ['0.1', 10],
  ['1e21', null],
  ['-5', null],
  ['12.345', null],
  ['twelve', null],
  ['', null],
])('reads a price of %s', (text, paise) => {
  expect(parsePrice(text)).toBe(paise)
})

it('says why an amount is no price, and writes what it reads', () => {
  expect(['0.99', '100001', '1e21', '5'].map(priceProblem)).toEqual([
    'At least ₹1',
    'At most ₹1,00,000',
    'Enter the price in rupees with up to two decimals, such as 49 or 12.50',
    undefined,
  ])
  expect([1250, 4900].map(priceFieldText)).toEqual(['12.50', '49'])
})

it('holds back what was refused and sends the rest', () => {
  expect(fieldOf('body.samples.0.input')).toBe('samples')
  expect(splitPending({ name: 'a', price_paise: 5 }, new Set(['price_paise']))).toEqual({
    send: { name: 'a' },
    held: { price_paise: 5 },
  })
})

it('takes the input of a run with its files by id alone, and leaves empty fields out', () => {
  const file = { file_id: 'x', name: 'a.pdf', mime: 'application/pdf' }
  expect(inputOfRun({ text: 'a', file, many: [file] })).toEqual({
    text: 'a',
    file: { file_id: 'x' },
    many: [{ file_id: 'x' }],
  })
  const field = {
    name: 'n',
    kind: 'number' as const,
    label: 'N',
    help: '',
    required: true,
    maxLength: null,
    options: [],
  }
  expect([setField({ n: 1 }, field, ''), setField({}, field, '2.5'), setField({}, field, 'x')]).toEqual([
    {},
    { n: 2.5 },
    { n: 'x' },
  ])
})

it.each<TestCase>([
  { name: 'a', input: {}, expected: ['x', 'y'], scorer: { type: 'contains' as const, ignore_case: true } },
  { name: 'b', input: { t: 1 }, expected: { a: { b: 1 } }, scorer: { type: 'json_fields' as const } },
  { name: 'c', input: {}, expected: 12.5, scorer: { type: 'number' as const, tolerance: 0.5, path: 'a.b' } },
  { name: 'd', input: {}, expected: 'plain', scorer: { type: 'exact' as const } },
  { name: 'e', input: {}, expected: 'well', scorer: { type: 'judge' as const, instruction: 'Be strict' } },
])('keeps a test case over its text: $scorer.type', (one) => {
  expect(toTestCase(toCaseText(one, '0'))).toEqual(one)
})

it('writes no formula into a spreadsheet', () => {
  const row = {
    name: '=1+1',
    scorer: 'exact',
    input: {},
    expected: '+1',
    output: '@SUM(A1)',
    stored: false,
    execution_id: null,
    score: 1,
    cost_micros: 0,
    ms: 5,
    note: '-2',
  }
  expect(resultsCsv([row])).toContain(`'=1+1,exact,{},'+1,'@SUM(A1),1,'-2`)
  expect(resultsCsv([{ ...row, output: null, stored: true }])).toContain(
    ',Larger than 256 kB. Open the run to see it.,',
  )
})
