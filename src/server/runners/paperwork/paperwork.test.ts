import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { Document, Header, Packer, Paragraph, TextRun } from 'docx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { workForServer } from '#nodes/work-for.ts'
import { detectFileType } from '#server/gateways/file-type.ts'
import { parseDocx } from '#server/runners/documents/docx.ts'
import { parsePdf } from '#server/runners/documents/pdf.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'

let runners: Runners
beforeAll(() => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
})
afterAll(() => runners.stop())

const never = workForServer(new AbortController().signal)
const work = (order: Paperwork, ...files: Uint8Array[]): Promise<PaperworkResult> =>
  runners.paperwork(order, files, never)
const first = ({ files }: PaperworkResult): Buffer => Buffer.from(files[0]?.bytes ?? [])
const texts = (document: ParsedDocument): string => document.text.replaceAll(/\s+/g, ' ')

const LINES = ['Discharge summary', 'Patient: Asha Rao   MRN 123456', 'Metformin 500 mg twice a day']

const picture = (lines: readonly string[] = LINES, type: 'png' | 'jpeg' = 'png'): Buffer => {
  const canvas = createCanvas(900, 400)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 900, 400)
  context.fillStyle = '#111'
  context.font = '26px DejaVu Sans, Liberation Sans, sans-serif'
  for (const [index, line] of lines.entries()) context.fillText(line, 40, 70 + index * 60)
  return type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg')
}

async function pdfOf(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setAuthor('Dr Secret Author')
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) {
    const page = pdf.addPage([595, 842])
    for (const [index, text] of lines.entries()) page.drawText(text, { x: 60, y: 760 - index * 30, size: 14, font })
  }
  return pdf.save()
}

async function scan(pages = 1): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const image = await pdf.embedPng(picture())
  for (let i = 0; i < pages; i++) pdf.addPage([595, 842]).drawImage(image, { x: 20, y: 500, width: 555, height: 247 })
  return pdf.save()
}

async function form(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage()
  const fields = pdf.getForm()
  const name = fields.createTextField('name')
  name.addToPage(page, { x: 50, y: 700 })
  const short = fields.createTextField('pin')
  short.setMaxLength(6)
  short.addToPage(page, { x: 50, y: 600 })
  fields.createCheckBox('agree').addToPage(page, { x: 50, y: 500 })
  const state = fields.createDropdown('state')
  state.setOptions(['Goa', 'Kerala'])
  state.addToPage(page, { x: 50, y: 400 })
  return pdf.save()
}

const docxOf = (): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph('Ref {{ref}}')] }) },
          children: [
            // Word cuts what was typed into runs as it likes.
            new Paragraph({
              children: [
                new TextRun('Dear {{na'),
                new TextRun({ text: 'me}}, you', bold: true }),
                new TextRun(' owe {{amount}}.'),
              ],
            }),
            new Paragraph('Signed {{signatory}}'),
          ],
        },
      ],
    }),
  )

describe('recognising text', () => {
  it('reads a scanned PDF with the place of every line', async () => {
    const { data } = await work({ do: 'ocr', pages: null, most_pages: 5 }, await scan())
    const document = data.document as unknown as ParsedDocument
    expect(texts(document)).toContain('Patient: Asha Rao')
    expect(texts(document)).toContain('Metformin 500 mg twice a day')
    const at = document.text.indexOf('Metformin')
    const item = document.items.find(({ start, end }) => start <= at && end > at)
    expect(item?.page).toBe(1)
    expect(item?.box[0]).toBeGreaterThan(0.03)
    expect(item?.box[3]).toBeLessThan(0.5)
    expect(document.meta).toMatchObject({ format: 'pdf', page_count: 1 })
    expect(data.confidence).toBeGreaterThan(0.7)
  })

  it('reads pictures, and finds nothing on an empty one', async () => {
    const read = async (bytes: Uint8Array) =>
      (await work({ do: 'ocr', pages: null, most_pages: 5 }, bytes)).data as unknown as {
        document: ParsedDocument
        confidence: number
      }
    expect(texts((await read(picture(LINES, 'jpeg'))).document)).toContain('Asha Rao')
    expect(await read(picture([]))).toMatchObject({ confidence: 0, document: { text: '' } })
  })

  it('refuses too many pages, other files and broken pictures', async () => {
    const ocr = (bytes: Uint8Array) => work({ do: 'ocr', pages: null, most_pages: 2 }, bytes)
    await expect(ocr(await scan(3))).rejects.toMatchObject({ code: 'file_too_large' })
    await expect(ocr(Buffer.from('text'))).rejects.toMatchObject({ code: 'file_unsupported' })
    await expect(ocr(picture().subarray(0, 30))).rejects.toMatchObject({ code: 'file_broken' })
    await expect(work({ do: 'ocr', pages: [9], most_pages: 2 }, await scan())).rejects.toMatchObject({
      code: 'page_not_found',
    })
  })
})

