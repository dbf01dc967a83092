/** What a file says of itself. Nothing of it is believed; it is only told. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import type { PaperworkResult } from '#nodes/paperwork.ts'
import { detectFileType, FILE_TYPES } from '#server/gateways/file-type.ts'
import { pictureOf } from '#server/runners/documents/picture.ts'
import { JobError } from '#server/runners/serve.ts'
import { readParts } from './office-zip.ts'
import { openPdf } from './pages.ts'

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cleanText(value.trim()).slice(0, 500) : null
const time = (value: Date | undefined): string | null =>
  value === undefined || Number.isNaN(value.getTime()) ? null : value.toISOString()

const NOTHING = {
  title: null,
  author: null,
  subject: null,
  keywords: null,
  creator: null,
  created_at: null,
  modified_at: null,
  page_count: null,
  has_form: false,
  form_fields: [],
  width: null,
  height: null,
} satisfies JsonObject

/** @throws JobError `file_unsupported` and what broken files throw */
export async function readMetadata(bytes: Buffer): Promise<PaperworkResult> {
  const type = detectFileType(bytes)
  if (type === null) throw new JobError('file_unsupported', 'This kind of file cannot be read')
  const base = { ...NOTHING, format: type, mime: FILE_TYPES[type].mime, bytes: bytes.length }
  if (type === 'pdf') return { data: { ...base, ...(await ofPdf(bytes)) }, files: [] }
  if (type === 'docx' || type === 'xlsx') return { data: { ...base, ...ofOffice(bytes) }, files: [] }
  const picture = pictureOf(bytes)
  return { data: { ...base, width: picture?.width ?? null, height: picture?.height ?? null }, files: [] }
}

async function ofPdf(bytes: Buffer): Promise<JsonObject> {
  const pdf = await openPdf(bytes)
  const safe = <T>(read: () => T): T | undefined => {
    try {
      return read()
    } catch {
      return undefined
    }
  }
  const fields =
    safe(() =>
      pdf
        .getForm()
        .getFields()
        .map((field) => field.getName()),
    ) ?? []
  return {
    title: text(safe(() => pdf.getTitle())),
    author: text(safe(() => pdf.getAuthor())),
    subject: text(safe(() => pdf.getSubject())),
    keywords: text(safe(() => pdf.getKeywords())),
    creator: text(safe(() => pdf.getCreator())),
    created_at: time(safe(() => pdf.getCreationDate())),
    modified_at: time(safe(() => pdf.getModificationDate())),
    page_count: pdf.getPageCount(),
    has_form: fields.length > 0,
    form_fields: fields.slice(0, 500).map((name) => cleanText(name).slice(0, 200)),
  }
}

/** The names of `docProps/core.xml` (ECMA-376, part 2, 11). */
function ofOffice(bytes: Buffer): JsonObject {
  const core = readParts(bytes).get('docProps/core.xml')?.toString('utf8').slice(0, 100_000) ?? ''
  const tag = (name: string): string | null => {
    const inside = new RegExp(`<${name}(?:\\s[^<>]{0,200})?>([^<]{0,2000})</${name}>`).exec(core)?.[1]
    return text(inside?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
  }
  const moment = (name: string): string | null => time(new Date(tag(name) ?? Number.NaN))
  return {
    title: tag('dc:title'),
    author: tag('dc:creator'),
    subject: tag('dc:subject'),
    keywords: tag('cp:keywords'),
    created_at: moment('dcterms:created'),
    modified_at: moment('dcterms:modified'),
  }
}
