import { expect, it } from 'vitest'
import { excerptMarkdown, excerptPieces, excerptSpan } from './excerpt.ts'

const read = (hit: Parameters<typeof excerptSpan>[0] & Parameters<typeof excerptPieces>[0]) =>
  excerptPieces(hit, excerptSpan(hit))
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

const text = '# Leave\n\nEveryone has 24 days of leave a year. It is asked for in writing.'

it('marks the words of the search in the sentences that speak of it', () => {
  expect(
    read({
      text,
      headings: [],
      quote: 'Everyone has 24 days of leave a year.',
      marks: [
        [2, 7],
        [25, 29],
        [33, 38],
      ],
    }),
  ).toBe('Everyone has 24 [days] of [leave] a year.')
})
it('leaves out a heading that is written above it, and shows what follows a heading alone', () => {
  const marks: [number, number][] = [[2, 7]]
  expect(read({ text, headings: ['Leave'], quote: '# Leave\n\nEveryone has 24 days of leave a year.', marks })).toBe(
    'Everyone has 24 days of leave a year.',
  )
  expect(read({ text, headings: ['Leave'], quote: '# Leave', marks })).toBe(text.slice(9))
  expect(read({ text: '# Leave', headings: ['Leave'], quote: '# Leave', marks })).toBe('# [Leave]')
})

const FEES =
  '# Fees\n\nWhat a **visit costs. It is paid** before.\n\n| Visit | Fee |\n| --- | --- |\n| First | 800 |\n| Second | 500 |\n\n- Bring a card\n- Bring letters'
const partOf = (words: string, text = FEES) => {
  const from = text.indexOf(words)
  return excerptMarkdown(text, [from, from + words.length])
}

it('shows a row with the heading of its table, and a line of a list with its mark', () => {
  expect(partOf('| Second | 500 |')).toBe('| Visit | Fee |\n| --- | --- |\n| Second | 500 |')
  expect(partOf('| Visit | Fee |')).toBe('| Visit | Fee |\n| --- | --- |\n| First | 800 |')
  expect(partOf('Bring letters')).toBe('- Bring letters')
})
it('shows rows without a heading as words, and no half of a pair of marks', () => {
  expect(partOf('| Second | 500 |', '| First | 800 |\n| Second | 500 |')).toBe('Second · 500')
  expect(partOf('It is paid** before.')).toBe('It is paid before.')
  expect(partOf('What a **visit costs.')).toBe('What a visit costs.')
})
it('ends a long part at a word, and shows a table that begins in it whole', () => {
  expect(excerptMarkdown('word '.repeat(400), [0, 2000])).toHaveLength(599)
  expect(partOf('It is paid** before.\n\n| Visit | Fee |')).toContain('| Second | 500 |')
})
