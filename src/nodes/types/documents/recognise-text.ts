import { z } from 'zod'
import { fileFrom, fileSetting, openFile } from '#nodes/lib/document/file-reference.ts'
import { pageNumbers } from '#nodes/lib/document/page-ranges.ts'
import { ParsedDocument } from '#nodes/lib/document/parsed-document.ts'
import { defineNode, output } from '#nodes/node.ts'

export const recogniseText = defineNode({
  type: 'recognise_text',
  version: 1,
  title: 'Recognise text (OCR)',
  category: 'document',
  icon: 'scan-text',
  description:
    'Recognises printed text on scanned pages and pictures (PDF, PNG, JPEG), with the position of every line. English only, processed on this server. Can’t read handwriting.',
  kind: 'pure',
  timeout_ms: 260_000,
  config: z.strictObject({
    file: fileSetting('File', 'A PDF, PNG or JPEG. Leave empty to use the file of the input.'),
    pages: z
      .string()
      .max(500)
      .optional()
      .describe('Pages of a PDF, such as 1-3, 5. Leave empty for all pages.')
      .meta({ title: 'Pages' }),
    most_pages: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(30)
      .describe('Longer documents are rejected. A page takes one to four seconds.')
      .meta({ title: 'Maximum pages' }),
  }),
  output: z.object({
    document: ParsedDocument,
    file: z.object({ file_id: z.string(), name: z.string().nullable(), mime: z.string().nullable() }),
    /** 0 to 1, over all words. */
    confidence: z.number().min(0).max(1),
    words: z.number().int(),
  }),
  sentence: ({ pages }) => (pages ? `Text of pages ${pages}` : 'Text of all pages'),
  async run(ctx) {
    const { pages, most_pages } = ctx.config
    const wanted = pages?.trim() ? pageNumbers(pages) : null
    const file = fileFrom(ctx.config.file, ctx.input)
    const content = await openFile(ctx, file)
    ctx.progress(0.1, 'Recognising text')
    const { data } = await ctx.paperwork({ do: 'ocr', pages: wanted, most_pages }, [content], ctx.signal)
    const { file_id, name = null, mime = null } = file
    return output({ ...data, file: { file_id, name, mime } })
  },
})
