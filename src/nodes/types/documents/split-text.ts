import { z } from 'zod'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { Chunk, chunk } from '#nodes/lib/retrieval/chunks.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const Passages = z.object({ chunks: z.array(Chunk), count: z.number().int() })

export const splitText = defineNode({
  type: 'split_text',
  version: 1,
  title: 'Split text',
  category: 'document',
  icon: 'scissors',
  description: 'Splits a document into passages of whole sentences that never cross a heading, each with its location.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    max_chars: z
      .number()
      .int()
      .min(100)
      .max(10_000)
      .default(1_000)
      .describe('Maximum number of characters in a passage. A longer sentence becomes its own passage.')
      .meta({ title: 'Longest passage' }),
    overlap_chars: z
      .number()
      .int()
      .min(0)
      .max(5_000)
      .default(150)
      .describe('Maximum number of characters repeated from the previous passage, in whole sentences.')
      .meta({ title: 'Overlap' }),
  }),
  output: Passages,
  sentence: (config) => `Passages of up to ${config.max_chars} characters`,
  run(ctx) {
    const { document, max_chars, overlap_chars } = ctx.config
    const chunks = chunk(documentFrom(document, ctx.input), { max_chars, overlap_chars })
    return output({ chunks, count: chunks.length })
  },
})
