import { expect, it } from 'vitest'
import { nearestTo, slips } from './spelling.ts'

it.each([
  ['contract', 'contract', 0],
  ['contarct', 'contract', 1],
  ['sumary', 'summary', 1],
  ['reumse', 'resume', 2],
  ['vacation', 'location', 2],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('counts the slips between “%s” and “%s”', (a, b, expected) => {
  expect([slips(a, b), slips(b, a)]).toEqual([expected, expected])
})

it('takes a word for the nearest ones only', () => {
  expect(nearestTo('invioce', ['invoices', 'voice', 'invoice'])).toEqual(['invoice'])
  expect(nearestTo('wage', ['page', 'water', 'age'])).toEqual(['page', 'age'])
  expect(nearestTo('medieval', ['medical', 'retrieval'])).toEqual(['medical'])
  expect(nearestTo('sword', [])).toEqual([])
})
