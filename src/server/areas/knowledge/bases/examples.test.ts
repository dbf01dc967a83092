import { expect, it } from 'vitest'
import { examplesFrom } from './examples.ts'

const row = (document: string, heading: string | null, text = '') => ({ document, heading, text })

it('asks for headings of documents in turn, without their numbers and each once', () => {
  const rows = [row('a.pdf', '1. Leave'), row('b.md', 'Notice period:'), row('a.pdf', 'leave'), row('a.pdf', '2.3 Pay')]
  expect(examplesFrom(rows)).toEqual([
    { query: 'Leave', document: 'a.pdf' },
    { query: 'Notice period', document: 'b.md' },
  ])
})

it('asks for how passages begin where there are no headings', () => {
  const text = 'Everyone has 24 days of leave a year. It can be moved.'
  expect(examplesFrom([row('a.txt', null, text), row('a.txt', null, 'x'.repeat(300))])).toEqual([
    { query: 'Everyone has 24 days of leave a year', document: 'a.txt' },
  ])
})

it('stops at four, and has nothing for nothing', () => {
  expect(
    examplesFrom(['One topic', 'Two topics', 'Three topics', 'Four topics', 'Five'].map((one) => row('a', one))),
  ).toHaveLength(4)
  expect(examplesFrom([])).toEqual([])
})
