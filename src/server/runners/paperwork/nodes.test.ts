import { setImmediate } from 'node:timers/promises'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/expressions/evaluate-here.ts'
import { type NodeDefinition, NodeError } from '#nodes/node.ts'
import type { FileContent, ParsedDocument, Ports } from '#nodes/ports.ts'
import { outputOf } from '#nodes/trial.ts'
import { convertDocument } from '#nodes/types/documents/convert-document.ts'
import { documentMetadata } from '#nodes/types/documents/document-metadata.ts'
import { fillTemplate } from '#nodes/types/documents/fill-template.ts'
import { mergePdf } from '#nodes/types/documents/merge-pdf.ts'
import { readDocument } from '#nodes/types/documents/read-document.ts'
import { readSpreadsheet } from '#nodes/types/documents/read-spreadsheet.ts'
import { recogniseText } from '#nodes/types/documents/recognise-text.ts'
import { redactDocument } from '#nodes/types/documents/redact-document.ts'
import { splitPdf } from '#nodes/types/documents/split-pdf.ts'
import { workForServer } from '#nodes/work-for.ts'
import { parsePdf } from '#server/runners/documents/pdf.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { leastLongestTask } from '#test/support/busy.ts'

let runners: Runners
let folder: Map<string, FileContent>
let ports: Partial<Ports>
beforeAll(() => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  folder = new Map()
  ports = {
    paperwork: (work, inputs, signal) => runners.paperwork(work, inputs, workForServer(signal)),
    files: {
      open: async (id) => {
        const file = folder.get(id)
        if (!file) throw new NodeError('file_not_found', 'The file doesn’t exist', { field: 'file' })
        return { name: file.name, mime: file.mime, sha256: id, read: async () => file.bytes }
      },
      write: async (file, _who, key) => {
        folder.set(key, file)
        return { file_id: key, name: file.name, mime: file.mime, bytes: file.bytes.length }
      },
    },
    documents: {
      parse: async (id) => {
        const bytes = folder.get(id)?.bytes ?? new Uint8Array()
        if (bytes[0] === 0x89) throw new NodeError('file_unsupported', 'Only PDF, DOCX and text files can be read')
        return parsePdf(new Uint8Array(bytes))
      },
    },
  }
})
afterAll(() => runners.stop())

const put = (name: string, bytes: Uint8Array | string): JsonObject => {
  folder.set(name, { name, mime: '', bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes })
  return { file_id: name, name, mime: 'application/pdf' }
}
/** What the node gives, as its own schema says. */
async function play<N extends { type: string }>(node: N, config: JsonObject, input: Json = null): Promise<JsonObject> {
  const definition = node as unknown as NodeDefinition
  const result = await outputOf(definition, config, { input, ports })
  return definition.output.parse(result) as JsonObject
}
const fileOf = (output: JsonObject): FileContent =>
  folder.get(String((output.file as JsonObject).file_id)) as FileContent

const TEXT = 'Patient Asha Rao was seen on 4 May.'
async function pdf(...pages: (string | Buffer)[]): Promise<Uint8Array> {
  const made = await PDFDocument.create()
  const font = await made.embedFont(StandardFonts.Helvetica)
  for (const content of pages) {
    const page = made.addPage([595, 842])
    if (typeof content === 'string') page.drawText(content, { x: 60, y: 700, size: 14, font })
    else page.drawImage(await made.embedPng(content), { x: 20, y: 600, width: 555, height: 185 })
  }
  return made.save()
}
const picture = (text: string): Buffer => {
  const canvas = createCanvas(900, 300)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 900, 300)
  context.fillStyle = '#111'
  context.font = '30px DejaVu Sans, Liberation Sans, sans-serif'
  context.fillText(text, 40, 120)
  return canvas.toBuffer('image/png')
}

describe('reading a scan', () => {
  it('says which pages have no text, and reads only those when asked', async () => {
    const file = put('mixed.pdf', await pdf(TEXT, picture('Scanned words here')))
    expect(await play(readDocument, { file })).toMatchObject({ pages_without_text: [2], ocr_confidence: null })
    const read = await play(readDocument, { file, ocr: 'auto' })
    const document = read.document as unknown as ParsedDocument
    expect(document.text).toBe(`${TEXT}\n\nScanned words here`)
    expect(read.pages_without_text).toEqual([])
    expect(read.ocr_confidence).toBeGreaterThan(0.5)
    for (const { start, end } of document.items) expect(document.text.slice(start, end)).not.toBe('')
    expect(document.pages.map(({ page }) => page)).toEqual([1, 2])
  })

  it('keeps the text of a document when its pictures cannot be read', async () => {
    const file = put('mixed.pdf', await pdf(TEXT, picture('Scanned')))
    const broken = () => Promise.reject(new NodeError('file_timeout', 'Not finished'))
    const read = await outputOf(
      readDocument as unknown as NodeDefinition,
      { file, ocr: 'auto' },
      { ports: { ...ports, paperwork: broken } },
    )
    expect(read).toMatchObject({ pages_without_text: [2], ocr_confidence: null })
    const scan = put('scan.pdf', await pdf(picture('Scanned')))
    await expect(
      outputOf(
        readDocument as unknown as NodeDefinition,
        { file: scan, ocr: 'auto' },
        { ports: { ...ports, paperwork: broken } },
      ),
    ).rejects.toMatchObject({ code: 'file_timeout' })
  })

  it('reads a picture', async () => {
    const file = put('photo.png', picture('Blood pressure 130/80'))
    await expect(play(readDocument, { file })).rejects.toMatchObject({ code: 'file_unsupported' })
    expect(await play(readDocument, { file, ocr: 'auto' })).toMatchObject({
      document: { text: 'Blood pressure 130/80' },
    })
    expect(await play(recogniseText, {}, { file })).toMatchObject({
      words: 3,
      document: { text: 'Blood pressure 130/80' },
    })
    await expect(play(recogniseText, { pages: '2-x' }, { file })).rejects.toMatchObject({
      code: 'pages_invalid',
      field: 'pages',
    })
    await expect(play(recogniseText, {}, 'no file')).rejects.toMatchObject({ code: 'file_missing', field: 'file' })
  })
})

