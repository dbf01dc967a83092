/**
 * Program of a runner process for documents and pictures: parses a file, draws a page of it, draws a profile picture.
 */
import { FileText } from '#contract/runs/files.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { detectFileType } from '#server/gateways/file-type.ts'
import { type Answer, JobError, serveJobs } from '#server/runners/serve.ts'
import { parseDocx } from './docx.ts'
import { drawLogo, type LogoShape } from './logo.ts'
import { drawPictureAsPage } from './page-of-picture.ts'
import { parsePdf, renderPdfPage } from './pdf.ts'
import { pictureOf } from './picture.ts'
import { decodeText } from './plain-text.ts'
import { drawPortrait } from './portrait.ts'

type DocumentJob =
  | { type: 'parse' }
  | { type: 'text' }
  | { type: 'portrait' }
  | { type: 'logo'; shape: LogoShape }
  | { type: 'render'; page: number; width: number }

const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
/** Name of the stream in which Office keeps an encrypted document. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

const refuse = (bytes: Buffer): JobError => {
  if (bytes.subarray(0, 4).equals(OLD_OFFICE) && bytes.includes(ENCRYPTED))
    return new JobError('file_encrypted', 'This document is protected by a password')
  if (bytes.subarray(0, 2).equals(Buffer.from('PK')) && bytes.includes('word/document.xml'))
    return new JobError('file_broken', 'This DOCX file is damaged and cannot be read')
  return new JobError('file_unsupported', 'Only PDF, DOCX and text files can be read')
}

const parse = async (bytes: Buffer): Promise<ParsedDocument> => {
  const type = detectFileType(bytes)
  if (type === 'pdf') return parsePdf(new Uint8Array(bytes))
  if (type === 'docx') return parseDocx(bytes)
  if (type === 'text') return documentFromText(decodeText(bytes))
  throw refuse(bytes)
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** Checked here, once: callers pass it on unchanged. */
const textOf = ({ text, pages, items, meta }: ParsedDocument): FileText =>
  FileText.parse({ text, pages, items, format: meta.format })

serveJobs('file_broken', async ({ header, blob }): Promise<Answer> => {
  const job = header as DocumentJob
  if (blob.length === 0) throw new JobError('file_empty', 'The file is empty')
  if (job.type === 'parse') return { header: {}, blob: json(await parse(blob)) }
  if (job.type === 'text') return { header: {}, blob: json(textOf(await parse(blob))) }
  if (job.type === 'logo') {
    const { picture, ...size } = await drawLogo(blob, job.shape)
    return { header: size, blob: picture }
  }
  if (job.type === 'portrait') return { header: {}, blob: await drawPortrait(blob) }
  const picture = pictureOf(blob)
  if (picture) return { header: {}, blob: await drawPictureAsPage(blob, picture, job.page, job.width) }
  if (detectFileType(blob) !== 'pdf')
    throw new JobError('file_unsupported', 'Only pages of a PDF and pictures can be drawn')
  return { header: {}, blob: await renderPdfPage(new Uint8Array(blob), job.page, job.width) }
})
