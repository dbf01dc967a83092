/** The shape of every found thing that has a place in a document. */
import { z } from 'zod'
import type { ParsedDocument } from '#nodes/ports.ts'
import { locate } from './locate.ts'

export const PLACE = {
  text: z.string(),
  /** UTF-16 offsets in the document's text, end exclusive: `text` is the text between them. */
  start: z.number().int(),
  end: z.number().int(),
  page: z.number().int().nullable(),
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
}
export const Placed = z.object(PLACE)
export type Placed = z.infer<typeof Placed>

/** The words of a span with page and boxes. */
export const placed = (document: ParsedDocument, { start, end }: { start: number; end: number }): Placed => ({
  text: document.text.slice(start, end),
  start,
  end,
  ...locate(document, start, end),
})