describe('pages', () => {
  it('are taken apart and put together', async () => {
    const three = await pdfOf([['one'], ['two'], ['three']])
    const split = await work(
      {
        do: 'split_pdf',
        ranges: [
          [1, 1],
          [2, 3],
        ],
      },
      three,
    )
    const read = await Promise.all(split.files.map(({ bytes }) => parsePdf(new Uint8Array(bytes))))
    expect(read.map(texts)).toEqual(['one', 'two three'])
    const [a, b] = split.files
    const merged = await work({ do: 'merge_pdf' }, b?.bytes ?? three, picture(), a?.bytes ?? three)
    expect(merged.data).toEqual({ page_count: 4 })
    expect(texts(await parsePdf(new Uint8Array(first(merged))))).toBe('two three one')
  })

  it('that are not there, broken and foreign files are refused', async () => {
    await expect(work({ do: 'split_pdf', ranges: [[1, 9]] }, await pdfOf([['one']]))).rejects.toMatchObject({
      code: 'page_not_found',
    })
    await expect(work({ do: 'merge_pdf' }, Buffer.from('%PDF-1.7 and nothing'))).rejects.toMatchObject({
      code: 'file_broken',
    })
    await expect(work({ do: 'merge_pdf' }, Buffer.from('text'))).rejects.toMatchObject({ code: 'file_unsupported' })
    await expect(work({ do: 'merge_pdf' }, Buffer.alloc(0))).rejects.toMatchObject({ code: 'file_empty' })
  })
})

describe('filling a template', () => {
  const fill = (
    file: Uint8Array,
    values: Record<string, string>,
    rest: { missing?: 'keep' | 'empty'; flatten?: boolean } = {},
  ) => work({ do: 'fill_template', values, missing: 'keep', flatten: false, ...rest }, file)

  it('puts values into a DOCX as text, whatever they hold', async () => {
    const values = { name: '<w:p>Ann & "Bob"</w:p> {{amount}}', amount: '₹ 5,000\nonly', ref: 'R-1', odd: 'x' }
    const made = await fill(await docxOf(), values)
    expect(made.data).toEqual({
      filled: expect.arrayContaining(['name', 'amount', 'ref']),
      missing: ['signatory'],
      unused: ['odd'],
    })
    const { text } = await parseDocx(first(made))
    expect(text).toContain('Dear <w:p>Ann & "Bob"</w:p> {{amount}}, you owe ₹ 5,000\nonly.')
    expect(text).toContain('Signed {{signatory}}')
    expect((await parseDocx(first(await fill(await docxOf(), values, { missing: 'empty' })))).text).toContain('Signed ')
  })

  it('fills the form of a PDF', async () => {
    const values = { name: 'Zoë', agree: 'yes', state: 'Kerala' }
    const made = await fill(await form(), values)
    expect(made.data).toEqual({ filled: ['name', 'agree', 'state'], missing: ['pin'], unused: [] })
    const filled = (await PDFDocument.load(first(made))).getForm()
    expect(filled.getTextField('name').getText()).toBe('Zoë')
    expect(filled.getCheckBox('agree').isChecked()).toBe(true)
    const flat = await fill(await form(), values, { flatten: true })
    expect((await PDFDocument.load(first(flat))).getForm().getFields()).toEqual([])
    expect(texts(await parsePdf(new Uint8Array(first(flat))))).toContain('Zoë')
  })

  it.each([
    ['value_not_allowed', { pin: '1234567' }],
    ['value_not_allowed', { agree: 'perhaps' }],
    ['value_not_allowed', { state: 'Paris' }],
    ['value_not_allowed', { name: 'हिन्दी' }],
  ])('refuses as %s what a field does not take: %j', async (code, values) => {
    await expect(fill(await form(), values)).rejects.toMatchObject({ code })
  })

  it('refuses a file without fields', async () => {
    await expect(fill(await pdfOf([['plain']]), {})).rejects.toMatchObject({ code: 'template_without_fields' })
    await expect(fill(Buffer.from('{{name}}'), {})).rejects.toMatchObject({ code: 'file_unsupported' })
  })
})

