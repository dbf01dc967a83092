/** Whole pages of PDFs: taken apart and put together, without touching what is on them. */
import { EncryptedPDFError, PDFDocument } from '@cantoo/pdf-lib'
import type { MadeFile, PaperworkResult } from '#nodes/paperwork.ts'
import { detectFileType } from '#server/gateways/file-type.ts'
import { pictureOf } from '#server/runners/documents/picture.ts'
import { JobError } from '#server/runners/serve.ts'

const MAX_PAGES = 2_000
const MAX_PIXELS = 40_000_000

export const pdfFile = async (pdf: PDFDocument): Promise<MadeFile> => ({
  mime: 'application/pdf',
  extension: 'pdf',
  bytes: await pdf.save({ useObjectStreams: true }),
})

/** @throws JobError `file_unsupported`, `file_encrypted`, `file_broken`, `file_too_large` */
export async function openPdf(bytes: Buffer): Promise<PDFDocument> {
  if (detectFileType(bytes) !== 'pdf') throw new JobError('file_unsupported', 'This works on PDF files')
  const broken = new JobError('file_broken', 'This PDF is damaged and cannot be read')
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false }).catch((cause: unknown) => {
    throw cause instanceof EncryptedPDFError || /encrypted/i.test(String(cause))
      ? new JobError('file_encrypted', 'This PDF is protected by a password')
      : broken
  })
  let count = 0
  try {
    count = pdf.getPageCount()
  } catch {
    throw broken
  }
  if (count === 0) throw broken
  if (count > MAX_PAGES) throw new JobError('file_too_large', `This PDF has more than ${MAX_PAGES} pages`)
  return pdf
}

/** @throws JobError `page_not_found`, and as `openPdf` */
export async function splitPdf(
  bytes: Buffer,
  ranges: readonly (readonly [number, number])[],
): Promise<PaperworkResult> {
  const source = await openPdf(bytes)
  const count = source.getPageCount()
  const files: MadeFile[] = []
  for (const [from, to] of ranges) {
    if (from < 1 || to > count || from > to)
      throw new JobError('page_not_found', `There are no pages ${from}–${to}: this PDF has ${count} pages`)
    const part = await PDFDocument.create()
    const indices = Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index)
    for (const page of await part.copyPages(source, indices)) part.addPage(page)
    files.push(await pdfFile(part))
  }
  return { data: { page_count: count }, files }
}

/** @throws JobError as `openPdf` */
export async function mergePdf(files: readonly Buffer[]): Promise<PaperworkResult> {
  const all = await PDFDocument.create()
  for (const bytes of files) {
    const type = detectFileType(bytes)
    if (type === 'png' || type === 'jpeg') await addPicture(all, bytes, type)
    else {
      const source = await openPdf(bytes)
      for (const page of await all.copyPages(source, source.getPageIndices())) all.addPage(page)
    }
    if (all.getPageCount() > MAX_PAGES)
      throw new JobError('file_too_large', `Together these are more than ${MAX_PAGES} pages`)
  }
  return { data: { page_count: all.getPageCount() }, files: [await pdfFile(all)] }
}

/** A picture as a page of A4 width, upright or across as the picture is. */
async function addPicture(pdf: PDFDocument, bytes: Buffer, type: 'png' | 'jpeg'): Promise<void> {
  const said = pictureOf(bytes)
  if (said === null || said.width * said.height === 0) throw new JobError('file_broken', 'This picture is damaged')
  if (said.width * said.height > MAX_PIXELS)
    throw new JobError('file_too_large', `A picture may have at most ${MAX_PIXELS / 1_000_000} million pixels`)
  const image = await (type === 'png' ? pdf.embedPng(bytes) : pdf.embedJpg(bytes)).catch(() => {
    throw new JobError('file_broken', 'This picture is damaged and cannot be read')
  })
  const upright = image.height >= image.width
  const [width, height] = upright ? [595.28, 841.89] : [841.89, 595.28]
  const scale = Math.min(width / image.width, height / image.height)
  const size = { width: image.width * scale, height: image.height * scale }
  pdf.addPage([width, height]).drawImage(image, { x: (width - size.width) / 2, y: height - size.height, ...size })
}
