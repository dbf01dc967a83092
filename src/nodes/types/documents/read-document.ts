import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { fileReference } from '#nodes/lib/document/file-reference.ts'
import { asJson, ParsedDocument, pagesWithoutText, withPagesOf } from '#nodes/lib/document/parsed-document.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { defineNode, type NodeContext, NodeError, output } from '#nodes/node.ts'
import type { ParsedDocument as Parsed } from '#nodes/ports.ts'
import { brief, kindOf } from '#nodes/settings.ts'

const MAX_TEXT = 2_000_000
/** A page takes seconds: a longer scan goes through the node that recognises text, in parts. */
const OCR_PAGES = 30

export const readDocument = defineNode({
  type: 'read_document',
  version: 1,
  title: 'Read document',
  category: 'document',
  icon: 'file-text',
  description:
    'Reads the words, headings and tables of a PDF, DOCX, XLSX or text file, with their positions on the pages. Can recognise text on scanned pages and pictures.',
  kind: 'pure',
  timeout_ms: 260_000,
  config: z.strictObject({
    file: Json.optional()
      .describe('An uploaded file. Leave empty to read a text.')
      .meta({ title: 'File', widget: 'expression', placeholder: '{{ $input.file }}' }),
    text: Json.optional()
      .describe('The text itself, instead of a file.')
      .meta({ title: 'Text', widget: 'expression', placeholder: '{{ $input.text }}' }),
    ocr: z
      .enum(['never', 'auto'])
      .default('never')
      .describe(`Auto recognises text in pictures and on pages without text, on at most ${OCR_PAGES} pages.`)
      .meta({ title: 'Scanned pages' }),
    optional: z
      .boolean()
      .default(false)
      .describe('If there is neither a file nor a text, an empty document is the result instead of an error.')
      .meta({ title: 'Optional' }),
  }),
  example: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
  output: z.object({
    document: ParsedDocument,
    file: z.object({ file_id: z.string(), name: z.string().nullable(), mime: z.string().nullable() }).nullable(),
    /** Pages on which nothing could be read: pictures, or empty ones. Text recognition is the next step. */
    pages_without_text: z.array(z.number().int()),
    /** How sure text recognition was, 0 to 1; null when none was needed. */
    ocr_confidence: z.number().nullable(),
  }),
  sentence: ({ file, text }) => brief(file ?? text ?? 'Nothing selected'),
  async run(ctx) {
    const file = fileReference(ctx.config.file ?? null)
    const text = textFrom(ctx.config.text ?? null)
    if (file !== null && text !== null)
      throw new NodeError('document_ambiguous', 'Enter either a file or a text, not both', { field: 'text' })
    if (text !== null || (file === null && ctx.config.optional))
      return output({
        document: asJson(documentFromText(text ?? '')),
        file: null,
        pages_without_text: [],
        ocr_confidence: null,
      })
    if (file === null) throw new NodeError('document_missing', 'Enter a file or a text', { field: 'file' })
    const { document, confidence } = await readFile(ctx, file.file_id)
    const { file_id, name = null, mime = null } = file
    const pages_without_text = pagesWithoutText(document)
    if (pages_without_text.length > 0 && confidence === null)
      ctx.log(
        `${pages_without_text.length} of ${document.meta.page_count} pages have no text. If they are scanned, set “Scanned pages” to auto.`,
      )
    return output({
      document: asJson(document),
      file: { file_id, name, mime },
      pages_without_text,
      ocr_confidence: confidence,
    })
  },
})

type Context = Pick<
  NodeContext<{ ocr: 'never' | 'auto' }>,
  'documents' | 'files' | 'paperwork' | 'run' | 'signal' | 'config' | 'log'
>

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MOST_ROWS = 20_000

/** The rows of a workbook as lines with tabs between the cells, sheet after sheet; null when the file is none. */
async function workbook(ctx: Context, fileId: string): Promise<Parsed | null> {
  const file = await ctx.files.open(fileId, ctx.run)
  if (file.mime !== XLSX) return null
  const order = { do: 'spreadsheet_text', most_rows: MOST_ROWS, most_characters: MAX_TEXT } as const
  const { data } = await ctx.paperwork(order, [file], ctx.signal)
  if (data.cut === true) ctx.log(`Only the first ${MOST_ROWS} rows of a sheet were read.`)
  return documentFromText(String(data.text))
}

async function readFile(ctx: Context, fileId: string): Promise<{ document: Parsed; confidence: number | null }> {
  const auto = ctx.config.ocr === 'auto'
  const parsed = await ctx.documents.parse(fileId, ctx.run, ctx.signal).catch(async (error: unknown) => {
    if (!(error instanceof NodeError) || error.code !== 'file_unsupported') throw error
    const sheets = await workbook(ctx, fileId)
    if (sheets !== null) return sheets
    // A picture is no document until its text is recognised.
    if (auto) return null
    throw error
  })
  const pages = parsed === null ? null : pagesWithoutText(parsed)
  const scanned = parsed === null || (parsed.meta.format === 'pdf' && pages !== null && pages.length > 0)
  if (!auto || !scanned) return { document: parsed as Parsed, confidence: null }
  const file = await ctx.files.open(fileId, ctx.run)
  const some = parsed !== null && /[\p{L}\p{N}]/u.test(parsed.text)
  // Of a document with text a few pictures must not cost the rest.
  const order = {
    do: 'ocr',
    pages: some ? (pages?.slice(0, OCR_PAGES) ?? null) : pages,
    most_pages: OCR_PAGES,
  } as const
  try {
    const { data } = await ctx.paperwork(order, [file], ctx.signal)
    const { document, confidence } = data as unknown as { document: Parsed; confidence: number }
    return { document: parsed === null ? document : withPagesOf(parsed, document), confidence }
  } catch (error) {
    if (!some || !(error instanceof NodeError) || error.retryable) throw error
    ctx.log(`Text on scanned pages couldn’t be recognised: ${error.message}`)
    return { document: parsed, confidence: null }
  }
}

/** A blank text is none: a form sends it when its field was left empty. @throws NodeError `not_a_text`, `text_too_long` */
function textFrom(given: Json): string | null {
  if (given === null) return null
  if (typeof given !== 'string')
    throw new NodeError('not_a_text', `Expected a text, got ${kindOf(given)}`, { field: 'text' })
  if (given.length > MAX_TEXT)
    throw new NodeError('text_too_long', `The text is longer than ${MAX_TEXT} characters`, { field: 'text' })
  return given.trim() === '' ? null : given
}
