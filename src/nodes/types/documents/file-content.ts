import { z } from 'zod'
import { toBase64 } from '#nodes/lib/data/bytes.ts'
import { fileFrom, fileSetting, openFile } from '#nodes/lib/document/file-reference.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

/** As Base64 it is a third more, and the output of a node is kept. */
const MOST_BYTES = 3_000_000

export const fileContent = defineNode({
  type: 'file_content',
  version: 1,
  title: 'File content',
  category: 'document',
  icon: 'binary',
  description:
    'Gives what is in a file as Base64, as a data URL or as text, for services that take files this way. At most 3 MB.',
  kind: 'pure',
  config: z.strictObject({
    file: fileSetting('File', 'The file to read. Leave empty to use the file of the input.'),
    as: z
      .enum(['base64', 'data_url', 'text'])
      .default('base64')
      .describe('data_url: Base64 with the type of the file in front of it. text: read as UTF-8.')
      .meta({ title: 'Output as' }),
  }),
  output: z.object({ content: z.string(), name: z.string(), mime: z.string(), bytes: z.number().int() }),
  sentence: ({ as }) => ({ base64: 'As Base64', data_url: 'As a data URL', text: 'As text' })[as] ?? '',
  timeout_ms: 30_000,
  async run(ctx) {
    const { name, mime, read } = await openFile(ctx, fileFrom(ctx.config.file, ctx.input))
    const bytes = await read()
    if (bytes.length > MOST_BYTES)
      throw new NodeError('file_too_large', `“${name}” is larger than ${MOST_BYTES / 1_000_000} MB`, { field: 'file' })
    return output({ content: written(bytes, mime, ctx.config.as), name, mime, bytes: bytes.length })
  },
})

function written(bytes: Uint8Array, mime: string, as: 'base64' | 'data_url' | 'text'): string {
  if (as === 'text') return new TextDecoder().decode(bytes)
  const content = toBase64(bytes)
  return as === 'base64' ? content : `data:${mime};base64,${content}`
}
