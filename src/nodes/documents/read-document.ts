import { z } from 'zod'
import { Json } from '#contract/primitives.ts'
import { documentFromText } from '#nodes/document/text-document.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { brief, kindOf } from '#nodes/settings.ts'

const MAX_TEXT = 2_000_000

/** A file as an upload or another node names it; what else is known of it is passed on. */
const FileReference = z.object({
  file_id: z.string().min(1).max(100),
  name: z.string().max(500).nullish(),
  mime: z.string().max(200).nullish(),
})

const Offsets = { start: z.number().int(), end: z.number().int() }
const Document = z.object({
  text: z.string(),
  pages: z.array(
    z.object({ page: z.number().int(), ...Offsets, width: z.number().nullable(), height: z.number().nullable() }),
  ),
  items: z.array(z.object({ ...Offsets, page: z.number().int(), box: z.array(z.number()).length(4) })),
  tables: z.array(z.object({ page: z.number().int(), rows: z.array(z.array(z.string())), ...Offsets })),
  headings: z.array(z.object({ text: z.string(), level: z.number().int(), ...Offsets, page: z.number().int() })),
  meta: z.object({
    title: z.string().nullable(),
    author: z.string().nullable(),
    page_count: z.number().int(),
    format: z.enum(['pdf', 'docx', 'text']),
  }),
})

export const readDocument = defineNode({
  type: 'read_document',
  version: 1,
  title: 'Read document',
  category: 'document',
  icon: 'file-text',
  description:
    'Reads a PDF, a DOCX or a text: its words, pages, headings and tables, and where on the page they stand.',
  kind: 'pure',
  timeout_ms: 75_000,
  config: z.strictObject({
    file: Json.optional()
      .describe('An uploaded file. Leave it out to read a text.')
      .meta({ title: 'File', widget: 'expression', placeholder: '{{ $input.file }}' }),
    text: Json.optional()
      .describe('The text itself, instead of a file.')
      .meta({ title: 'Text', widget: 'expression', placeholder: '{{ $input.text }}' }),
  }),
  example: { file: '{{ $input.file }}', text: '{{ $input.text }}' },
  output: z.object({
    document: Document,
    file: z.object({ file_id: z.string(), name: z.string().nullable(), mime: z.string().nullable() }).nullable(),
  }),
  sentence: ({ file, text }) => brief(file ?? text ?? 'Nothing chosen'),
  async run(ctx) {
    const file = fileFrom(ctx.config.file ?? null)
    const text = textFrom(ctx.config.text ?? null)
    if (file !== null && text !== null)
      throw new NodeError('document_ambiguous', 'Give either a file or a text, not both', { field: 'text' })
    if (text !== null) return output({ document: plain(documentFromText(text)), file: null })
    if (file === null) throw new NodeError('document_missing', 'Give a file or a text', { field: 'file' })
    const document = await ctx.documents.parse(file.file_id, ctx.run.owner, ctx.signal)
    const { file_id, name = null, mime = null } = file
    return output({ document: plain(document), file: { file_id, name, mime } })
  },
})

/** A parsed document is JSON; its interface only lacks the index signature that says so. */
const plain = (document: ParsedDocument): Json => ({ ...document }) as unknown as Json

/** @throws NodeError `not_a_file` */
function fileFrom(given: Json): z.output<typeof FileReference> | null {
  if (given === null || given === '') return null
  const parsed = FileReference.safeParse(given)
  if (parsed.success) return parsed.data
  throw new NodeError('not_a_file', `Expected an uploaded file, got ${kindOf(given)}`, { field: 'file' })
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
