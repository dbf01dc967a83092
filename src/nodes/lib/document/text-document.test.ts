import { expect, it } from 'vitest'
import { cleanText, documentFromText } from './text-document.ts'

it('finds Markdown headings exactly where they stand', () => {
  const { text, headings } = documentFromText('Title\n=====\n\n##  Plan ##\ntext\n\nPart\n----\n#nothing\n# #\n===\n')
  expect(headings.map((heading) => [heading.text, heading.level])).toEqual([
    ['Title', 1],
    ['Plan', 2],
    ['Part', 2],
  ])
  for (const heading of headings) expect(text.slice(heading.start, heading.end)).toBe(heading.text)
})

it('keeps every position while it cleans', () => {
  const hostile = 'a\u0000b\u0008c\ud800d\u007fe'
  expect(cleanText(hostile)).toHaveLength(hostile.length)
  expect(cleanText(hostile)).toBe('a b c\ufffdd e')
})

it('reads an empty text', () => {
  expect(documentFromText('')).toMatchObject({ text: '', headings: [], pages: [{ start: 0, end: 0 }] })
})
