/** What cards show of a result: made from outputs as the agents of the house give them. */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { previewOf } from './preview.ts'

const texts = (view: string, output: Parameters<typeof previewOf>[1]) =>
  previewOf(view, output)?.lines.map(({ label, text, value, tone }) => [label, text, value, tone])

describe('previewOf', () => {
  it('shows the codes that can be billed, not what the note negates', () => {
    const codes: JsonObject[] = [
      { code: 'J18.9', description: 'Pneumonia', assertion: 'negated' },
      { code: 'I50.23', description: 'Heart failure', assertion: 'present' },
      { code: 'N39.0', description: 'Urinary tract infection', assertion: 'possible' },
      { code: 'Z00', description: 'Said to be no candidate', assertion: 'present', candidate: false },
    ]
    const preview = previewOf('codes', { text: 'note', codes })
    expect(preview?.lines.map(({ label, mono, text }) => [label, mono, text])).toEqual([
      ['I50.23', true, 'Heart failure'],
      ['N39.0', true, 'Urinary tract infection'],
    ])
  })

  it('shows the worst clauses first, and something that is missing', () => {
    const clause = (title: string, level: string | null) => ({ title, risk: level && { level } })
    const output = {
      clauses: [
        clause('Term', null),
        clause('Renewal', 'medium'),
        clause('Liability', 'high'),
        clause('Indemnity', 'high'),
      ],
      missing: [{ title: 'Data protection' }],
    }
    expect(texts('clauses', output)).toEqual([
      ['Liability', null, 'High risk', 'bad'],
      ['Indemnity', null, 'High risk', 'bad'],
      ['Data protection', null, 'Missing', 'warn'],
    ])
  })

  it('shows amounts in rupees, with the sign of what came and went', () => {
    const totals = { taxable: { paise: 21245000 }, igst: { paise: 3824100, rate: 18 }, total: { paise: 25069100 } }
    expect(texts('invoice', { totals })).toEqual([
      [null, 'Taxable value', '₹2,12,450', null],
      [null, 'IGST 18%', '₹38,241', null],
      [null, 'Total', '₹2,50,691', null],
    ])
    const by_category = [
      { category: 'salary', in_paise: 25500000, out_paise: 0 },
      { category: 'loan_emi', in_paise: 0, out_paise: 9645000 },
    ]
    expect(texts('transactions', { by_category })).toEqual([
      [null, 'Salary', '+₹2,55,000', null],
      [null, 'Loan emi', '−₹96,450', null],
    ])
  })

  it('shows what an agent of no known view says, or its first values', () => {
    expect(texts('json', { id: 7, answer: 'Namaste' })).toEqual([[null, 'Namaste', null, null]])
    expect(texts('json', { city: 'Pune', count: 3, nested: {}, more: true, last: 'x' })).toEqual([
      [null, 'City', 'Pune', null],
      [null, 'Count', '3', null],
      [null, 'More', 'true', null],
    ])
    expect(texts('json', 'A text')).toEqual([[null, 'A text', null, null]])
  })

  it('keeps lines short, on one line each', () => {
    const [line] = previewOf('json', { answer: `one\n  two ${'word '.repeat(100)}` })?.lines ?? []
    expect(line?.text).toMatch(/^one two word .*…$/)
    expect(line?.text?.length).toBeLessThanOrEqual(121)
  })

  it.each<Json>([null, [], {}, 5, '', '  ', { codes: [null, 1, {}] }])('has nothing to show of %j', (output) => {
    expect(previewOf('codes', output)).toBeNull()
  })
})
