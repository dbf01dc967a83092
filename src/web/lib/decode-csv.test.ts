import { expect, it } from 'vitest'
import { decodeCsv } from './decode-csv.ts'

const HEAD = 'name,tagline\r\nBücher,पाठ'

it('reads UTF-8, with and without a mark, and UTF-16 with one', () => {
  expect(decodeCsv(new TextEncoder().encode(HEAD))).toBe(HEAD)
  expect(decodeCsv(new TextEncoder().encode(`\ufeff${HEAD}`))).toBe(HEAD)
  expect(decodeCsv(Buffer.from(`\ufeff${HEAD}`, 'utf16le'))).toBe(HEAD)
  expect(decodeCsv(Buffer.from(`\ufeff${HEAD}`, 'utf16le').swap16())).toBe(HEAD)
})

it('takes no other encoding and no binary file for a text', () => {
  expect(decodeCsv(Buffer.from('B\xfccher', 'latin1'))).toBeNull()
  expect(decodeCsv(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]))).toBeNull()
  expect(decodeCsv(Buffer.from(HEAD, 'utf16le'))).toBeNull()
})
