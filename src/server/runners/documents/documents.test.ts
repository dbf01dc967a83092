import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParsedDocument } from '#nodes/ports.ts'
import { workForServer } from '#nodes/work-for.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { docx, pdf, rawPdf } from '#test/support/files.ts'

let runners: Runners
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chowk-documents-'))
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
})
afterAll(async () => {
  await runners.stop()
  rmSync(folder, { recursive: true })
})

const never = workForServer(new AbortController().signal)
let count = 0
const saved = (bytes: Uint8Array | string): string => {
  const path = join(folder, String(count++))
  writeFileSync(path, bytes)
  return path
}
const parse = (bytes: Uint8Array | string): Promise<ParsedDocument> => runners.documents.parse(saved(bytes), never)

/** Every position is inside the text, in order, and every box inside the page. */
const expectSound = (document: ParsedDocument): void => {
  const { text, pages, items, tables, headings } = document
  for (const span of [...pages, ...items, ...tables, ...headings]) {
    expect(span.start).toBeGreaterThanOrEqual(0)
    expect(span.end).toBeLessThanOrEqual(text.length)
    expect(span.end).toBeGreaterThanOrEqual(span.start)
  }
  for (const [i, item] of items.entries()) {
    const page = pages[item.page - 1]
    expect(item.start).toBeGreaterThanOrEqual(Math.max(page?.start ?? 0, items[i - 1]?.end ?? 0))
    expect(item.end).toBeLessThanOrEqual(page?.end ?? 0)
    const [x0, y0, x1, y1] = item.box
    expect([x0 >= 0, y0 >= 0, x1 <= 1, y1 <= 1, x1 >= x0, y1 >= y0].every(Boolean)).toBe(true)
    expect(text.slice(item.start, item.end).trim()).not.toBe('')
  }
  for (const heading of headings) expect(text.slice(heading.start, heading.end)).toBe(heading.text)
  expect(text.isWellFormed()).toBe(true)
}
const itemOf = (document: ParsedDocument, words: string) => {
  const at = document.text.indexOf(words)
  const item = document.items.find(({ start, end }) => at >= start && at < end)
  if (item === undefined) throw new Error(`no item for ${words}`)
  return item
}

