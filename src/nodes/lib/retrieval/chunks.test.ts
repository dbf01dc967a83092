import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { chunk } from './chunks.ts'

const TEXT = '# One\nAlpha is first. Beta is second. Gamma is third.\n\n# Two\nDelta is fourth. Epsilon is fifth.'

describe('chunks', () => {
  it('keeps whole sentences under their heading and repeats some', () => {
    const chunks = chunk(documentFromText(TEXT), { max_chars: 39, overlap_chars: 20 })
    expect(chunks.map((one) => [one.heading, one.text])).toEqual([
      ['One', '# One\nAlpha is first. Beta is second.'],
      ['One', 'Beta is second. Gamma is third.'],
      ['Two', '# Two\nDelta is fourth.'],
      ['Two', 'Epsilon is fifth.'],
    ])
  })

  it('knows the page a chunk starts on', () => {
    const document = documentFromText('First page text.\n\nSecond page text.')
    document.pages = [
      { page: 1, start: 0, end: 16, width: 595, height: 842 },
      { page: 2, start: 18, end: 35, width: 595, height: 842 },
    ]
    expect(chunk(document, { max_chars: 17, overlap_chars: 0 }).map((one) => one.page)).toEqual([1, 2])
  })

  it('covers the text with exact offsets whatever the sizes', () => {
    const texts = fc.string({ unit: fc.constantFrom('Word', ' ', '. ', '\n', '# H\n', 'é', '🙂'), maxLength: 200 })
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        (text, max_chars, overlap_chars) => {
          const document = documentFromText(text)
          const chunks = chunk(document, { max_chars, overlap_chars })
          let covered = 0
          for (const { start, end, text: words } of chunks) {
            expect(document.text.slice(start, end)).toBe(words)
            if (start > covered) expect(document.text.slice(covered, start).trim()).toBe('')
            expect(end).toBeGreaterThan(covered)
            covered = end
          }
          expect(document.text.slice(covered).trim()).toBe('')
        },
      ),
    )
  })
})
