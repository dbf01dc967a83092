import { describe, expect, it } from 'vitest'
import { findHits, foldText, MOST_HITS, placeHits } from './search-hits.ts'

const found = (text: string, words: string) =>
  findHits(foldText(text), words).map(({ start, end }) => text.slice(start, end))

describe('searching the text of a document', () => {
  it('finds words in any case, over line ends and several blanks', () => {
    expect(found('Acute\n  Kidney injury, acute kidney INJURY', 'acute kidney injury')).toEqual([
      'Acute\n  Kidney injury',
      'acute kidney INJURY',
    ])
  })

  it('finds nothing for blanks, and takes signs of patterns as they are', () => {
    expect(found('a b', '   ')).toEqual([])
    expect(found('cost (₹) is 5.0', '(₹)')).toEqual(['(₹)'])
    expect(found('5x0', '5.0')).toEqual([])
  })

  it('keeps places right after letters whose small form is longer', () => {
    expect(found('İİ Delhi', 'delhi')).toEqual(['Delhi'])
    expect(found('मधुमेह और तनाव', 'तनाव')).toEqual(['तनाव'])
  })

  it('stops at so many hits, also in a long text', () => {
    expect(found('aa '.repeat(30_000), 'a')).toHaveLength(MOST_HITS)
  })
})

describe('where hits are on the pages', () => {
  const items = [
    { start: 0, end: 10, page: 1, box: [0, 0, 1, 0.1] as [number, number, number, number] },
    { start: 11, end: 21, page: 2, box: [0, 0.2, 0.5, 0.3] as [number, number, number, number] },
  ]

  it('takes the part of a line that the hit covers, and a box for each line', () => {
    expect(placeHits([{ start: 2, end: 4 }], items)).toEqual([{ page: 1, boxes: [[0.2, 0, 0.4, 0.1]] }])
    expect(placeHits([{ start: 5, end: 16 }], items)).toEqual([
      {
        page: 1,
        boxes: [
          [0.5, 0, 1, 0.1],
          [0, 0.2, 0.25, 0.3],
        ],
      },
    ])
  })

  it('says page 0 for words that no page shows', () => {
    expect(placeHits([{ start: 40, end: 44 }], items)).toEqual([{ page: 0, boxes: [] }])
  })
})
