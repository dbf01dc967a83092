import { z } from 'zod'
import { fileFrom, fileSetting, openFile } from '#nodes/lib/document/file-reference.ts'
import { defineNode, output } from '#nodes/node.ts'

export const documentMetadata = defineNode({
  type: 'document_metadata',
  version: 1,
  title: 'File facts',
  category: 'document',
  icon: 'file-question',
  description:
    'Reads the properties of a file: format, size, pages, title, author, dates and form fields. These properties are not verified.',
  kind: 'pure',
  timeout_ms: 90_000,
  config: z.strictObject({
    file: fileSetting('File', 'Any supported file. Leave empty to use the file of the input.'),
  }),
  output: z.object({
    name: z.string(),
    format: z.string(),
    mime: z.string(),
    bytes: z.number().int(),
    title: z.string().nullable(),
    author: z.string().nullable(),
    subject: z.string().nullable(),
    keywords: z.string().nullable(),
    creator: z.string().nullable(),
    created_at: z.string().nullable(),
    modified_at: z.string().nullable(),
    page_count: z.number().int().nullable(),
    has_form: z.boolean(),
    form_fields: z.array(z.string()),
    width: z.number().nullable(),
    height: z.number().nullable(),
  }),
  sentence: () => 'Format, pages, title, author',
  async run(ctx) {
    const content = await openFile(ctx, fileFrom(ctx.config.file, ctx.input))
    const { data } = await ctx.paperwork({ do: 'metadata' }, [content], ctx.signal)
    return output({ ...data, name: content.name })
  },
})
