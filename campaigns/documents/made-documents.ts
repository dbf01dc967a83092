/** Documents of the campaign: long, scanned, locked, hostile, and too large. */
import { createCanvas } from '@napi-rs/canvas'
import { pdf, rawDocx, wordParagraph, wordXml, zip } from '#test/support/files.ts'

const WORDS = [
  'lamp',
  'hall',
  'river',
  'garden',
  'letter',
  'window',
  'market',
  'bridge',
  'stone',
  'copper',
  'village',
  'engine',
]
const PARAGRAPHS = 6

/** A name that only one page has. */
const nameOf = (page: number): string =>
  `${WORDS[page % WORDS.length]}ton${String.fromCharCode(97 + (Math.floor(page / 26) % 26))}${String.fromCharCode(97 + (page % 26))}${page}`

const sentence = (seed: number): string =>
  Array.from({ length: 14 }, (_, at) => WORDS[(seed * 7 + at * at * 3 + at) % WORDS.length]).join(' ')

const textOf = (page: number): string =>
  [
    `The keeper of ${nameOf(page)} signs for what is delivered there before noon.`,
    ...Array.from(
      { length: PARAGRAPHS },
      (_, at) => `In the ${sentence(page + at)} of the ${sentence(page * 3 + at)}.`,
    ),
  ].join('\n\n')

export const questionOf = (page: number): string => `Who signs for what is delivered at ${nameOf(page)}?`

/** A page each for these numbers, from 1. */
export const book = (pages: number): Promise<Buffer> =>
  pdf(
    (document) => {
      for (let page = 1; page <= pages; page++) document.addPage().font('Times-Roman', 11).text(textOf(page))
    },
    { autoFirstPage: false },
  )

export const plainText = (word: string): string =>
  Array.from({ length: 400 }, (_, n) => `The ${word} number ${n} is kept in the long hall of the house.`).join('\n\n')

export const SCANNED = 'The warranty of the copper kettle ends after eighteen months'

function picture(text: string | null): Buffer {
  const canvas = createCanvas(1240, 1754)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 1240, 1754)
  context.fillStyle = '#000'
  context.font = '36px sans-serif'
  if (text === null) for (let at = 0; at < 40; at++) context.fillRect((at * 97) % 1200, (at * 211) % 1700, 30, 30)
  else
    for (const [at, line] of text.match(/.{1,48}(?: |$)/g)?.entries() ?? []) context.fillText(line, 120, 200 + at * 60)
  return canvas.toBuffer('image/png')
}

/** @param pages what is on the picture of each; null for one without text; typed pages are text */
const scan = (pages: readonly (string | null | { typed: string })[]): Promise<Buffer> =>
  pdf(
    (document) => {
      for (const page of pages) {
        document.addPage({ size: 'A4', margin: 60 })
        if (page !== null && typeof page === 'object') document.font('Times-Roman', 11).text(page.typed)
        else document.image(picture(page), 0, 0, { width: 595 })
      }
    },
    { autoFirstPage: false },
  )

/** Files of Office are ZIP files: a part that is small and becomes 600 MB. */
const bomb = (name: string, more: { name: string; data: Buffer }[] = []): Buffer =>
  zip([...more, { name, data: Buffer.alloc(600_000_000, 0x20) }])

const SHEET = 'xl/worksheets/sheet1.xml'
const workbook = (sheet: Buffer): { name: string; data: Buffer }[] => {
  const types = 'http://schemas.openxmlformats.org'
  const part = (name: string, xml: string) => ({ name, data: Buffer.from(`<?xml version="1.0"?>${xml}`) })
  const kinds = [
    ['/xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
    [`/${SHEET}`, 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'],
  ]
  const related = (id: string, kind: string, target: string) =>
    `<Relationships xmlns="${types}/package/2006/relationships"><Relationship Id="${id}" Type="${types}/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`
  const overrides = kinds.map(([path, kind]) => `<Override PartName="${path}" ContentType="${kind}"/>`).join('')
  const rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
  return [
    part('[Content_Types].xml', `<Types xmlns="${types}/package/2006/content-types">${rels}${overrides}</Types>`),
    part('_rels/.rels', related('r1', 'officeDocument', 'xl/workbook.xml')),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${types}/spreadsheetml/2006/main" xmlns:r="${types}/officeDocument/2006/relationships"><sheets><sheet name="Orders" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    part('xl/_rels/workbook.xml.rels', related('r1', 'worksheet', 'worksheets/sheet1.xml')),
    ...(sheet.length > 0 ? [{ name: SHEET, data: sheet }] : []),
  ]
}

function sheetOf(rows: number): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const parts = [Buffer.from(`<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>`)]
  const row = (at: number, cells: (string | number)[]) =>
    `<row r="${at}">${cells.map((cell, n) => (typeof cell === 'number' ? `<c r="${'ABC'[n]}${at}"><v>${cell}</v></c>` : `<c r="${'ABC'[n]}${at}" t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`
  for (let from = 0; from < rows; from += 10_000)
    parts.push(
      Buffer.from(
        Array.from({ length: Math.min(10_000, rows - from) }, (_, n) =>
          from + n === 0
            ? row(1, ['Order', 'Customer', 'Amount'])
            : row(from + n + 1, [from + n, `Customer ${n % 997}`, n * 3]),
        ).join(''),
      ),
    )
  parts.push(Buffer.from('</sheetData></worksheet>'))
  return Buffer.concat(parts)
}

interface Made {
  name: string
  bytes: () => Uint8Array
  /** `ready`, or what is said to be wrong with it. */
  wanted: string
}

/** @param rows of the spreadsheets that are too long */
export async function others(rows: number): Promise<Made[]> {
  const long = await book(20)
  const scanned = scan(Array.from({ length: 12 }, (_, n) => `${SCANNED}. Page ${n + 1} of the papers.`))
  const lines = () => Array.from({ length: rows }, (_, n) => `${n},C${n % 997},${n % 100}`).join('\n')
  const made = (name: string, wanted: string, bytes: () => Uint8Array): Made => ({ name, wanted, bytes })
  return [
    made('scanned.pdf', 'ready', await once(scanned)),
    made('half-scanned.pdf', 'ready', await once(scan([{ typed: textOf(1) }, null, { typed: textOf(2) }, null]))),
    made('pictures.pdf', 'document_empty', await once(scan([null, null]))),
    made('locked.pdf', 'file_encrypted', await once(locked())),
    made('bomb.docx', 'file_too_large', () => bomb('word/document.xml')),
    made('bomb.xlsx', 'file_too_large', () => bomb(SHEET, workbook(Buffer.alloc(0)))),
    // A sheet of a million rows unpacks to more than 150 MB, which is refused before its rows are counted.
    made('orders.xlsx', rows > 400_000 ? 'file_too_large' : 'document_too_long', () => zip(workbook(sheetOf(rows)))),
    made('orders.csv', 'document_too_long', () => Buffer.from(`Order,Customer,Amount\n${lines()}`)),
    made('torn.pdf', 'file_broken', () => long.subarray(0, Math.floor(long.length / 3))),
    made('good.docx', 'ready', () => rawDocx(wordXml(wordParagraph(textOf(3))))),
  ]
}

const locked = (): Promise<Buffer> =>
  pdf((document) => document.text(textOf(1)), { userPassword: 'secret', ownerPassword: 'owner' })

async function once(made: Promise<Buffer>): Promise<() => Uint8Array> {
  const bytes = await made
  return () => bytes
}