describe('pages', () => {
  it('are taken apart, put together, and keep their names apart', async () => {
    const file = put('three.pdf', await pdf('one', 'two', 'three'))
    const apart = await play(splitPdf, { ranges: '1, 2-' }, { file })
    expect(apart).toMatchObject({
      page_count: 3,
      files: [
        { name: 'three 1.pdf', from: 1, to: 1 },
        { name: 'three 2-3.pdf', from: 2, to: 3 },
      ],
    })
    const together = await play(mergePdf, { name: 'all' }, apart)
    expect(together).toMatchObject({ page_count: 3, file: { name: 'all.pdf', mime: 'application/pdf' } })
    expect((await play(splitPdf, { every: 2, file })).files).toHaveLength(2)
    await expect(play(splitPdf, { ranges: '2-9', file })).rejects.toMatchObject({
      code: 'pages_invalid',
      field: 'ranges',
    })
    await expect(play(mergePdf, {}, null)).rejects.toMatchObject({ code: 'files_missing', field: 'files' })
  })
})

describe('redacting', () => {
  const findings = [{ start: 8, end: 16, kind: 'name' }]
  it('removes what was found from a PDF, and tells what it was', async () => {
    const file = put('note.pdf', await pdf(TEXT))
    const read = await play(readDocument, { file })
    const done = await play(redactDocument, { words: ['4 may'] }, { ...read, findings })
    expect(done).toMatchObject({
      removed: 2,
      by_kind: { name: 1, word: 1 },
      not_removed: [],
      file: { name: 'note (redacted).pdf' },
    })
    expect((await parsePdf(new Uint8Array(fileOf(done).bytes))).text.trim()).toBe('')
  })

  it('makes a text where there is no file, with the kind in place of words', async () => {
    const done = await play(redactDocument, { document: TEXT, findings, mark: 'kind' })
    expect(String(Buffer.from(fileOf(done).bytes))).toBe('Patient [NAME] was seen on 4 May.')
  })

  it.each([[{ findings: [{ start: 30, end: 900 }] }], [{ findings: [{ start: 5, end: 5 }] }], [{ findings: 'Asha' }]])(
    'refuses places that are none: %j',
    async (config) => {
      await expect(play(redactDocument, { document: TEXT, ...config })).rejects.toMatchObject({
        code: 'findings_invalid',
        field: 'findings',
      })
    },
  )
})

describe('other work', () => {
  it('fills a form, and refuses when a value is missing', async () => {
    const made = await PDFDocument.create()
    const page = made.addPage()
    made.getForm().createTextField('patient.name').addToPage(page)
    const template = put('form.pdf', await made.save())
    const filled = await play(fillTemplate, { template, values: { patient: { name: 'Ann', age: 4 } } })
    expect(filled).toMatchObject({ filled: ['patient.name'], missing: [], unused: ['patient.age'] })
    const refuse = (values: Json, missing = 'refuse') => play(fillTemplate, { template, values, missing })
    await expect(refuse({})).rejects.toMatchObject({ code: 'value_missing', field: 'values' })
    await expect(refuse('x')).rejects.toMatchObject({ code: 'values_invalid', field: 'values' })
  })

  it('converts and reads back', async () => {
    const file = put('list.csv', 'name,amount\nAnn,5\nBob,\n')
    const made = await play(convertDocument, { to: 'xlsx', file })
    expect(made).toMatchObject({ tables: 1, file: { name: 'list.xlsx' } })
    expect(await play(readSpreadsheet, {}, made)).toMatchObject({
      columns: ['name', 'amount'],
      rows: [
        { name: 'Ann', amount: '5' },
        { name: 'Bob', amount: '' },
      ],
      cut: false,
    })
    await expect(play(readSpreadsheet, { sheet: 'Nope' }, made)).rejects.toMatchObject({
      code: 'sheet_missing',
      field: 'sheet',
    })
    expect(await play(documentMetadata, {}, made)).toMatchObject({ format: 'xlsx', name: 'list.xlsx' })
  })

  it('reads a spreadsheet of a million cells without keeping others waiting', async () => {
    const line = Array(500).fill('ab').join(',')
    const file = put('wide.csv', `${line}\n`.repeat(1999))
    const evaluator = { ...evaluateHere, pause: () => setImmediate() }
    let read: Json = null
    const reading = async () => {
      read = await outputOf(readSpreadsheet, { file }, { ports, evaluator })
    }
    expect(await leastLongestTask(100, reading)).toBeLessThan(100)
    expect(read).toMatchObject({ count: 1998, cut: false })
  })
})