describe('redacting', () => {
  const text = 'Patient Asha Rao, MRN 123456.'
  const spans = [
    { start: 8, end: 16, mark: '███' },
    { start: 22, end: 28, mark: '███' },
  ]

  it('leaves nothing of the words in text and DOCX', async () => {
    const plain = await work({ do: 'redact', areas: [], spans }, Buffer.from(text))
    expect(String(first(plain))).toBe('Patient ███, MRN ███.')
    const source = await Packer.toBuffer(
      new Document({ creator: 'Asha Rao', sections: [{ children: [new Paragraph(text)] }] }),
    )
    const made = await work({ do: 'redact', areas: [], spans }, source)
    expect((await parseDocx(first(made))).text).toBe('Patient ███, MRN ███.')
    const { data } = await work({ do: 'metadata' }, first(made))
    expect(JSON.stringify(data)).not.toContain('Asha')
  })

  it('leaves no text and no author in a PDF, and black where the words were', async () => {
    const source = await pdfOf([[text, 'Follow up in clinic'], ['second page']])
    const { items } = await parsePdf(new Uint8Array(source))
    const box = items[0]?.box ?? [0, 0, 1, 1]
    const made = await work({ do: 'redact', areas: [{ page: 1, box }], spans: [] }, source)
    const parsed = await parsePdf(new Uint8Array(first(made)))
    expect([parsed.text.trim(), parsed.meta.page_count, parsed.meta.author]).toEqual(['', 2, null])
    expect(first(made).includes('Secret')).toBe(false)
    const seen = (await work({ do: 'ocr', pages: null, most_pages: 5 }, first(made))).data
      .document as unknown as ParsedDocument
    expect(texts(seen)).toBe('Follow up in clinic second page')
  })
})

