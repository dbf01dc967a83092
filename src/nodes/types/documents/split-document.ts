import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { defineNode, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { value } from '#nodes/settings.ts'

interface Part {
  title: string | null
  start: number
  end: number
}

export const splitDocument = defineNode({
  type: 'split_document',
  version: 1,
  title: 'Split document',
  category: 'document',
  icon: 'separator-horizontal',
  description:
    'Splits a document into parts by page, heading or length, each with its title and location, so that they can be processed one by one.',
  kind: 'pure',
  config: z.strictObject({
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    by: z.enum(['page', 'heading', 'size']).default('page').describe('Where to split.').meta({ title: 'Split by' }),
    level: z
      .number()
      .int()
      .min(1)
      .max(6)
      .default(1)
      .describe(
        'By heading: headings of this level and above start a part; if there are none, the highest existing level is used.',
      )
      .meta({ title: 'Heading level', when: { field: 'by', is: ['heading'] } }),
    max_chars: z
      .number()
      .int()
      .min(200)
      .max(200_000)
      .default(10_000)
      .describe(
        'By size: maximum number of characters in a part. Splits between paragraphs if possible, otherwise between lines or words.',
      )
      .meta({ title: 'Maximum characters', when: { field: 'by', is: ['size'] } }),
  }),
  output: z.object({
    parts: z.array(
      z.object({
        index: z.number().int(),
        title: z.string().nullable(),
        page: z.number().int(),
        start: z.number().int(),
        end: z.number().int(),
        text: z.string(),
      }),
    ),
    count: z.number().int(),
  }),
  sentence: ({ by, max_chars }) => (by === 'size' ? `Parts of up to ${max_chars} characters` : `One part per ${by}`),
  run(ctx) {
    const document = documentFrom(ctx.config.document, ctx.input)
    const { by, level, max_chars } = ctx.config
    const cut =
      by === 'page'
        ? byPage(document)
        : by === 'heading'
          ? byHeading(document, level)
          : bySize(document.text, max_chars)
    const parts = cut
      .filter(({ start, end }) => document.text.slice(start, end).trim() !== '')
      .map(({ title, start, end }, index) => ({
        index: index + 1,
        title,
        page: document.pages.findLast((page) => page.start <= start)?.page ?? 1,
        start,
        end,
        text: document.text.slice(start, end).trim(),
      }))
    return output({ parts: parts as unknown as Json, count: parts.length })
  },
})

const byPage = ({ pages, text }: ParsedDocument): Part[] =>
  pages.length === 0
    ? [{ title: null, start: 0, end: text.length }]
    : pages.map(({ page, start, end }) => ({ title: `Page ${page}`, start, end }))

function byHeading({ text, headings }: ParsedDocument, level: number): Part[] {
  const highest = Math.min(...headings.map((heading) => heading.level))
  // Markdown's marks before a heading belong to it.
  const lineStart = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1
  const heads = headings
    .filter((heading) => heading.level <= Math.max(level, highest))
    .map(({ text: title, start }) => ({ title, start: lineStart(start) }))
  const first: Part = { title: null, start: 0, end: heads[0]?.start ?? text.length }
  return [first, ...heads.map((head, index): Part => ({ ...head, end: heads[index + 1]?.start ?? text.length }))]
}

function bySize(text: string, most: number): Part[] {
  const parts: Part[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + most >= text.length ? text.length : cutBefore(text, start, start + most)
    parts.push({ title: null, start, end })
    start = end
  }
  return parts
}

/** The last good place to cut in the second half of the part. */
function cutBefore(text: string, start: number, limit: number): number {
  const half = start + Math.floor((limit - start) / 2)
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(mark, limit - mark.length)
    if (at >= half) return at + mark.length
  }
  // Never between the two halves of one character.
  const code = text.charCodeAt(limit - 1)
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit
}
