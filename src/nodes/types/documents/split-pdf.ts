import { z } from 'zod'
import {
  fileFrom,
  fileSetting,
  keepFile,
  MadeFileReference,
  nameSetting,
  openFile,
  stem,
} from '#nodes/lib/document/file-reference.ts'
import { pageRanges } from '#nodes/lib/document/page-ranges.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

const MOST_FILES = 100

export const splitPdf = defineNode({
  type: 'split_pdf',
  version: 1,
  title: 'Split PDF',
  category: 'document',
  icon: 'scissors-line-dashed',
  description: 'Splits a PDF into several files: by page ranges, or every few pages.',
  kind: 'effect',
  timeout_ms: 90_000,
  config: z.strictObject({
    file: fileSetting('File', 'A PDF. Leave empty to use the file of the input.'),
    ranges: z
      .string()
      .max(2_000)
      .optional()
      .describe('One file per range: 1-3, 4-9, 10-. Leave empty to use the next setting.')
      .meta({ title: 'Pages of each file', placeholder: '1-3, 4-9, 10-' }),
    every: z
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(1)
      .describe('Without ranges: number of pages per file.')
      .meta({ title: 'Pages per file', when: { field: 'ranges', is: [null, ''] } }),
    name: nameSetting,
  }),
  output: z.object({
    files: z.array(MadeFileReference.extend({ from: z.number().int(), to: z.number().int() })),
    page_count: z.number().int(),
  }),
  sentence: ({ ranges, every }) =>
    ranges ? `Files with pages ${ranges}` : `A file per ${every === 1 ? 'page' : `${every} pages`}`,
  async run(ctx) {
    const { every, ranges: written, name } = ctx.config
    const content = await openFile(ctx, fileFrom(ctx.config.file, ctx.input))
    const { data } = await ctx.paperwork({ do: 'metadata' }, [content], ctx.signal)
    if (data.format !== 'pdf')
      throw new NodeError('file_unsupported', 'Only a PDF can be split into pages', { field: 'file' })
    const count = Number(data.page_count)
    const ranges = written?.trim() ? pageRanges(written, count, 'ranges') : everyPages(count, every)
    if (ranges.length > MOST_FILES)
      throw new NodeError('files_too_many', `This would create ${ranges.length} files; the maximum is ${MOST_FILES}`, {
        field: 'every',
      })
    const made = await ctx.paperwork({ do: 'split_pdf', ranges }, [content], ctx.signal)
    const files = []
    for (const [index, file] of made.files.entries()) {
      const [from, to] = ranges[index] ?? [0, 0]
      const called = `${name?.trim() || stem(content.name)} ${from === to ? from : `${from}-${to}`}`
      files.push({ ...(await keepFile(ctx, file, called, String(index))), from, to })
    }
    return output({ files, page_count: count })
  },
})

const everyPages = (count: number, every: number): [number, number][] =>
  Array.from({ length: Math.ceil(count / every) }, (_, index) => [
    index * every + 1,
    Math.min(count, (index + 1) * every),
  ])
