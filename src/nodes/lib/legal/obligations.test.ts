import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { outputOf } from '#nodes/trial.ts'
import { compareVersions } from '#nodes/types/legal/compare-versions.ts'
import { contractPartiesDates } from '#nodes/types/legal/contract-parties-dates.ts'
import { extractObligations } from '#nodes/types/legal/extract-obligations.ts'
import { busy } from '#test/support/busy.ts'

type Found = {
  obligations: {
    who: string | null
    kind: string
    what: string
    text: string
    start: number
    end: number
    theme: string
    recurring: string | null
    deadline: { days: number | null; date: string | null; text: string } | null
    condition: string | null
  }[]
  by_party: { who: string; duties: number; prohibitions: number }[]
}
const text = (name: string): string => readFileSync(`src/nodes/legal/fixtures/${name}.txt`, 'utf8')
const run = async (document: Json, config: JsonObject = {}) =>
  (await outputOf(extractObligations, { document, ...config })) as unknown as Found
const short = ({ obligations }: Found) =>
  obligations.map(({ who, kind, what }) => [who, kind, what.split(' ').slice(0, 3).join(' ')])

describe('extract obligations', () => {
  it('names who must do what by when, with the place', async () => {
    const document =
      'LEASE\n\n1. Rent. The Lessee shall pay the rent of Rs. 40,000 every month on or before the 5th day of each calendar month and shall not sublet the premises.\n\n2. Deposit. The deposit shall be refunded by the Lessor within thirty days of vacating.\n\n3. Notice. If the roof leaks, the Lessee must notify the Lessor by 31 March 2026.'
    const found = await run(document)
    expect(short(found)).toEqual([
      ['Lessee', 'duty', 'pay the rent'],
      ['Lessee', 'prohibition', 'sublet the premises.'],
      ['Lessor', 'duty', 'be refunded by'],
      ['Lessee', 'duty', 'notify the Lessor'],
    ])
    expect(found.obligations[0]).toMatchObject({ theme: 'payment', recurring: 'every month' })
    expect(found.obligations[2]?.deadline).toMatchObject({ days: 30 })
    expect(found.obligations[3]).toMatchObject({ deadline: { date: '2026-03-31' }, condition: 'If the roof leaks' })
    for (const { start, end, text: words } of found.obligations) expect(document.slice(start, end)).toBe(words)
    expect(found.by_party).toEqual([
      { who: 'Lessee', duties: 2, prohibitions: 1 },
      { who: 'Lessor', duties: 1, prohibitions: 0 },
    ])
  })

  it('gives the items of a list the party above it', async () => {
    const found = await run(
      'The Receiving Party shall:\n(a) keep the information secret;\n(b) return it within 10 days; and\n(c) not copy it.',
    )
    expect(short(found)).toEqual([
      ['Receiving Party', 'duty', 'keep the information'],
      ['Receiving Party', 'duty', 'return it within'],
      ['Receiving Party', 'prohibition', 'not copy it.'],
    ])
  })

  it('asks nothing of anybody in what a contract merely states', async () => {
    const found = await run(
      'This agreement shall be governed by the laws of India. The term shall commence on 1 May 2026. "Party" shall mean a party. The notice shall be deemed received.',
    )
    expect(found.obligations).toEqual([])
  })

  it('keeps only what has a time when asked', async () => {
    const all = await run(text('employment'))
    const timed = await run(text('employment'), { only_with_deadline: true })
    expect(timed.obligations.length).toBeLessThan(all.obligations.length)
    expect(timed.obligations.length).toBeGreaterThan(2)
  })

  it('bears hostile text and refuses none', async () => {
    expect((await run(text('hostile'))).obligations).toBeInstanceOf(Array)
    await expect(run('')).rejects.toMatchObject({ code: 'document_empty' })
  })
})

describe('parties, dates and amounts', () => {
  it('are a node of their own', async () => {
    const found = await outputOf(contractPartiesDates, { document: text('services') })
    expect(found).toMatchObject({
      contract_type: 'services',
      parties: [{ role: 'Client' }, { role: 'Service Provider' }],
      amounts: [{ value: 450_000 }],
    })
    await expect(outputOf(contractPartiesDates, {}, { input: 3 })).rejects.toMatchObject({ code: 'document_missing' })
  })
})

describe('compare versions', () => {
  const compare = (before: string, after: string) =>
    outputOf(compareVersions, { before, after }) as Promise<{
      changes: {
        type: string
        heading: string | null
        number_before: string | null
        number_after: string | null
        risk: string | null
        reasons: { level: string; reason: string }[]
        diff: { op: string; text: string }[]
        before: { text: string } | null
      }[]
      summary: JsonObject
    }>
  const nda = text('nda')

  it('finds nothing in the same text, whatever its white space', async () => {
    expect((await compare(nda, nda.replaceAll('. ', '.  '))).summary).toMatchObject({ same: true, changed: 0 })
  })

  it('tells figures, negations, duties and whole clauses apart, past a renumbering', async () => {
    const later = nda
      .replace('two (2) years', 'five (5) years')
      .replace('shall not disclose it', 'may disclose it')
      .replace('6. No Licence.', '6. Residuals. Residuals may be used at its sole discretion.\n\n7. No Licence.')
      .replace(/8\. Return[^\n]+\n\n/, '')
      .replace('laws of the State of California', 'laws of India')
    const { changes, summary } = await compare(nda, later)
    expect(summary).toMatchObject({ added: 1, removed: 1, changed: 3, moved: 0 })
    const of = (part: string) => changes.find(({ diff }) => diff.some(({ text: words }) => words.includes(part)))
    expect(of('shall not')).toMatchObject({ type: 'changed', risk: 'high' })
    expect(of('five')?.reasons.map(({ reason }) => reason)).toContain('Periods: 2 years became 5 years.')
    expect(of('India')?.risk).toBe('medium')
    expect(of('Return of Materials')).toMatchObject({ type: 'removed', number_before: '8' })
    for (const { before, diff } of changes)
      if (before)
        expect(
          diff
            .filter(({ op }) => op !== 'added')
            .map(({ text: words }) => words)
            .join('')
            .replace(/\s+/g, ' '),
        ).toBe(before.text.replace(/\s+/g, ' '))
  })

  it('sees a clause that was only moved', async () => {
    const [one, two, three] = [
      '1. Pets. No pets are kept in the house at any time.',
      '2. Rent. The rent is due on the fifth day.',
      '3. Keys. Keys are returned on leaving.',
    ]
    const { summary } = await compare(
      [one, two, three].join('\n\n'),
      [two?.replace('2.', '1.'), three?.replace('3.', '2.'), one?.replace('1.', '3.')].join('\n\n'),
    )
    expect(summary).toMatchObject({ moved: 1, added: 0, removed: 0, changed: 0 })
  })

  it('names the version that is missing', async () => {
    await expect(outputOf(compareVersions, { after: 'x' })).rejects.toMatchObject({
      code: 'document_missing',
      field: 'before',
    })
    await expect(compare('words', ' ')).rejects.toMatchObject({ code: 'document_empty', field: 'after' })
  })

  it('stays quick where everything differs', async () => {
    const spent = busy()
    await compare('a '.repeat(100_000), 'b '.repeat(100_000))
    expect(spent()).toBeLessThan(5_000)
  })
})
