/**
 * Removes words from a file completely instead of covering them: pages of a PDF are redrawn as pictures with black
 * areas; DOCX and text are rewritten without the words. Nothing else of the old file is kept: no text layer, no
 * metadata, no attachments, no revisions.
 */
import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import type { Area, MadeFile, Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { detectFileType, FILE_TYPES } from '#server/gateways/file-type.ts'
import { parseDocx } from '#server/runners/documents/docx.ts'
import { drawPdfPages } from '#server/runners/documents/pdf.ts'
import { pictureOf } from '#server/runners/documents/picture.ts'
import { decodeText } from '#server/runners/documents/plain-text.ts'
import { JobError } from '#server/runners/serve.ts'
import { blocksOf } from './blocks.ts'
import { pdfFile } from './pages.ts'
import { writeDocx } from './write-docx.ts'

type Order = Paperwork & { do: 'redact' }
type Span = Order['spans'][number]

/** 200 dots per inch on A4: print of 8 points is read well. */
const PAGE_WIDTH = 1654
const QUALITY = 85
const MAX_PIXELS = 40_000_000

/** @throws JobError `file_unsupported`, and what broken files throw */
export async function redact(bytes: Buffer, order: Order): Promise<PaperworkResult> {
  const type = detectFileType(bytes)
  if (type === 'pdf') return redactPdf(bytes, order.areas)
  if (type === 'png' || type === 'jpeg') return redactPicture(bytes, order.areas)
  if (type === 'text') {
    const { text } = documentFromText(decodeText(bytes))
    const file: MadeFile = { mime: 'text/plain', extension: 'txt', bytes: Buffer.from(without(text, order.spans)) }
    return { data: { page_count: 1 }, files: [file] }
  }
  if (type === 'docx') {
    const blocks = blocksOf(redacted(await parseDocx(bytes), order.spans))
    const file = {
      mime: FILE_TYPES.docx.mime,
      extension: 'docx',
      bytes: await writeDocx(blocks, { title: 'Redacted' }),
    }
    return { data: { page_count: 1 }, files: [file] }
  }
  throw new JobError('file_unsupported', 'Only PDF, DOCX, PNG, JPEG and text files can be redacted')
}

async function redactPdf(bytes: Buffer, areas: readonly Area[]): Promise<PaperworkResult> {
  const made = await PDFDocument.create()
  for await (const { page, width, height, pixels, canvas } of drawPdfPages(new Uint8Array(bytes), null, PAGE_WIDTH)) {
    const context = canvas.getContext('2d')
    context.resetTransform()
    blacken(
      context,
      pixels,
      areas.filter((area) => area.page === page),
    )
    const image = await made.embedJpg(await canvas.encode('jpeg', QUALITY))
    made.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
  }
  made.setTitle('Redacted')
  return { data: { page_count: made.getPageCount() }, files: [await pdfFile(made)] }
}

async function redactPicture(bytes: Buffer, areas: readonly Area[]): Promise<PaperworkResult> {
  const said = pictureOf(bytes)
  const broken = () => new JobError('file_broken', 'This picture is damaged and cannot be read')
  if (said === null || said.width * said.height === 0) throw broken()
  if (said.width * said.height > MAX_PIXELS)
    throw new JobError('file_too_large', `A picture may have at most ${MAX_PIXELS / 1_000_000} million pixels`)
  const image = await loadImage(bytes).catch(() => {
    throw broken()
  })
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, image.width, image.height)
  context.drawImage(image, 0, 0)
  blacken(context, image, areas)
  const file: MadeFile = { mime: 'image/png', extension: 'png', bytes: await canvas.encode('png') }
  return { data: { page_count: 1 }, files: [file] }
}

/** Places of words are told within a letter or so: the black reaches a quarter of a line further on each side. */
function blacken(
  context: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
  { width, height }: { width: number; height: number },
  areas: readonly Area[],
): void {
  context.fillStyle = '#000'
  for (const { box } of areas) {
    const [x0, y0, x1, y1] = [box[0] * width, box[1] * height, box[2] * width, box[3] * height]
    const line = y1 - y0
    context.fillRect(x0 - line * 0.25, y0 - line * 0.15, x1 - x0 + line * 0.5, line * 1.3)
  }
}

/** Spans that touch are one; each becomes its mark, whatever its length was. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start < last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

export function without(text: string, spans: readonly Span[]): string {
  let out = ''
  let at = 0
  for (const { start, end, mark } of joined(spans)) {
    out += text.slice(at, start) + mark
    at = Math.min(text.length, end)
  }
  return out + text.slice(at)
}

/** The same document with its headings and tables, each without the words. */
function redacted(document: ParsedDocument, spans: readonly Span[]): ParsedDocument {
  const { text } = document
  const all = joined(spans)
  const at = (offset: number): number => {
    let moved = offset
    for (const { start, end, mark } of all) {
      if (end <= offset) moved += mark.length - (end - start)
      else if (start < offset) moved = moved - (offset - start) + mark.length
    }
    return moved
  }
  const whole = without(text, spans)
  const place = <T extends { start: number; end: number }>(one: T): T => ({
    ...one,
    start: at(one.start),
    end: at(one.end),
  })
  return {
    ...document,
    text: whole,
    pages: document.pages.map(place),
    headings: document.headings
      .map(place)
      .map((heading) => ({ ...heading, text: whole.slice(heading.start, heading.end) })),
    // A table's text is its rows, cells with a tab between, as the reader wrote it.
    tables: document.tables.map(place).map((table) => ({
      ...table,
      rows: whole
        .slice(table.start, table.end)
        .split('\n')
        .map((row) => row.split('\t')),
    })),
  }
}
