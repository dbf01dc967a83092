import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { busy } from '#test/support/busy.ts'
import { MAX_SENTENCE, sentences } from './sentences.ts'

const split = (text: string): string[] => sentences(text).map(({ start, end }) => text.slice(start, end))

describe('sentences', () => {
  it('does not stop at abbreviations, initials, sums and wrapped lines', () => {
    expect(split('M/s. Rao & Co. Ltd. pays Rs. 5,000 p.a. to Mr. K. Iyer under cl. 4.\nIt is\nfinal. Yes!')).toEqual([
      'M/s. Rao & Co. Ltd. pays Rs. 5,000 p.a. to Mr. K. Iyer under cl. 4.',
      'It is\nfinal.',
      'Yes!',
    ])
  })

  it('stops at empty lines, list marks and rows of a table', () => {
    expect(split('Heading\n\nThe parties agree:\n(a) one;\n(b) two\n1.2 Three\nName\t2024\nBeds\t12')).toEqual([
      'Heading',
      'The parties agree:',
      '(a) one;',
      '(b) two',
      '1.2 Three',
      'Name\t2024',
      'Beds\t12',
    ])
  })

  it('continues over a page break', () => {
    expect(split('The courts at Pune\n\nshall decide.\n\nSchedule\n\na) One')).toEqual([
      'The courts at Pune\n\nshall decide.',
      'Schedule',
      'a) One',
    ])
  })

  it('covers every visible character once, in order, within the limit', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '1', ')', '\t', '”', 'Rs', '🙂'),
      maxLength: 300,
    })
    fc.assert(
      fc.property(texts, (text) => {
        const spans = sentences(text)
        let at = 0
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(text.slice(at, start).trim()).toBe('')
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
          at = end
        }
        expect(text.slice(at).trim()).toBe('')
      }),
    )
  })

  it('cuts a megabyte without a full stop in linear time', () => {
    const spent = busy()
    const spans = sentences('word '.repeat(200_000))
    expect(spent()).toBeLessThan(3_000)
    expect(spans.every(({ start, end }) => end - start <= MAX_SENTENCE)).toBe(true)
    expect(sentences('🙂'.repeat(5_000)).every(({ end }) => end % 2 === 0)).toBe(true)
  })
})
