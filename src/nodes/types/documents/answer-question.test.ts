import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { chunk } from '#nodes/lib/retrieval/chunks.ts'
import { trialEmbed } from '#nodes/lib/retrieval/trial-embed.ts'
import { outputOf } from '#nodes/trial.ts'
import { busy } from '#test/support/busy.ts'
import { AnswerReport, answerQuestion } from './answer-question.ts'

const LEASE = readFileSync('src/nodes/lib/legal/fixtures/lease.txt', 'utf8')
const run = async (config: JsonObject, input: Json = null) =>
  AnswerReport.nullable().parse(await outputOf(answerQuestion, config, { input, ports: { embed: trialEmbed } }))

describe('answer question', () => {
  it.each([
    ['How much is the monthly rent?', '1,25,000'],
    ['What is the security deposit?', '7,50,000'],
    ['When does the lease end?', '29th February 2028'],
    ['Who pays the stamp duty?', 'borne equally'],
    ['What interest is due on late rent?', '18% per annum'],
    ['May the tenant sublet?', 'sublet'],
  ])('%s', async (question, words) => {
    const found = await run({ question, document: LEASE })
    expect(found?.found).toBe(true)
    expect(found?.answer).toContain(words)
    expect(found?.confidence).toBeGreaterThan(0.4)
    for (const { text, start, end } of found?.citations ?? []) expect(LEASE.slice(start, end)).toBe(text)
  })

  it.each(['Does the contract allow pets?', 'What is the capital of France?', 'Who won the match?', '???'])(
    'says that it is not found: %s',
    async (question) => {
      expect(await run({ question, document: LEASE })).toMatchObject({
        found: false,
        answer: null,
        message: 'Not found in the document',
        confidence: 0,
        citations: [],
      })
    },
  )

  it('cites the page and answers from given passages', async () => {
    const text = 'Alpha was built in 1998.\n\nBeta was built in 2004.'
    const document = documentFromText(text)
    document.pages = [
      { page: 1, start: 0, end: 24, width: 595, height: 842 },
      { page: 2, start: 26, end: 49, width: 595, height: 842 },
    ]
    document.items = [{ start: 26, end: 49, page: 2, box: [0, 0.25, 1, 0.5] }]
    const chunks = chunk(document, { max_chars: 30, overlap_chars: 0 })
    const config = { question: 'When was Beta built?', document, chunks } as unknown as JsonObject
    const found = await run(config)
    expect(found?.citations[0]).toMatchObject({
      text: 'Beta was built in 2004.',
      page: 2,
      boxes: [[0, 0.25, 1, 0.5]],
    })
  })

  it.each<JsonObject>([{}, { question: '' }, { question: '  ' }, { question: null }])(
    'gives nothing for %j',
    async (config) => {
      expect(await run(config, { text: LEASE })).toBeNull()
    },
  )

  it('takes linear time on a megabyte', async () => {
    const spent = busy()
    const document = `${'The rent is due on the fifth. Nothing else matters here. '.repeat(18_000)}The deposit is ten rupees.`
    const found = await run({ question: 'What is the deposit?', document })
    expect(found?.answer).toContain('ten rupees')
    expect(spent()).toBeLessThan(12_000)
  })

  it('asks for a document only when there is a question', async () => {
    await expect(run({ question: 'Why?' })).rejects.toMatchObject({ code: 'document_missing' })
  })
})
