import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import type { ParsedDocument } from '#nodes/ports.ts'
import { locate } from './locate.ts'

const text = 'Type 2 diabetes\nwith kidney disease\fNext page'
const document: ParsedDocument = {
  text,
  pages: [
    { page: 1, start: 0, end: 35, width: 600, height: 800 },
    { page: 2, start: 36, end: text.length, width: 600, height: 800 },
  ],
  items: [
    { start: 0, end: 6, page: 1, box: [0.1, 0.1, 0.16, 0.12] },
    { start: 7, end: 15, page: 1, box: [0.17, 0.1, 0.25, 0.12] },
    { start: 16, end: 35, page: 1, box: [0.1, 0.2, 0.29, 0.22] },
    { start: 36, end: 45, page: 2, box: [0.1, 0.1, 0.2, 0.12] },
  ],
  tables: [],
  headings: [],
  meta: { title: null, author: null, page_count: 2, format: 'pdf' },
}
const near = (boxes: number[][]) => boxes.map((box) => box.map((value) => Math.round(value * 1000) / 1000))

describe('locate', () => {
  it.each(['Helvetica', 'Helvetica-Bold', 'Times-Roman'])(
    'finds words within a line of %s to less than a character',
    (font) => {
      const line = 'known type 2 diabetes mellitus and hypertension, with WIDE and illicit words (ICD-10 E11.22)'
      const pen = new PDFDocument().font(font).fontSize(10)
      const whole = pen.widthOfString(line)
      const set: ParsedDocument = {
        ...document,
        text: line,
        pages: [{ page: 1, start: 0, end: line.length, width: whole, height: 800 }],
        items: [{ start: 0, end: line.length, page: 1, box: [0, 0.1, 1, 0.12] }],
      }
      for (const { 0: word, index } of line.matchAll(/\S+/g)) {
        const [x0 = 0, , x1 = 0] = locate(set, index, index + word.length).boxes[0] ?? []
        const before = pen.widthOfString(line.slice(0, index))
        expect(Math.abs(x0 * whole - before), word).toBeLessThan(6)
        expect(Math.abs(x1 * whole - before - pen.widthOfString(word)), word).toBeLessThan(6)
      }
    },
  )
  it('joins neighbours on a line and keeps one box per line', () => {
    expect(near(locate(document, 0, 20).boxes)).toEqual([
      [0.1, 0.1, 0.25, 0.12],
      [0.1, 0.2, expect.closeTo(0.14, 2), 0.22],
    ])
  })
  it('keeps the first page of a span over a page break', () => {
    const place = locate(document, 20, 40)
    expect(place.page).toBe(1)
    expect(place.boxes).toHaveLength(1)
  })
  it('finds the page of characters between items, without a box', () => {
    expect(locate(document, 6, 7)).toEqual({ page: 1, boxes: [] })
  })
  it('answers nothing without layout, for empty spans and outside', () => {
    const plain = {
      ...document,
      items: [],
      pages: [{ page: 1, start: 0, end: text.length, width: null, height: null }],
    }
    expect(locate(plain, 0, 4)).toEqual({ page: null, boxes: [] })
    expect(locate(document, 4, 4)).toEqual({ page: null, boxes: [] })
    expect(locate(document, 900, 950)).toEqual({ page: null, boxes: [] })
  })
})
