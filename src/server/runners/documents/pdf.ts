/** PDF by pdf.js: text with places, tables, headings, and pages as pictures. Scripts in the file are never run. */
import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { JobError } from '#server/runners/serve.ts'
import { type PageText, readPage } from './fragments.ts'
import { setFurnitureApart } from './furniture.ts'
import { findHeadings } from './headings.ts'
import { NOTHING_DRAWN, readingOrder } from './layout.ts'
import { DocumentWriter } from './writer.ts'

const MAX_PAGES = 3000
const MAX_CHARS = 5_000_000
/** Of a page's picture. */
const MAX_SIDE = 4000
const MAX_PIXELS = 8_000_000

/** pdf.js takes these as paths here, not as addresses. */
const data = (folder: string): string =>
  fileURLToPath(new URL(`./${folder}/`, import.meta.resolve('pdfjs-dist/package.json')))

// A process has one thread for its work: pdf.js then runs its worker's module there.
GlobalWorkerOptions.workerSrc = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')

const open = async (bytes: Uint8Array): Promise<PDFDocumentProxy> => {
  try {
    return await getDocument({
      data: bytes,
      enableXfa: false,
      // The fonts every reader brings and the tables of Asian encodings come with the installation: the result does not depend on the system.
      standardFontDataUrl: data('standard_fonts'),
      cMapUrl: data('cmaps'),
      cMapPacked: true,
      wasmUrl: data('wasm'),
      iccUrl: data('iccs'),
      useSystemFonts: false,
      disableFontFace: true,
      maxImageSize: 20_000_000,
      canvasMaxAreaInBytes: 4 * MAX_PIXELS,
      stopAtErrors: false,
      verbosity: 0,
    }).promise
  } catch (cause) {
    throw named(cause)
  }
}

const named = (cause: unknown): JobError => {
  if (cause instanceof JobError) return cause
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'PasswordException') return new JobError('file_encrypted', 'This PDF is protected by a password')
  return new JobError('file_broken', 'This PDF is damaged and cannot be read')
}

const using = async <T>(bytes: Uint8Array, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> => {
  const pdf = await open(bytes)
  try {
    if (pdf.numPages > MAX_PAGES) throw new JobError('file_too_large', `This PDF has more than ${MAX_PAGES} pages`)
    if (!(pdf.numPages >= 1)) throw new JobError('file_broken', 'This PDF has no pages')
    return await work(pdf)
  } catch (cause) {
    if (cause instanceof RangeError) throw new JobError('file_too_large', 'This PDF holds too much text')
    throw named(cause)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const NO_PAGE: PageText = { width: 0, height: 0, fragments: [], aside: [], drawn: NOTHING_DRAWN }

/** The text of every page; a page that cannot be read is empty and does not cost the others. */
async function readPages(pdf: PDFDocumentProxy): Promise<PageText[]> {
  const pages: PageText[] = []
  let unreadable = 0
  let chars = 0
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await pdf.getPage(number)
      pages.push(await readPage(page))
      page.cleanup()
    } catch (cause) {
      if (cause instanceof RangeError) throw cause
      unreadable++
      pages.push(NO_PAGE)
    }
    chars += pages.at(-1)?.fragments.reduce((sum, f) => sum + f.text.length, 0) ?? 0
    if (chars > MAX_CHARS) throw new RangeError('too much text')
  }
  if (unreadable === pdf.numPages) throw new JobError('file_broken', 'No page of this PDF can be read')
  return pages
}

/** @throws JobError `file_encrypted`, `file_broken`, `file_too_large` */
export const parsePdf = (bytes: Uint8Array): Promise<ParsedDocument> =>
  using(bytes, async (pdf) => {
    const pages = await readPages(pdf)
    const writer = new DocumentWriter(MAX_CHARS)
    const furniture = setFurnitureApart(pages)
    for (const [i, { width, height, aside, drawn }] of pages.entries()) {
      const { header, body, footer } = furniture[i] ?? { header: [], body: [], footer: [] }
      const rest = [...aside, footer].filter((group) => group.length > 0)
      const blocks = [
        ...readingOrder(header, NOTHING_DRAWN),
        ...readingOrder(body, drawn),
        ...rest.flatMap((group) => readingOrder(group, NOTHING_DRAWN)),
      ]
      writer.page(i + 1, { width, height }, blocks)
    }
    return {
      text: writer.text,
      pages: writer.pages,
      items: writer.items,
      tables: writer.tables,
      headings: findHeadings(writer),
      meta: { ...(await titleOf(pdf)), page_count: pdf.numPages, format: 'pdf' },
    }
  })

const titleOf = async (pdf: PDFDocumentProxy): Promise<{ title: string | null; author: string | null }> => {
  const text = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' ? cleanText(value.trim()).slice(0, 300) : null
  try {
    const { info } = await pdf.getMetadata()
    const { Title, Author } = info as { Title?: unknown; Author?: unknown }
    return { title: text(Title), author: text(Author) }
  } catch {
    return { title: null, author: null }
  }
}

/** How many pages there are. @throws JobError as `parsePdf` */
export const countPdfPages = (bytes: Uint8Array): Promise<number> => using(bytes, async (pdf) => pdf.numPages)

export interface DrawnPage {
  page: number
  /** Points. */
  width: number
  height: number
  pixels: { width: number; height: number }
  canvas: Canvas
}

/** Pages (from 1) one after the other, each `width` pixels wide unless that would be too large. @throws JobError as `parsePdf`, `page_not_found` */
export async function* drawPdfPages(
  bytes: Uint8Array,
  pages: readonly number[] | null,
  width: number,
): AsyncGenerator<DrawnPage> {
  const pdf = await open(bytes)
  try {
    if (pdf.numPages > MAX_PAGES) throw new JobError('file_too_large', `This PDF has more than ${MAX_PAGES} pages`)
    for (const page of pages ?? Array.from({ length: pdf.numPages }, (_, index) => index + 1))
      yield await drawPage(pdf, page, width)
  } catch (cause) {
    throw named(cause)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number, width: number): Promise<DrawnPage> {
  if (!(Number.isInteger(number) && number >= 1 && number <= pdf.numPages))
    throw new JobError('page_not_found', `This PDF has ${pdf.numPages} pages`)
  const page = await pdf.getPage(number)
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(
    width / natural.width,
    MAX_SIDE / natural.width,
    MAX_SIDE / natural.height,
    Math.sqrt(MAX_PIXELS / (natural.width * natural.height)),
  )
  const viewport = page.getViewport({ scale })
  const pixels = { width: Math.max(1, Math.round(viewport.width)), height: Math.max(1, Math.round(viewport.height)) }
  const canvas = createCanvas(pixels.width, pixels.height)
  const canvasContext = canvas.getContext('2d')
  await page.render({ canvas: canvas as never, canvasContext: canvasContext as never, viewport }).promise
  page.cleanup()
  return { page: number, width: natural.width, height: natural.height, pixels, canvas }
}

/** A PNG of one page, `width` pixels wide unless that would be too large. @throws JobError as `parsePdf`, `page_not_found` */
export const renderPdfPage = (bytes: Uint8Array, number: number, width: number): Promise<Uint8Array> =>
  using(bytes, async (pdf) => (await drawPage(pdf, number, width)).canvas.encode('png'))
