import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import {
  fileReference,
  fileSetting,
  keepFile,
  MadeFileReference,
  nameSetting,
  openFile,
  stem,
} from '#nodes/lib/document/file-reference.ts'
import { pagesWithoutText } from '#nodes/lib/document/parsed-document.ts'
import { redactFile, spansFrom, spansOfWords } from '#nodes/lib/document/redaction.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

export const redactDocument = defineNode({
  type: 'redact_document',
  version: 1,
  title: 'Redact document',
  category: 'document',
  icon: 'eraser',
  description:
    'Makes a new file without the words named: pages of a PDF are drawn anew with black areas, so that no text is left under them; DOCX and text are written anew. Metadata, comments and attachments of the old file do not come along.',
  kind: 'effect',
  timeout_ms: 120_000,
  config: z.strictObject({
    document: value('Document', 'The output of Read document. Left out, the document of the input is taken.'),
    file: fileSetting(
      'File',
      'The file it was read from. Left out, the file that came with the document; without one a text file is made.',
    ),
    findings: value(
      'Places',
      'A list of places with start and end, such as what Find personal health data gives. Left out, those of the input.',
    ),
    words: z
      .array(z.string().min(2).max(200))
      .max(200)
      .default([])
      .describe('Words and phrases to remove wherever they stand, whatever their case.')
      .meta({ title: 'Also these words' }),
    mark: z
      .enum(['block', 'kind'])
      .default('block')
      .describe('What stands in the place of words in DOCX and text: ███, or the kind such as [NAME].')
      .meta({ title: 'Mark' }),
    name: nameSetting,
  }),
  output: z.object({
    file: MadeFileReference,
    removed: z.number().int(),
    by_kind: z.record(z.string(), z.number().int()),
    /** Places of which the page is not known: their words are NOT removed from a PDF. */
    not_removed: z.array(z.object({ start: z.number().int(), end: z.number().int(), kind: z.string() })),
    pages_without_text: z.array(z.number().int()),
    /** Everything that was to be removed, by places in the document's text. */
    places: z.array(z.object({ start: z.number().int(), end: z.number().int(), kind: z.string() })),
    mark: z.enum(['block', 'kind']),
    /** Of the text that the places refer to. */
    text_length: z.number().int(),
  }),
  sentence: ({ words }) => (words.length > 0 ? `What was found, and ${words.length} words` : 'What was found'),
  async run(ctx) {
    const { config, input } = ctx
    const document = documentFrom(config.document, input)
    const given = config.findings ?? (isObject(input) ? input.findings : undefined) ?? null
    const spans = [...spansFrom(given, document.text.length), ...spansOfWords(document.text, config.words)]
    const file = fileReference(config.file ?? fileBeside(config.document, input) ?? null)
    const content = file ? await openFile(ctx, file) : null
    const made = await redactFile({ document, spans, mark: config.mark, content }, (work, inputs) =>
      ctx.paperwork(work, inputs, ctx.signal),
    )
    const kept = await keepFile(
      ctx,
      made.file,
      config.name?.trim() || `${stem(content?.name ?? 'text.txt')} (redacted)`,
    )
    const not_removed = made.lost
    const by_kind: Record<string, number> = {}
    for (const { kind } of spans) by_kind[kind] = (by_kind[kind] ?? 0) + 1
    return output({
      file: kept,
      removed: spans.length - not_removed.length,
      by_kind,
      not_removed,
      pages_without_text: pagesWithoutText(document),
      places: spans,
      mark: config.mark,
      text_length: document.text.length,
    } as unknown as Json)
  },
})

/** Read document gives the document and beside it the file it read. */
function fileBeside(document: Json | undefined, input: Json): Json | undefined {
  for (const source of [document, input, ...(isObject(input) ? Object.values(input) : [])])
    if (isObject(source ?? null) && isObject((source as Record<string, Json>).file))
      return (source as Record<string, Json>).file
  return undefined
}
