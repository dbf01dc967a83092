import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import {
  fileSetting,
  filesFrom,
  keepFile,
  MadeFileReference,
  nameSetting,
  openFile,
  stem,
} from '#nodes/lib/document/file-reference.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

const MOST_FILES = 50

export const mergePdf = defineNode({
  type: 'merge_pdf',
  version: 1,
  title: 'Merge PDFs',
  category: 'document',
  icon: 'files',
  description: 'Combines PDFs and pictures (PNG, JPEG) into one PDF, in the given order.',
  kind: 'effect',
  timeout_ms: 90_000,
  config: z.strictObject({
    files: fileSetting('Files', 'A list of files. Leave empty to use the files of the input.'),
    name: nameSetting,
  }),
  output: z.object({ file: MadeFileReference, page_count: z.number().int() }),
  sentence: () => 'Combines several files into one PDF',
  async run(ctx) {
    const files = filesFrom(ctx.config.files, ctx.input)
    if (files.length > MOST_FILES)
      throw new NodeError('files_too_many', `At most ${MOST_FILES} files can be combined`, { field: 'files' })
    const contents = []
    for (const file of files) contents.push(await openFile(ctx, file))
    const made = await ctx.paperwork({ do: 'merge_pdf' }, contents, ctx.signal)
    const [file] = made.files
    if (!file) throw new NodeError('file_broken', 'These files couldn’t be combined', { field: 'files' })
    const kept = await keepFile(ctx, file, ctx.config.name?.trim() || `${stem(contents[0]?.name ?? 'file')} and others`)
    return output({ file: kept as unknown as Json, page_count: Number(made.data.page_count) })
  },
})
