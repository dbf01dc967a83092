/** Fills a form: `{{names}}` in a DOCX, or the fields of a PDF form. Values are text, whatever they hold. */
import { PDFCheckBox, PDFDropdown, type PDFField, PDFOptionList, PDFRadioGroup, PDFTextField } from '@cantoo/pdf-lib'
import { cleanText } from '#nodes/lib/document/text-document.ts'
import type { MadeFile, Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import { detectFileType, FILE_TYPES } from '#server/gateways/file-type.ts'
import { JobError } from '#server/runners/serve.ts'
import { readParts, writeParts } from './office-zip.ts'
import { openPdf, pdfFile } from './pages.ts'

type Order = Paperwork & { do: 'fill_template' }

interface Told {
  filled: Set<string>
  missing: Set<string>
}

/** @throws JobError `file_unsupported`, `template_without_fields`, `value_not_allowed`, and what broken files throw */
export async function fillTemplate(bytes: Buffer, order: Order): Promise<PaperworkResult> {
  const told: Told = { filled: new Set(), missing: new Set() }
  const type = detectFileType(bytes)
  if (type !== 'docx' && type !== 'pdf') throw new JobError('file_unsupported', 'A template is a DOCX or a PDF form')
  const file = await (type === 'docx' ? fillDocx(bytes, order, told) : fillPdf(bytes, order, told))
  if (told.filled.size + told.missing.size === 0)
    throw new JobError(
      'template_without_fields',
      type === 'docx' ? 'There is no {{field}} in this template' : 'This PDF has no form fields',
    )
  const unused = Object.keys(order.values).filter((name) => !told.filled.has(name))
  return { data: { filled: [...told.filled], missing: [...told.missing], unused }, files: [file] }
}

/** Where people see text: the body, heads and feet of pages, notes. */
const PARTS = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/
/** Bounded, so that looking for one end never goes through the whole document. */
const FIELD = /\{\{\s{0,20}([^{}]{1,100}?)\s{0,20}\}\}/g
const TEXT = /<w:t(?:\s[^<>]{0,200})?>([^<]*)<\/w:t>/g

async function fillDocx(bytes: Buffer, order: Order, told: Told): Promise<MadeFile> {
  const parts = readParts(bytes)
  for (const [name, part] of parts) {
    if (!PARTS.test(name)) continue
    // A field may be cut into several runs, never into several paragraphs.
    const paragraphs = part.toString('utf8').split('</w:p>')
    parts.set(name, Buffer.from(paragraphs.map((xml) => fillParagraph(xml, order, told)).join('</w:p>')))
  }
  return { mime: FILE_TYPES.docx.mime, extension: 'docx', bytes: await writeParts(parts) }
}

function fillParagraph(xml: string, order: Order, told: Told): string {
  if (!xml.includes('{')) return xml
  const runs = [...xml.matchAll(TEXT)].map((match) => ({
    at: match.index,
    length: match[0].length,
    text: fromXml(match[1] ?? ''),
  }))
  const whole = runs.map(({ text }) => text).join('')
  const fields = [...whole.matchAll(FIELD)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    name: match[1] ?? '',
  }))
  if (fields.length === 0) return xml
  let offset = 0
  let out = ''
  let done = 0
  for (const { at, length, text } of runs) {
    const [from, to] = [offset, offset + text.length]
    offset = to
    const touched = fields.filter(({ start, end }) => start < to && end > from)
    if (touched.length === 0) continue
    let filled = ''
    let place = from
    for (const { start, end, name } of touched) {
      filled += toXml(whole.slice(place, Math.max(place, Math.min(start, to))))
      // The run in which a field begins takes its value; the others lose their part of it.
      if (start >= from) filled += valueFor(name, whole.slice(start, end), order, told)
      place = Math.min(end, to)
    }
    filled += toXml(whole.slice(place, to))
    out += `${xml.slice(done, at)}<w:t xml:space="preserve">${filled}</w:t>`
    done = at + length
  }
  return out + xml.slice(done)
}

function valueFor(name: string, written: string, { values, missing }: Order, told: Told): string {
  if (!Object.hasOwn(values, name)) {
    told.missing.add(name)
    return missing === 'empty' ? '' : toXml(written)
  }
  told.filled.add(name)
  const lines = cleanText(values[name] ?? '').split(/\r\n|\r|\n/)
  return lines.map(toXml).join('</w:t><w:br/><w:t xml:space="preserve">')
}

const toXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const fromXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

async function fillPdf(bytes: Buffer, { values, missing, flatten }: Order, told: Told): Promise<MadeFile> {
  const pdf = await openPdf(bytes)
  const form = pdf.getForm()
  // A form of the XFA kind would show its own, older values.
  if (form.hasXFA()) form.deleteXFA()
  for (const field of form.getFields()) {
    const name = field.getName()
    if (Object.hasOwn(values, name)) {
      setField(field, name, values[name] ?? '')
      told.filled.add(name)
    } else {
      told.missing.add(name)
      if (missing === 'empty' && field instanceof PDFTextField) field.setText('')
    }
  }
  try {
    form.updateFieldAppearances()
    if (flatten && told.filled.size > 0) form.flatten()
  } catch (cause) {
    throw new JobError('file_broken', `The form of this PDF cannot be filled: ${String(cause).slice(0, 100)}`)
  }
  return pdfFile(pdf)
}

/** Fonts of PDF forms know the letters of Western Europe (Windows-1252); others would be drawn as nothing. */
const UNPRINTABLE =
  /[^\n\r\t\u0020-\u007e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/u

const YES = /^(?:yes|true|on|1|x|checked)$/i
const NO = /^(?:no|false|off|0|)$/i

function setField(field: PDFField, name: string, value: string): void {
  const refuse = (what: string) => new JobError('value_not_allowed', `The field “${name}” ${what}`)
  if (field instanceof PDFTextField) {
    const most = field.getMaxLength()
    if (most !== undefined && value.length > most) throw refuse(`takes ${most} characters at most`)
    const sign = UNPRINTABLE.exec(value)?.[0]
    if (sign !== undefined) throw refuse(`cannot show “${sign}”: fonts of PDF forms have Western letters only`)
    field.setText(cleanText(value))
  } else if (field instanceof PDFCheckBox) {
    if (!YES.test(value) && !NO.test(value)) throw refuse('is a box: give yes or no')
    if (YES.test(value)) field.check()
    else field.uncheck()
  } else if (field instanceof PDFDropdown || field instanceof PDFOptionList || field instanceof PDFRadioGroup) {
    const options = field.getOptions()
    if (!options.includes(value)) throw refuse(`takes one of: ${options.slice(0, 10).join(', ')}`)
    field.select(value)
  } else throw refuse('cannot be filled')
}