describe('converting', () => {
  const to = (target: string, bytes: Uint8Array, from: 'html' | 'csv' | null = null) =>
    work({ do: 'convert', to: target as 'pdf', title: 'T', from }, bytes)

  it('writes PDF with ₹ and Devanagari, and tells what it has no letters for', async () => {
    const made = await to('pdf', Buffer.from('# Bill\n\nTotal ₹ 1,200 — कुल राशि\n\n漢字'))
    const parsed = await parsePdf(new Uint8Array(first(made)))
    expect(parsed.text).toContain('₹')
    expect(parsed.text).toContain('1,200')
    expect(parsed.headings[0]?.text).toBe('Bill')
    expect(made.data.unknown_characters).toEqual(['漢', '字'])
  })

  it('goes through DOCX, Markdown and HTML without running or losing anything', async () => {
    const html =
      '<html><head><script>steal()</script></head><body><h1>Notice</h1><p>A &lt;b&gt; &amp; c<br>d</p><ul><li>one<li>two</ul></body></html>'
    const docx = await to('docx', Buffer.from(html), 'html')
    expect((await parseDocx(first(docx))).headings).toMatchObject([{ text: 'Notice', level: 1 }])
    const markdown = String(first(await to('markdown', first(docx))))
    expect(markdown).toContain('# Notice')
    expect(markdown).toContain('A <b> & c\nd')
    const page = String(first(await to('html', Buffer.from(markdown))))
    expect(page).toContain('<h1>Notice</h1>')
    expect(page).toContain('A &lt;b&gt; &amp; c')
    expect(page).not.toContain('steal')
  })

  it('makes spreadsheets in which nothing is a formula', async () => {
    const csv = Buffer.from('name;value\n=HYPERLINK("http://x");-5\nरमा;"a;b"\n')
    const xlsx = first(await to('xlsx', csv, 'csv'))
    expect(detectFileType(xlsx)).toBe('xlsx')
    const read = await work({ do: 'read_spreadsheet', sheet: null, most_rows: 10 }, xlsx)
    expect(read.data).toEqual({ sheets: ['Sheet1'], sheet: 'Sheet1', cut: false })
    expect(String(first(read))).toBe('["name","value"]\n["=HYPERLINK(\\"http://x\\")","-5"]\n["रमा","a;b"]\n')
    expect(String(first(await to('csv', xlsx)))).toBe(`name,value\r\n"'=HYPERLINK(""http://x"")",-5\r\nरमा,a;b`)
    expect(JSON.parse(String(first(await to('json', xlsx)))).tables[0].rows[0]).toEqual(['name', 'value'])
  })

  it('reads a spreadsheet as text with a line for each row, whatever breaks there are in its cells', async () => {
    const csv = Buffer.from('Date;Narration;Withdrawal\n2026-04-01;"UPI/SWIGGY/\n9988";450\n')
    const most = { most_rows: 10, most_characters: 1000 }
    const { data } = await work({ do: 'spreadsheet_text', ...most }, first(await to('xlsx', csv, 'csv')))
    expect(data.text).toBe('Date\tNarration\tWithdrawal\n2026-04-01\tUPI/SWIGGY/ 9988\t450')
  })

  it.each([
    ['no_tables', 'csv', 'Only words'],
    ['document_empty', 'pdf', ' \n '],
    ['file_unsupported', 'pdf', '\x7fELF\x01'],
  ])('refuses as %s', async (code, target, words) => {
    await expect(to(target, Buffer.from(words))).rejects.toMatchObject({ code })
  })
})

describe('a spreadsheet', () => {
  it('gives as many rows as asked, and says that there are more', async () => {
    const csv = Buffer.from(Array.from({ length: 50 }, (_, i) => `${i},x`).join('\n'))
    const read = await work({ do: 'read_spreadsheet', sheet: null, most_rows: 3 }, csv)
    expect(read.data).toEqual({ sheets: ['Sheet1'], sheet: 'Sheet1', cut: true })
    expect(String(first(read))).toBe('["0","x"]\n["1","x"]\n["2","x"]\n')
    expect((await work({ do: 'spreadsheet_text', most_rows: 2, most_characters: 5 }, csv)).data).toEqual({
      text: '0\tx\n1',
      cut: true,
    })
  })
  it('that is none is refused', async () => {
    await expect(work({ do: 'read_spreadsheet', sheet: null, most_rows: 3 }, await docxOf())).rejects.toMatchObject({
      code: 'file_unsupported',
    })
  })
})

describe('metadata', () => {
  it('is told of each kind of file', async () => {
    expect((await work({ do: 'metadata' }, await pdfOf([['a'], ['b']]))).data).toMatchObject({
      format: 'pdf',
      author: 'Dr Secret Author',
      page_count: 2,
      has_form: false,
    })
    expect((await work({ do: 'metadata' }, await form())).data).toMatchObject({
      has_form: true,
      form_fields: ['name', 'pin', 'agree', 'state'],
    })
    expect((await work({ do: 'metadata' }, picture())).data).toMatchObject({ format: 'png', width: 900, height: 400 })
    expect((await work({ do: 'metadata' }, Buffer.from('x'))).data).toMatchObject({
      format: 'text',
      bytes: 1,
      title: null,
    })
  })
})
