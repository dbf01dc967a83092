import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { outputOf } from '#nodes/trial.ts'
import { busy } from '#test/support/busy.ts'
import { Insight, outlineDocument } from './outline-document.ts'

const REPORT = `# Annual Report
Sunrise Hospital, Pune

## Summary
Sunrise Hospital treated 18,420 patients in 2025. The hospital earned revenue of ₹84.6 crore. Patients of the hospital waited 27 minutes on average. Revenue of the hospital grew with the number of patients.

## People
Dr. Meera Kulkarni was appointed on 1 August 2025. Write to quality@sunrise.example or call +91 20 2555 0100.
Our GSTIN is 27AAPFU0939F1ZV and our PAN is AAPFU0939F. Invoice No. INV/2025/114 is enclosed.
"Net Margin" means the profit after tax divided by revenue. See https://sunrise.example/report for more.`

const run = async (config: JsonObject, input: Json = null) =>
  Insight.parse(await outputOf(outlineDocument, config, { input }))

describe('outline document', () => {
  it('gives title, outline and facts with exact places', async () => {
    const { title, outline, facts, counts } = await run({ document: REPORT })
    expect(title).toBe('Annual Report')
    expect(outline.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Annual Report'],
      [2, 'Summary'],
      [2, 'People'],
    ])
    expect(facts.dates.map((date) => date.iso)).toEqual(['2025-08-01'])
    expect(facts.amounts).toMatchObject([{ currency: 'INR', value: 846_000_000, purpose: 'revenue' }])
    expect(facts.emails.map((one) => one.value)).toEqual(['quality@sunrise.example'])
    expect(facts.phones.map((one) => one.value)).toEqual(['+91 20 2555 0100'])
    expect(facts.links.map((one) => one.value)).toEqual(['https://sunrise.example/report'])
    expect(facts.ids.map((one) => [one.type, one.value])).toEqual([
      ['GSTIN', '27AAPFU0939F1ZV'],
      ['PAN', 'AAPFU0939F'],
      ['invoice', 'INV/2025/114'],
    ])
    expect(facts.people.map((one) => one.value)).toEqual(['Dr. Meera Kulkarni'])
    expect(facts.organisations).toMatchObject([{ value: 'Sunrise Hospital', count: 2 }])
    expect(facts.definitions.map((one) => one.term)).toEqual(['Net Margin'])
    expect(counts.characters).toBe(REPORT.length)
    for (const list of [outline, ...Object.values(facts)]) {
      for (const { text, start, end } of list) expect(REPORT.slice(start, end)).toBe(text)
    }
  })

  it('names the sentences that share most with the others, in reading order', async () => {
    const { facts } = await run({ document: REPORT, key_sentences: 2 })
    const starts = facts.key_sentences.map((one) => one.start)
    expect(starts).toEqual([...starts].sort((a, b) => a - b))
    expect(facts.key_sentences.map((one) => one.text).join(' ')).toContain('Revenue of the hospital grew')
    expect((await run({ document: REPORT, key_sentences: 0 })).facts.key_sentences).toEqual([])
  })

  it('brings tables with their head, and finds headings by number where there is no layout', async () => {
    const text = '1. SCOPE\nAll of it.\n\n2. PRICE\nBeds\t12\nNurses\t40\n\n2.1 Discounts\nNone.'
    const document = documentFromText(text)
    document.tables = [
      {
        page: 1,
        rows: [
          ['Item', 'Count'],
          ['Beds', '12'],
          ['Nurses', '40'],
        ],
        start: 30,
        end: 47,
      },
    ]
    const { tables, outline } = await run({}, { document, file: null } as unknown as Json)
    expect(tables).toMatchObject([
      {
        header: ['Item', 'Count'],
        rows: [
          ['Beds', '12'],
          ['Nurses', '40'],
        ],
        row_count: 2,
      },
    ])
    expect(outline.map(({ level, text: words }) => [level, words])).toEqual([
      [1, 'SCOPE'],
      [1, 'PRICE'],
      [2, 'Discounts'],
    ])
  })

  it('stays linear and bounded on hostile texts', async () => {
    const pieces = [
      'a@',
      'A a ',
      'Dr. A ',
      '"a" means ',
      '9 ',
      'www.',
      'Name: A B ',
      'order no. ',
      'The cat sat on the mat today. ',
    ]
    for (const piece of pieces) {
      const spent = busy()
      const { facts } = await run({ document: `x ${piece.repeat(500_000 / piece.length)}` })
      expect(spent(), piece).toBeLessThan(6_000)
      for (const list of Object.values(facts)) expect(list.length).toBeLessThanOrEqual(100)
    }
  }, 60_000)

  it('refuses an empty document', async () => {
    await expect(run({ document: ' ' })).rejects.toMatchObject({ code: 'document_empty' })
  })
})
