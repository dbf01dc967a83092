import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import {
  fileFrom,
  fileSetting,
  keepFile,
  MadeFileReference,
  nameSetting,
  openFile,
  stem,
} from '#nodes/lib/document/file-reference.ts'
import { defineNode, output } from '#nodes/node.ts'
import { TARGETS } from '#nodes/paperwork.ts'

export const convertDocument = defineNode({
  type: 'convert_document',
  version: 1,
  title: 'Convert document',
  category: 'document',
  icon: 'file-output',
  description:
    'Converts a PDF, DOCX, XLSX, HTML, CSV, Markdown or text file to another format. Keeps words, headings and tables, but not pictures, fonts and colours. PDFs can contain Latin, Greek, Cyrillic and Devanagari letters and ₹.',
  kind: 'effect',
  timeout_ms: 90_000,
  config: z.strictObject({
    file: fileSetting('File', 'The file to convert. Leave empty to use the file of the input.'),
    to: z
      .enum(TARGETS)
      .default('pdf')
      .describe('CSV, XLSX and JSON contain only the tables.')
      .meta({ title: 'Format' }),
    title: z
      .string()
      .max(300)
      .optional()
      .describe('The title of the new document.')
      .meta({ title: 'Title', when: { field: 'to', is: ['pdf', 'docx', 'html'] } }),
    name: nameSetting,
  }),
  output: z.object({
    file: MadeFileReference,
    /** More than one for CSV: a file per table. */
    files: z.array(MadeFileReference),
    tables: z.number().int(),
    /** Characters that the fonts lack; a box replaces them. */
    unknown_characters: z.array(z.string()),
  }),
  sentence: ({ to }) => `To ${to === 'text' || to === 'html' || to === 'markdown' ? to : to.toUpperCase()}`,
  async run(ctx) {
    const { to, title, name } = ctx.config
    const content = await openFile(ctx, fileFrom(ctx.config.file, ctx.input))
    const order = { do: 'convert', to, title: title?.trim() || null, from: kindByName(content) } as const
    const made = await ctx.paperwork(order, [content], ctx.signal)
    const called = name?.trim() || stem(content.name)
    const files = []
    for (const [index, file] of made.files.entries())
      files.push(
        await keepFile(ctx, file, index === 0 ? called : `${called} ${index + 1}`, index === 0 ? '' : String(index)),
      )
    return output({ ...made.data, file: files[0], files } as unknown as Json)
  },
})

/** What a text file means is told by its name: HTML and CSV are text, too. */
function kindByName({ name, mime }: { name: string; mime: string }): 'html' | 'csv' | null {
  if (/\.html?$/i.test(name)) return 'html'
  return mime === 'text/csv' || /\.(?:csv|tsv)$/i.test(name) ? 'csv' : null
}
