import { describe, expect, it } from 'vitest'
import { splitAnswer, summariseAnswer } from './answer-parts.ts'
import { buildForm, collectFields, findFieldClashes, keepUsableMapping, pickInput } from './bench-form.ts'
import { computeFigures, type Line, median, wilsonInterval } from './figures.ts'

const text = { type: 'string' }
const file = { type: 'object', format: 'file', properties: { file_id: text } }
const coder = {
  type: 'object',
  properties: { note: text, file },
  anyOf: [{ required: ['note'] }, { required: ['file'] }],
}
const reader = { type: 'object', properties: { text, year: { type: 'integer' } }, required: ['text'] }

describe('one form for several agents', () => {
  it('has the fields of all by their names, and tells whose they are and which may share a value', () => {
    expect(collectFields([coder, reader])).toEqual([
      { name: 'note', agents: [0], like: ['text'] },
      { name: 'file', agents: [0], like: [] },
      { name: 'text', agents: [1], like: ['note'] },
      { name: 'year', agents: [1], like: [] },
    ])
    expect(buildForm([coder, reader], {})).toMatchObject({
      required: ['text'],
      allOf: [{ anyOf: [{ required: ['note'] }, { required: ['file'] }] }],
    })
  })

  it('asks once for what two agents call differently, and gives each what it asks for', () => {
    const form = buildForm([coder, reader], { text: 'note' })
    expect(Object.keys(form.properties as object)).toEqual(['note', 'file', 'year'])
    expect(form.required).toEqual(['note'])
    const filled = { note: 'Asthma', year: 2026 }
    expect(pickInput(coder, filled, { text: 'note' })).toEqual({ note: 'Asthma' })
    expect(pickInput(reader, filled, { text: 'note' })).toEqual({ text: 'Asthma', year: 2026 })
    expect(pickInput({ type: 'object' }, filled, {})).toEqual(filled)
  })

  it('drops what makes no sense: another kind, a field that is not there, a ring', () => {
    const fields = collectFields([coder, reader])
    expect(keepUsableMapping({ text: 'note' }, fields)).toEqual({ text: 'note' })
    const wrongs: Record<string, string>[] = [
      { text: 'year' },
      { text: 'nothing' },
      { nothing: 'text' },
      { text: 'note', note: 'text' },
    ]
    for (const wrong of wrongs) expect(keepUsableMapping(wrong, fields)).toEqual({})
  })

  it('names fields that are a file here and a text there', () => {
    expect(findFieldClashes([coder, { properties: { file: text } }])).toEqual(['file'])
    expect(findFieldClashes([coder, reader])).toEqual([])
  })
})

describe('figures', () => {
  it('are as wide as few cases are: Wilson’s interval', () => {
    // By hand from the formula; the ends stay within 0 and 1.
    expect(wilsonInterval(8, 10)).toEqual({ low: expect.closeTo(0.4902, 4), high: expect.closeTo(0.9433, 4) })
    expect(wilsonInterval(3, 3)).toEqual({ low: expect.closeTo(0.4385, 4), high: 1 })
    expect(wilsonInterval(0, 5)?.low).toBe(0)
    expect(wilsonInterval(0, 0)).toBeNull()
  })

  it('count what failed against an agent, and take times of what gave something', () => {
    const line = (rest: Partial<Line>): Line => ({
      agent: 0,
      outcome: 'succeeded',
      right: true,
      ms: 100,
      cost_paise: 500,
      paid_with: 'credits',
      ...rest,
    })
    const all = [
      line({}),
      line({ ms: 300, right: false }),
      line({ ms: 200, cost_paise: 0, paid_with: 'trial', right: null }),
      line({ outcome: 'failed', right: false, ms: 1, cost_paise: 0, paid_with: null }),
      line({ outcome: null, right: null, ms: null, cost_paise: 0 }),
      line({ agent: 1 }),
    ]
    expect(computeFigures(0, all)).toMatchObject({
      runs: 5,
      ended: 4,
      failed: 1,
      judged: 3,
      right: 1,
      median_ms: 200,
      p95_ms: 300,
      cost_paise: 1000,
      case_paise: 333,
      trials: 1,
    })
    expect(median([])).toBeNull()
  })
})

it('an answer in short leaves out the frame of a result and names each part', () => {
  const output = { view: 'codes', document: { file_id: 'x' }, text: 'long', codes: [{ code: 'E11.9', sure: 0.9 }] }
  const parts = splitAnswer(output)
  expect(parts).toEqual([
    { path: 'codes.0.code', value: 'E11.9' },
    { path: 'codes.0.sure', value: 0.9 },
  ])
  expect(summariseAnswer(output, parts)).toBe('codes.0.code: E11.9\ncodes.0.sure: 0.9')
  expect(summariseAnswer('x'.repeat(5000), splitAnswer('x'.repeat(5000)))).toHaveLength(2000)
})
