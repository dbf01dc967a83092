/**
 * Text of pictures and scanned pages by Tesseract, from the data inside the installation. Its own worker is not used: this process is
 * one already, and may neither start threads nor fetch.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { JsonObject } from '#contract/core/primitives.ts'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import type { Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import { detectFileType } from '#server/gateways/file-type.ts'
import type { Fragment } from '#server/runners/documents/fragments.ts'
import { findHeadings } from '#server/runners/documents/headings.ts'
import { NOTHING_DRAWN, readingOrder } from '#server/runners/documents/layout.ts'
import { countPdfPages, type DrawnPage, drawPdfPages } from '#server/runners/documents/pdf.ts'
import { pictureOf } from '#server/runners/documents/picture.ts'
import { DocumentWriter } from '#server/runners/documents/writer.ts'
import { type DoPart, JobError } from '#server/runners/serve.ts'

const require = createRequire(import.meta.url)
const MAX_CHARS = 2_000_000
const MAX_PIXELS = 40_000_000
/** What a page is drawn with: 2,100 pixels are 250 dots per inch on A4, enough for print of 8 points. */
const PAGE_WIDTH = 2100
/** Pictures smaller than this are enlarged, larger ones made smaller. */
const [LEAST_SIDE, MOST_SIDE] = [1400, 3200]
/** Words that Tesseract itself doubts more than this (0 to 100) are noise more often than text. */
const LEAST_CONFIDENCE = 20

interface Word {
  text: string
  confidence: number
  bbox: { x0: number; y0: number; x1: number; y1: number }
}
interface Line {
  words: Word[]
}
interface Recognised {
  blocks: { paragraphs: { lines: Line[] }[] }[] | null
}
interface Packet {
  workerId: string
  jobId: string
  action: string
  payload: unknown
}
interface Tesseract {
  setAdapter(adapter: object): void
  dispatchHandlers(packet: Packet, send: (answer: { status: string; data: unknown }) => void): void
}

let ready: Promise<Tesseract> | null = null

const ask = (tesseract: Tesseract, action: string, payload: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    tesseract.dispatchHandlers({ workerId: 'w', jobId: action, action, payload }, ({ status, data }) => {
      if (status === 'resolve') resolve(data)
      else if (status === 'reject') reject(new Error(String(data)))
    })
  })

async function start(): Promise<Tesseract> {
  const tesseract = require('tesseract.js/src/worker-script/index.js') as Tesseract
  const getCore = require('tesseract.js/src/worker-script/node/getCore.js')
  tesseract.setAdapter({ getCore, gunzip: gunzipSync, readCache: () => Promise.reject(new Error('no cache')) })
  // The package's own index names its folder of data without the model: the smaller, faster of the two is in the same
  // folder.
  const folder = dirname(require.resolve('@tesseract.js-data/eng/package.json'))
  const data = readFileSync(join(folder, '4.0.0_best_int/eng.traineddata.gz'))
  const lstm = 1
  await ask(tesseract, 'load', { options: { lstmOnly: lstm, logging: false } })
  await ask(tesseract, 'loadLanguage', {
    langs: [{ code: 'eng', data }],
    options: { cacheMethod: 'none', lstmOnly: true },
  })
  await ask(tesseract, 'initialize', { langs: 'eng', oem: lstm, config: {} })
  return tesseract
}

interface Sheet {
  number: number
  /** Points; for a picture its pixels. */
  width: number
  height: number
  canvas: Canvas
  pixels: { width: number; height: number }
}

/** @throws JobError `file_unsupported`, `file_too_large`, `page_not_found`, and what a broken PDF throws */
export async function recogniseText(
  file: Buffer,
  work: Paperwork & { do: 'ocr' },
  doPart: DoPart,
): Promise<PaperworkResult> {
  const type = detectFileType(file)
  if (type !== 'pdf' && type !== 'png' && type !== 'jpeg')
    throw new JobError('file_unsupported', 'Text is recognised in PDF, PNG and JPEG files')
  const writer = new DocumentWriter(MAX_CHARS)
  const confidences: number[] = []
  for await (const sheet of type === 'pdf' ? pdfSheets(file, work, doPart) : [await pictureSheet(file)]) {
    const { blocks } = await doPart('recognise', () => read(sheet))
    const words = (blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap(({ lines }) => lines.map((line) => line.words)),
    )
    const fragments = words.flatMap((line) => fragmentsOf(line, sheet, confidences))
    writer.page(sheet.number, sheet, readingOrder(fragments, NOTHING_DRAWN))
  }
  const total = confidences.reduce((sum, one) => sum + one, 0)
  const document = {
    text: writer.text,
    pages: writer.pages,
    items: writer.items,
    tables: writer.tables,
    headings: findHeadings(writer),
    meta: { title: null, author: null, page_count: writer.pages.length, format: type === 'pdf' ? 'pdf' : 'text' },
  }
  const confidence = confidences.length === 0 ? 0 : Math.round(total / confidences.length) / 100
  return { data: { document: document as unknown as JsonObject, confidence, words: confidences.length }, files: [] }
}

