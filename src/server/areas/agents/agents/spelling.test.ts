import { expect, it } from 'vitest'
import { editDistance, findNearestWords } from './spelling.ts'

it.each([
  ['contract', 'contract', 0],
  ['contarct', 'contract', 1],
  ['sumary', 'summary', 1],
  ['reumse', 'resume', 2],
  ['vacation', 'location', 2],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('counts the slips between “%s” and “%s”', (a, b, expected) => {
  expect([editDistance(a, b), editDistance(b, a)]).toEqual([expected, expected])
})

it('takes a word for the nearest ones only', () => {
  expect(findNearestWords('invioce', ['invoices', 'voice', 'invoice'])).toEqual(['invoice'])
  expect(findNearestWords('wage', ['page', 'water', 'age'])).toEqual(['page', 'age'])
  expect(findNearestWords('medieval', ['medical', 'retrieval'])).toEqual(['medical'])
  expect(findNearestWords('sword', [])).toEqual([])
})
