import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { fromBase64 } from '#nodes/lib/data/bytes.ts'
import { MadeFileReference } from '#nodes/lib/document/file-reference.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { brief, kindOf, value } from '#nodes/settings.ts'

const TYPES: Record<string, string> = {
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  xml: 'application/xml',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export const makeFile = defineNode({
  type: 'make_file',
  version: 1,
  title: 'Make file',
  category: 'document',
  icon: 'file-output',
  description:
    'Stores a text, or what a service sent as Base64, as a file that later steps can send, attach or read. PDF, DOCX, XLSX, PNG, JPEG and text files.',
  kind: 'effect',
  config: z.strictObject({
    content: value('Content', 'A text, or any value to write as JSON. Leave empty to use the input.'),
    encoding: z
      .enum(['text', 'base64'])
      .default('text')
      .describe('base64: The content is Base64 or a data URL.')
      .meta({ title: 'Encoding' }),
    name: z
      .string()
      .max(200)
      .default('file.txt')
      .describe('With its ending, which says what kind of file it is.')
      .meta({ title: 'Name' }),
  }),
  example: { content: '{{ $input.text }}', name: 'report.txt' },
  output: MadeFileReference,
  sentence: ({ name }) => `Makes ${brief(name)}`,
  timeout_ms: 30_000,
  async run(ctx) {
    const { content, encoding } = ctx.config
    const name = ctx.config.name.trim() || 'file.txt'
    const given = content === undefined ? ctx.input : content
    const bytes = encoding === 'text' ? new TextEncoder().encode(asText(given)) : decoded(given)
    const mime = TYPES[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'text/plain'
    return output({ ...(await ctx.files.write({ name, mime, bytes }, ctx.run.as, ctx.run.idempotency_key)) })
  },
})

const asText = (given: Json): string => (typeof given === 'string' ? given : JSON.stringify(given, null, 2))

/** @throws NodeError `not_base64` */
function decoded(given: Json): Uint8Array {
  const wrong = (what: string) => new NodeError('not_base64', `Expected Base64, got ${what}`, { field: 'content' })
  if (typeof given !== 'string') throw wrong(kindOf(given))
  const bytes = fromBase64(given.replace(/^data:[^,]{0,200},/, ''))
  if (!bytes) throw wrong('another text')
  return bytes
}