async function read({ canvas }: Sheet): Promise<Recognised> {
  ready ??= start()
  const tesseract = await ready
  return (await ask(tesseract, 'recognize', {
    image: await canvas.encode('png'),
    options: { rotateAuto: true },
    output: { blocks: true, text: false },
  })) as Recognised
}

/** The words of one line as the layout of pages wants them: one size, one base line. */
function fragmentsOf(words: readonly Word[], sheet: Sheet, confidences: number[]): Fragment[] {
  const seen = words.filter(({ text, confidence }) => confidence >= LEAST_CONFIDENCE && text.trim() !== '')
  if (seen.length === 0) return []
  for (const { confidence } of seen) confidences.push(confidence)
  const { width, height } = sheet.pixels
  const scale = sheet.width / width
  const y0 = Math.min(...seen.map(({ bbox }) => bbox.y0))
  const y1 = Math.max(...seen.map(({ bbox }) => bbox.y1))
  const size = (y1 - y0) * scale
  return seen.map(({ text, bbox }) => ({
    text: cleanText(text),
    x0: bbox.x0 * scale,
    x1: bbox.x1 * scale,
    y0: y0 * scale,
    y1: y1 * scale,
    size,
    font: 'scan',
    box: [part(bbox.x0, width), part(y0, height), part(bbox.x1, width), part(y1, height)],
  }))
}

const part = (value: number, whole: number): number =>
  Math.round(Math.min(1, Math.max(0, value / whole)) * 10_000) / 10_000

async function* pdfSheets(
  file: Buffer,
  { pages, most_pages }: Paperwork & { do: 'ocr' },
  doPart: DoPart,
): AsyncGenerator<Sheet> {
  const count = await countPdfPages(new Uint8Array(file))
  const wanted = pages ?? Array.from({ length: count }, (_, index) => index + 1)
  if (wanted.length > most_pages)
    throw new JobError('file_too_large', `Text is recognised on ${most_pages} pages at most; this has ${wanted.length}`)
  const drawn = drawPdfPages(new Uint8Array(file), wanted, PAGE_WIDTH)
  for (;;) {
    const next: IteratorResult<DrawnPage> = await doPart('draw', () => drawn.next())
    if (next.done) return
    const { page, width, height, pixels, canvas } = next.value
    yield { number: page, width, height, pixels, canvas }
  }
}

async function pictureSheet(file: Buffer): Promise<Sheet> {
  const broken = () => new JobError('file_broken', 'This picture is damaged and cannot be read')
  const said = pictureOf(file)
  if (said === null || said.width === 0 || said.height === 0) throw broken()
  if (said.width * said.height > MAX_PIXELS)
    throw new JobError('file_too_large', `A picture may have at most ${MAX_PIXELS / 1_000_000} million pixels`)
  const image: Image = await loadImage(file).catch(() => {
    throw broken()
  })
  const longest = Math.max(image.width, image.height)
  const scale = longest < LEAST_SIDE ? Math.min(3, LEAST_SIDE / longest) : Math.min(1, MOST_SIDE / longest)
  const pixels = {
    width: Math.max(1, Math.round(image.width * scale)),
    height: Math.max(1, Math.round(image.height * scale)),
  }
  const canvas = createCanvas(pixels.width, pixels.height)
  const context = canvas.getContext('2d')
  // Transparent pictures are dark text on nothing.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pixels.width, pixels.height)
  context.drawImage(image, 0, 0, pixels.width, pixels.height)
  return { number: 1, width: image.width, height: image.height, pixels, canvas }
}
