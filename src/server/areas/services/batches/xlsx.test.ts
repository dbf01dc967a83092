import { buffer } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { writeXlsx } from './xlsx.ts'

async function* rows() {
  yield ['name', 'total']
  yield ['=HYPERLINK("http://x")', 12.5]
  yield ['<&"> \u0007हिन्दी', null]
}

it('writes a workbook that spreadsheets read, its texts as texts', async () => {
  const book = read(await buffer(writeXlsx('Results & more', rows())), { cellFormula: true })
  expect(book.SheetNames).toEqual(['Results & more'])
  const sheet = book.Sheets['Results & more'] ?? {}
  expect(sheet.A2).toMatchObject({ t: 's', v: '=HYPERLINK("http://x")' })
  expect(sheet.A2.f).toBeUndefined()
  expect(utils.sheet_to_json(sheet, { header: 1, defval: null })).toEqual([
    ['name', 'total'],
    ['=HYPERLINK("http://x")', 12.5],
    ['<&"> हिन्दी', null],
  ])
})
