import { expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

const read = (hit: Parameters<typeof excerptOf>[0]) =>
  excerptOf(hit)
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