describe('PDF text', () => {
  it('has exact places', async () => {
    const bytes = await pdf(
      (page) => {
        page.fontSize(10).text('The left top', 0, 0, { lineBreak: false })
        page.text('in the middle', 297.64, 420.94, { lineBreak: false })
      },
      { margin: 0, info: { Title: 'A title', Author: 'An author' } },
    )
    const document = await parse(bytes)
    expectSound(document)
    expect(document.meta).toEqual({ title: 'A title', author: 'An author', page_count: 1, format: 'pdf' })
    expect(document.pages[0]).toMatchObject({ width: 595.28, height: 841.89 })
    const [x0, y0, x1, y1] = itemOf(document, 'left').box
    expect(x0).toBeCloseTo(0, 2)
    expect(y0).toBeCloseTo(0, 2)
    expect(x1).toBeCloseTo((12 * 4.6) / 595, 1)
    expect(y1).toBeLessThan(0.02)
    const middle = itemOf(document, 'middle').box
    expect(middle[0]).toBeCloseTo(0.5, 2)
    expect(middle[1]).toBeCloseTo(0.5, 2)
  })
  it('is read by rows, paragraphs and headings', async () => {
    const bytes = await pdf((page) => {
      page.fontSize(20).text('Discharge summary').moveDown()
      page.fontSize(14).text('History').moveDown(0.5)
      page.fontSize(10).text('The patient was admitted with fever. '.repeat(8)).moveDown()
      page.fontSize(14).text('Plan').moveDown(0.5)
      page.fontSize(10).text('Antibiotics for seven days. '.repeat(8))
    })
    const document = await parse(bytes)
    expectSound(document)
    expect(document.headings.map(({ text, level }) => [text, level])).toEqual([
      ['Discharge summary', 1],
      ['History', 2],
      ['Plan', 2],
    ])
    expect(document.text.split('\n\n').length).toBeGreaterThanOrEqual(5)
  })
  it('reads two columns one after the other', async () => {
    const [left, right] = ['alpha', 'omega'].map((word) =>
      Array.from({ length: 60 }, (_, i) => `${word}${i}`).join(' '),
    )
    const bytes = await pdf((page) => {
      page.fontSize(18).text('A title over both columns of the page', 60, 50)
      page.fontSize(10).text(left ?? '', 60, 100, { width: 220, align: 'justify' })
      page.text(right ?? '', 320, 100, { width: 220, align: 'justify' })
      page.text('A line at the foot that goes over the whole width of the page, from the left to the right.', 60, 700, {
        width: 480,
      })
    })
    const document = await parse(bytes)
    expectSound(document)
    const words = document.text.split(/\s+/)
    const order = ['title', 'alpha0', 'alpha30', 'alpha59', 'omega0', 'omega59', 'foot'].map((word) =>
      words.indexOf(word),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(Math.min(...order)).toBeGreaterThanOrEqual(0)
  })
  it('keeps forms and tables row by row, and finds the table', async () => {
    const rows = [
      ['Test', 'Date', 'Result'],
      ['Lactate', '08-Oct-2015', '6.1'],
      ['Creatinine', '08-Oct-2015', '170'],
      ['INR', '09-Oct-2015', '1.1'],
      ['Sodium', '10-Oct-2015', '139'],
    ]
    const bytes = await pdf((page) => {
      page
        .fontSize(10)
        .text('These are the results of the laboratory, as they came in over the first three days of the stay.')
      for (const [i, row] of rows.entries())
        for (const [j, cell] of row.entries()) page.text(cell, 80 + j * 150, 150 + i * 18, { lineBreak: false })
    })
    const document = await parse(bytes)
    expectSound(document)
    expect(document.tables.map((table) => table.rows)).toEqual([rows])
    const [table] = document.tables
    expect(document.text.slice(table?.start, table?.end)).toBe(rows.map((row) => row.join('\t')).join('\n'))
  })
  it.each([0, 90, 180, 270])(
    'has the same reading order and matching boxes on a page turned by %i degrees',
    async (angle) => {
      const content = 'BT /F1 12 Tf 100 700 Td (First line here) Tj 0 -20 Td (Second line here) Tj ET'
      const document = await parse(
        rawPdf([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate ${angle} /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
          `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        ]),
      )
      expectSound(document)
      expect(document.text).toBe('First line here\nSecond line here')
      const [first] = document.items
      const [x0, y0, x1, y1] = first?.box ?? [0, 0, 0, 0]
      const middle = [(x0 + x1) / 2, (y0 + y1) / 2]
      const [across, down] = [0.24, 0.12]
      const expected = {
        0: [across, down],
        90: [1 - down, across],
        180: [1 - across, 1 - down],
        270: [down, 1 - across],
      }[angle]
      expect(middle[0]).toBeCloseTo(expected?.[0] ?? 0, 1)
      expect(middle[1]).toBeCloseTo(expected?.[1] ?? 0, 1)
    },
  )
  it('sets a stamp across the page apart from the text', async () => {
    const bytes = await pdf((page) => {
      page.fontSize(10)
      for (let i = 0; i < 12; i++) page.text(`This is line number ${i} of the letter.`, 72, 100 + i * 16)
      page
        .rotate(90, { origin: [300, 300] })
        .fontSize(40)
        .text('CONFIDENTIAL', 250, 290, { lineBreak: false })
    })
    const document = await parse(bytes)
    expectSound(document)
    expect(document.text).toMatch(/line number 5 of the letter\.\nThis is line number 6/)
    expect(document.text.endsWith('CONFIDENTIAL')).toBe(true)
  })
  it('keeps pages apart', async () => {
    const bytes = await pdf((page) => {
      for (let i = 1; i <= 5; i++) {
        if (i > 1) page.addPage()
        page.text(`This is page ${i}`)
      }
    })
    const document = await parse(bytes)
    expectSound(document)
    expect(document.pages.map(({ page, start, end }) => [page, document.text.slice(start, end)])).toEqual(
      [1, 2, 3, 4, 5].map((page) => [page, `This is page ${page}`]),
    )
  })
  it('answers a page without text with an empty text', async () => {
    const document = await parse(await pdf((page) => page.rect(10, 10, 50, 50).fill()))
    expect(document).toMatchObject({ text: '', items: [], meta: { page_count: 1 } })
  })
})

describe('DOCX', () => {
  it('has text, headings and tables with exact positions', async () => {
    const rows = [
      ['Party', 'Role'],
      ['Acme', 'Supplier'],
    ]
    const bytes = await docx([
      { heading: 1, text: 'Services agreement' },
      { text: 'This agreement is made between the parties.' },
      { heading: 2, text: '1. Parties' },
      { text: '', rows },
      { text: 'Signed in Pune.' },
    ])
    const document = await parse(bytes)
    expectSound(document)
    expect(document.meta).toMatchObject({ format: 'docx', title: 'Services agreement', page_count: 1 })
    expect(document.headings.map(({ text, level }) => [text, level])).toEqual([
      ['Services agreement', 1],
      ['1. Parties', 2],
    ])
    expect(document.tables.map((table) => table.rows)).toEqual([rows])
    expect(document.text).toBe(
      'Services agreement\nThis agreement is made between the parties.\n\n1. Parties\nParty\tRole\nAcme\tSupplier\nSigned in Pune.',
    )
  })
})

describe('text files', () => {
  const words = 'Größe: 12 µg\nNächste Zeile'
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(words)])],
    ['UTF-16LE with mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(words, 'utf16le')])],
    ['UTF-16BE with mark', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(words, 'utf16le').swap16()])],
    ['UTF-16LE', Buffer.from(words, 'utf16le')],
    ['UTF-16BE', Buffer.from(words, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(words, 'latin1')],
    ['CRLF', Buffer.from(words.replace('\n', '\r\n'))],
  ])('are read in %s', async (_name, bytes) => {
    const document = await parse(bytes)
    expect(document.text).toBe(words)
    expectSound(document)
  })
})

describe('page pictures', () => {
  const picture = async (bytes: Uint8Array, page: number, width: number) =>
    loadImage(await runners.documents.renderPage(saved(bytes), page, width, never))
  it('have the width asked for and the shape of the page', async () => {
    const image = await picture(
      await pdf((page) =>
        page
          .text('x')
          .addPage({ size: [400, 200] })
          .text('y'),
      ),
      2,
      800,
    )
    expect([image.width, image.height]).toEqual([800, 400])
  })
  it('stay small for absurd pages and widths', async () => {
    const long = await picture(await pdf((page) => page.text('x'), { size: [100, 14_000] }), 1, 2000)
    expect(long.height).toBeLessThanOrEqual(4000)
    expect(long.width * long.height).toBeLessThanOrEqual(8_000_000)
    const wide = await picture(await pdf((page) => page.text('x'), { size: [3000, 3000] }), 1, 1e9)
    expect(wide.width).toBe(2000)
  })
  it.each([0, -1, 2, 1.5, Number.NaN])('refuse page %s of a document of one', async (page) => {
    const bytes = await pdf((document) => document.text('x'))
    await expect(runners.documents.renderPage(saved(bytes), page, 100, never)).rejects.toMatchObject({
      code: 'page_not_found',
    })
  })
  it('exist for pictures, which have one page and are not enlarged', async () => {
    const photo = createCanvas(800, 400).toBuffer('image/png')
    const [small, whole] = [await picture(photo, 1, 500), await picture(photo, 1, 2000)]
    expect([small.width, small.height, whole.width, whole.height]).toEqual([500, 250, 800, 400])
    const asked = (bytes: Buffer, page: number) => runners.documents.renderPage(saved(bytes), page, 500, never)
    await expect(asked(photo, 2)).rejects.toMatchObject({ code: 'page_not_found' })
    await expect(asked(photo.subarray(0, 60), 1)).rejects.toMatchObject({ code: 'file_broken' })
    const bomb = Buffer.from(photo)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    await expect(asked(bomb, 1)).rejects.toMatchObject({ code: 'file_too_large' })
  })
  it('do not exist for texts', async () => {
    await expect(runners.documents.renderPage(saved('words'), 1, 100, never)).rejects.toMatchObject({
      code: 'file_unsupported',
    })
  })
})
