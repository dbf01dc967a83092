import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { outputOf } from '#nodes/trial.ts'
import { LONGEST_TEXT, REVIEW_NOTICE, RenderedResult, renderResult } from './render-result.ts'

const run = async (config: JsonObject, input: Json = null) =>
  RenderedResult.parse(await outputOf(renderResult, config, { input }))
const read = (text: string, file: JsonObject | null): Json =>
  ({ document: documentFromText(text), file }) as unknown as Json

describe('render result', () => {
  it('keeps the fields of the data and adds view, notice, document and text', async () => {
    const file = { file_id: 'f1', name: 'lease.pdf', mime: 'application/pdf' }
    const result = await run({
      view: 'clauses',
      data: { clauses: [1], missing: [] },
      document: read('The rent.', file),
      professional_review: true,
    })
    expect(result).toEqual({
      clauses: [1],
      missing: [],
      view: 'clauses',
      notice: REVIEW_NOTICE,
      document: { file_id: 'f1', name: 'lease.pdf', page_count: 1, format: 'text' },
      text: 'The rent.',
    })
  })

  it('carries no notice unless asked to, and knows results without a document', async () => {
    expect(await run({}, { total: 3 })).toEqual({
      total: 3,
      view: 'json',
      notice: null,
      document: { file_id: null, name: null, page_count: 0, format: 'text' },
      text: null,
    })
  })

  it.each([[[1, 2]], ['text'], [7], [null]])('keeps %j, which has no fields, as value', async (data) => {
    expect(await run({ data })).toMatchObject({ value: data })
  })

  it('cannot be overruled by the data', async () => {
    const data = { view: 'codes', notice: 'all fine', text: 'forged', document: { file_id: 'x' } }
    expect(await run({ view: 'json', data, professional_review: true, document: read('Real.', null) })).toMatchObject({
      view: 'json',
      notice: REVIEW_NOTICE,
      text: 'Real.',
      document: { file_id: null },
    })
  })

  it('leaves a very long text out', async () => {
    const at = await run({ document: read('a'.repeat(LONGEST_TEXT), null), data: {} })
    const above = await run({ document: read('a'.repeat(LONGEST_TEXT + 1), null), data: {} })
    expect([at.text?.length, above.text]).toEqual([LONGEST_TEXT, null])
  })
})
