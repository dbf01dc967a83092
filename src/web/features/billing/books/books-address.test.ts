import { expect, it } from 'vitest'
import { booksPath, readBooksState } from './books-address.ts'

const OWNER = '0199a1b2-0000-7000-8000-000000000001'

it.each([
  '/admin/ledger',
  '/admin/ledger?tab=gstr1',
  `/admin/ledger?tab=transactions&account=earnings&owner=${OWNER}&kind=sale&find=order%3A1&page=3`,
])('%s says the same after it was read', (path) => {
  expect(booksPath(readBooksState(new URL(path, 'http://x').searchParams))).toBe(path)
})

it('drops what is no page, no tab and no id', () => {
  const params = new URLSearchParams({ tab: 'x', page: '-4', owner: "1' or 1=1" })
  expect(readBooksState(params)).toMatchObject({ tab: 'balance', page: 1, owner: '' })
})
